import { useMemo, useSyncExternalStore } from 'react'
import type { components } from '../../../openapi/types.gen.ts'
import { parseStored, storedText } from './stored-text.ts'
import { hasTypedText } from './typed-text.ts'

/** The account as returned by the sign-in. The cookie authenticates; this value only says whose it is. */
export type SessionUser = components['schemas']['UserSummary']

export const ROLE = { user: 1, admin: 10, root: 100 } as const

const stored = storedText('user')

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as SessionUser).id) &&
  Number.isInteger((value as SessionUser).role) &&
  typeof (value as SessionUser).username === 'string'

/** How the last session ended; shared with all tabs. */
const ending = storedText('session-ending')
const EXPIRED = 'expired'

/** ID of the user who was last signed in on this page. */
let owner = parseStored(stored.get(), isUser)?.id
/** True once somebody else has signed in from another tab. */
let isTakenOver = false
/** True once somebody else has signed in on this page while it waited for its owner. */
let isLeft = false
stored.subscribe(() => {
  const id = parseStored(stored.get(), isUser)?.id
  if (id === undefined) return
  owner ??= id
  if (id !== owner) isTakenOver = true
})

/** `last`: the user at the last check. `held`: the user whose page stays open although the session has expired. */
let last: string | null = null
let held: string | null = null

/**
 * Returns the user to whom the page belongs: they are signed in, or typed something into it before the session expired.
 */
function current(): string | null {
  const text = stored.get()
  if (text !== null) {
    last = text
    held = null
    return text
  }
  if (last !== null && ending.get() === EXPIRED && hasTypedText()) held = last
  last = null
  return held
}

export const session = {
  user: (): SessionUser | undefined => parseStored(current(), isUser),
  begin(user: SessionUser): void {
    if (session.isHeld() && session.user()?.id !== user.id) isLeft = true
    ending.set(null)
    owner = user.id
    stored.set(JSON.stringify(user))
  },
  /** Stores the account's current data from the daemon, if the same user is still signed in. */
  renew({ id, username, display_name, role, status, group }: SessionUser): void {
    const user: SessionUser = { id, username, display_name, role, status, group }
    const text = JSON.stringify(user)
    if (parseStored(stored.get(), isUser)?.id === id && stored.get() !== text) stored.set(text)
  },
  /** Forgets who was signed in, in every tab. */
  end(): void {
    last = null
    held = null
    ending.set(null)
    stored.set(null)
  },
  /**
   * Ends a session that the server no longer knows. Tabs in which something was typed keep their page, and ask the user
   * to sign in again.
   */
  expire(): void {
    current()
    ending.set(EXPIRED)
    stored.set(null)
    current()
  },
  /** True if the page is about to be reloaded for somebody else. Responses to its calls are about the previous user. */
  isOver: (): boolean => isTakenOver || isLeft,
  /** Returns whether the page waits for its owner to sign in again. */
  isHeld: (): boolean => current() !== null && held !== null,
  /** Waits until the page is no longer held. @returns whether its owner has signed in again */
  async again(): Promise<boolean> {
    const owner = session.user()?.id
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = stored.subscribe(() => {
      if (!session.isHeld()) resolve()
    })
    if (session.isHeld()) await promise
    stop()
    return owner !== undefined && session.user()?.id === owner
  },
}

/** Returns the signed-in user; undefined for a visitor. */
export function useSessionUser(): SessionUser | undefined {
  const text = useSyncExternalStore(stored.subscribe, current)
  return useMemo(() => parseStored(text, isUser), [text])
}

/** Returns whether the page waits for its owner to sign in again. */
export const useIsSessionHeld = (): boolean => useSyncExternalStore(stored.subscribe, session.isHeld)

/**
 * Returns true if the page, and what was typed into it, belongs to somebody other than the user who is signed in now.
 */
export const useIsTakenOver = (): boolean => useSyncExternalStore(stored.subscribe, () => isTakenOver)

export const isAdmin = (user: SessionUser | undefined): boolean => (user?.role ?? 0) >= ROLE.admin
