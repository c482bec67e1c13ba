import { useMemo } from 'react'
import type { components } from '../../../openapi/types.gen.ts'
import { parseStored, storedText, useStoredText } from './stored-text.ts'

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

export const session = {
  user: (): SessionUser | undefined => parseStored(stored.get(), isUser),
  begin: (user: SessionUser): void => stored.set(JSON.stringify(user)),
  /** Forgets who was signed in, in every tab. */
  end: (): void => stored.set(null),
}

/** Who is signed in; undefined for a visitor. */
export function useSessionUser(): SessionUser | undefined {
  const text = useStoredText(stored)
  return useMemo(() => parseStored(text, isUser), [text])
}

export const isAdmin = (user: SessionUser | undefined): boolean => (user?.role ?? 0) >= ROLE.admin
