import { useMemo, useSyncExternalStore } from 'react'
import type { components } from '../../../openapi/types.gen.ts'
import { parseStored, storedText } from './stored-text.ts'
import { hasTypedText } from './typed-text.ts'

/** The account as signing in gives it; the cookie is what counts, this only says who it belongs to. */
export type SessionUser = components['schemas']['UserSummary']

export const ROLE = { user: 1, admin: 10, root: 100 } as const

const stored = storedText('user')

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as SessionUser).id) &&
  Number.isInteger((value as SessionUser).role) &&
  typeof (value as SessionUser).username === 'string'

/** How the session ended that is over now; all tabs are told. */
const ending = storedText('session-ending')
const EXPIRED = 'expired'

/** The user who signed in here last. */
let owner = parseStored(stored.get(), isUser)?.id
/** True once somebody else has signed in in another tab. */
let isTakenOver = false
/** True once somebody else has signed in here while the page waited for its owner. */
let isLeft = false
stored.subscribe(() => {
  const id = parseStored(stored.get(), isUser)?.id
  if (id === undefined) return
  owner ??= id
  if (id !== owner) isTakenOver = true
})

/** Who was signed in at the last look, and whose page stays although the session has expired. */
let last: string | null = null
let held: string | null = null

/** The person the page belongs to: they are signed in, or typed something into it before the session expired. */
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
  /** Stores the account as the daemon describes it now, if the same person is still signed in here. */
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
  /** The server no longer knows the session. Tabs in which something was typed keep their page, and ask to sign in again. */
  expire(): void {
    current()
    ending.set(EXPIRED)
    stored.set(null)
    current()
  },
  /** True if the page is about to be loaded again for somebody else. Answers to its calls are about the person before. */
  isOver: (): boolean => isTakenOver || isLeft,
  /** Whether this page only waits for its owner to sign in again. */
  isHeld: (): boolean => current() !== null && held !== null,
  /** @returns whether the owner of a page that is held has signed in again */
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

/** Who is signed in; undefined for a visitor. */
export function useSessionUser(): SessionUser | undefined {
  const text = useSyncExternalStore(stored.subscribe, current)
  return useMemo(() => parseStored(text, isUser), [text])
}

/** Whether the page waits for its owner to sign in again. */
export const useIsSessionHeld = (): boolean => useSyncExternalStore(stored.subscribe, session.isHeld)

/** True if the page, and what was typed into it, belongs to somebody other than the user who is signed in now. */
export const useIsTakenOver = (): boolean => useSyncExternalStore(stored.subscribe, () => isTakenOver)

export const isAdmin = (user: SessionUser | undefined): boolean => (user?.role ?? 0) >= ROLE.admin
