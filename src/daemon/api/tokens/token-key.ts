import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 48

/** The context token keys are sealed with. */
export const TOKEN_KEY_CONTEXT = 'token:key'

/** A new key: 48 letters and digits, 285 bits of chance. */
export const newTokenKey = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** The prefix that clients put before a key. */
export const withoutPrefix = (text: string): string => (text.startsWith('sk-') ? text.slice(3) : text)
