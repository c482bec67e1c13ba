import { storedText } from './stored-text.ts'

/** The code of the invitation that led here, kept until an account is made with it. */
const stored = storedText('aff')

export const inviteCode = {
  /** Empty when nobody invited. */
  get: (): string => stored.get() ?? '',
  /** Remembers the code of an invitation's address; an address without one changes nothing. */
  remember: (code: string | null): void => {
    if (code !== null && code.trim() !== '') stored.set(code.trim())
  },
  /** It has been used. */
  forget: (): void => stored.set(null),
}
