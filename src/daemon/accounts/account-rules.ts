import { AppError } from '../errors/app-error.ts'
import { isVisible } from '../visible-text.ts'

export const USERNAME_MAX = 12
const PASSWORD_MIN = 8
const PASSWORD_MAX = 20

/** Characters as people count them, so that an emoji or a Chinese character is one. */
const lengthOf = (text: string): number => [...text].length

/**
 * The rules for sign-in names, the same wherever one is set. `@` is refused because sign-in accepts an email address in
 * the same field.
 *
 * @returns the name in Unicode's composed form, so that two names that look alike are one
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
 * The same for usernames that differ only in case, in width, or in characters that nobody sees. `ẞ` and `ss`, and the two forms
 * of a small sigma, meet in upper case.
 */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** Characters that break lines or change the direction of text. Joiners may stay: emoji and several scripts need them. */
const steering = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

/** A display name as we store it. @returns an empty text if nothing of it is visible; pages then show the username */
export function readDisplayName(given: string): string {
  const name = given.replaceAll(steering, '').trim()
  return isVisible(name) ? name : ''
}

/** @throws AppError `password_too_short`, `password_length` */
export function checkPassword(password: string): void {
  const length = lengthOf(password)
  if (length < PASSWORD_MIN) throw new AppError('password_too_short', { field: 'password' })
  if (length > PASSWORD_MAX) throw new AppError('password_length', { field: 'password' })
}
