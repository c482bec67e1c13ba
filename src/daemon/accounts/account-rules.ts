import { AppError } from '../errors/app-error.ts'
import { isVisible } from '../visible-text.ts'

export const USERNAME_MAX = 12
const PASSWORD_MIN = 8
const PASSWORD_MAX = 20

/** Counts characters as people do, so that an emoji or a Chinese character is one. */
const lengthOf = (text: string): number => [...text].length

/**
 * Checks a username wherever one is set. `@` is refused because sign-in accepts an email address in the same field.
 *
 * @returns the name in Unicode's composed form, so that two names that look alike are equal
 * @throws AppError `username_length`, `username_characters`
 */
export function checkUsername(given: string): string {
  const username = given.normalize('NFC')
  const length = lengthOf(username)
  if (!isVisible(username) || length > USERNAME_MAX)
    throw new AppError('username_length', { field: 'username' })
  if (username !== username.trim() || /[@\p{C}\p{Default_Ignorable_Code_Point}]/u.test(username))
    throw new AppError('username_characters', { field: 'username' })
  return username
}

/**
 * Returns a key that is equal for usernames that differ only in case, width or invisible characters. Converting to
 * upper case first makes `ẞ` equal to `ss`, and the two small sigmas equal to each other.
 */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/**
 * Characters that break lines or change the direction of text. Joiners are allowed, because emoji and several scripts
 * need them.
 */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Cleans a display name for storage.
 * @returns an empty text if nothing of it is visible; pages then show the username
 */
export function readDisplayName(given: string): string {
  const name = given.replaceAll(steering, '').trim()
  return isVisible(name) ? name : ''
}

/** Checks the length of a new password. @throws AppError `password_too_short`, `password_length` */
export function checkPassword(password: string): void {
  const length = lengthOf(password)
  if (length < PASSWORD_MIN) throw new AppError('password_too_short', { field: 'password' })
  if (length > PASSWORD_MAX) throw new AppError('password_length', { field: 'password' })
}
