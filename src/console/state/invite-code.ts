import { storedText } from './stored-text.ts'

/** The code of the invitation link that led to the site, kept until an account is created with it. */
const stored = storedText('aff')

export const inviteCode = {
  /** Empty without an invitation. */
  get: (): string => stored.get() ?? '',
  /** Stores the code from an invitation link; null or a blank text changes nothing. */
  remember: (code: string | null): void => {
    if (code !== null && code.trim() !== '') stored.set(code.trim())
  },
  /** Called once the code has been used. */
  forget: (): void => stored.set(null),
}
