import { ROLE, type SessionUser } from './session.ts'
import { storedText, useStoredText } from './stored-text.ts'

/** The initial password of installations migrated from elsewhere; it is public knowledge. */
export const FACTORY_PASSWORD = '123456'

const stored = storedText('factory-password')

/** Remembers whether the super administrator signed in with the factory password, until it is changed. */
export function noteSignIn(user: SessionUser, password: string): void {
  stored.set(user.role === ROLE.root && password === FACTORY_PASSWORD ? String(user.id) : null)
}

export const factoryPasswordChanged = (): void => stored.set(null)

export const useHasFactoryPassword = (user: SessionUser | undefined): boolean =>
  useStoredText(stored) === String(user?.id)
