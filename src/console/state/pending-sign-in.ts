import { useSyncExternalStore } from 'react'
import type { components } from '../../../openapi/types.gen.ts'
import type { SessionUser } from './session.ts'

/** What a password, or a provider, was answered with. */
export type FirstStep = components['schemas']['SignIn']

/** What the second step needs; `expired` = it took too long, and the first step comes again. */
export type PendingSignIn = components['schemas']['SecondStep'] | 'expired'

const listeners = new Set<() => void>()
let pending: PendingSignIn | undefined

function set(next: PendingSignIn | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}

/** The sign-in that waits for its second step. In memory alone: after a reload one begins again. */
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

/** The sign-in that waits for its second step, if one does. */
export const usePendingSignIn = (): PendingSignIn | undefined =>
  useSyncExternalStore(subscribe, () => pending)
