import { useSyncExternalStore } from 'react'
import type { components } from '../../../openapi/types.gen.ts'
import type { SessionUser } from './session.ts'

/** The response to the first step of a sign-in: a password, or a provider's identity. */
export type FirstStep = components['schemas']['SignIn']

/** What the second step needs; `expired` = it took too long, and the first step has to be repeated. */
export type PendingSignIn = components['schemas']['SecondStep'] | 'expired'

const listeners = new Set<() => void>()
let pending: PendingSignIn | undefined

function set(next: PendingSignIn | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}

/** The sign-in that waits for its second step. Kept in memory only: after a reload the user starts over. */
export const pendingSignIn = {
  /** @returns the account if a session was opened; undefined = the sign-in page asks for the second step */
  take(answer: FirstStep): SessionUser | undefined {
    set('second_factor' in answer ? answer.second_factor : undefined)
    return 'second_factor' in answer ? undefined : answer
  },
  expire: (): void => set('expired'),
  end: (): void => set(undefined),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the sign-in that waits for its second step, if any. */
export const usePendingSignIn = (): PendingSignIn | undefined =>
  useSyncExternalStore(subscribe, () => pending)
