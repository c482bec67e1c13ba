import { randomInt } from 'node:crypto'
import type { SecretBox } from '../../db/secrets.ts'
import { type KeyReader, maskKey, maySeeKeys } from '../../http/show-keys.ts'
import type { Options } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import type { TokenRow } from './tokens.repository.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 48

/** The context token keys are sealed with. */
export const TOKEN_KEY_CONTEXT = 'token:key'

/** A new key: 48 letters and digits, 285 bits of chance. */
export const newTokenKey = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** The prefix that clients put before a key. */
export const withoutPrefix = (text: string): string => (text.startsWith('sk-') ? text.slice(3) : text)

/** Whether this caller may see the keys of their tokens after they were made. */
export const showsKeys = (
  reader: KeyReader,
  { options, clock }: Pick<Services, 'options' | 'clock'>,
): boolean => maySeeKeys(reader, clock) && !options.current().TokenKeysShownOnce

/**
 * A key as it is stored. Where keys are shown only once, just the masked form is kept: not even somebody with the store
 * and its secret key can read the whole one, whatever the option says later.
 */
export function sealKey(
  key: string,
  secrets: SecretBox,
  { TokenKeysShownOnce }: Options,
): Pick<TokenRow, 'key_hash' | 'key_ciphertext'> {
  const kept = TokenKeysShownOnce ? maskKey(key) : key
  return { key_hash: secrets.hash(key), key_ciphertext: secrets.seal(kept, TOKEN_KEY_CONTEXT) }
}
