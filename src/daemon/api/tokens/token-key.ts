import { randomInt } from 'node:crypto'
import type { SecretBox } from '../../db/secrets.ts'
import { type KeyReader, maskKey, maySeeKeys } from '../../http/show-keys.ts'
import type { Options } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import type { TokenRow } from './tokens.repository.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 48

/** Encryption context of token keys. */
export const TOKEN_KEY_CONTEXT = 'token:key'

/** Generates a key: 48 letters and digits, 285 random bits. */
export const newTokenKey = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Removes the prefix that clients put before a key. */
export const withoutPrefix = (text: string): string => (text.startsWith('sk-') ? text.slice(3) : text)

/** Reports whether a caller may see the keys of their tokens after creating them. */
export const showsKeys = (
  reader: KeyReader,
  { options, clock }: Pick<Services, 'options' | 'clock'>,
): boolean => maySeeKeys(reader, clock) && !options.current().TokenKeysShownOnce

/**
 * Prepares a key for storage. If keys are shown only once, only the masked form is kept: even somebody with the
 * database and its secret key cannot recover the whole key, whatever the option's later value.
 */
export function sealKey(
  key: string,
  secrets: SecretBox,
  { TokenKeysShownOnce }: Options,
): Pick<TokenRow, 'key_hash' | 'key_ciphertext'> {
  const kept = TokenKeysShownOnce ? maskKey(key) : key
  return { key_hash: secrets.hash(key), key_ciphertext: secrets.seal(kept, TOKEN_KEY_CONTEXT) }
}
