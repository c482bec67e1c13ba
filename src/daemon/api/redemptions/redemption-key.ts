import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../db/secrets.ts'

/** Encryption context of the keys. */
export const REDEMPTION_KEY_CONTEXT = 'redemption:key'

/** Generates 128 random bits in hex. */
export const newRedemptionKey = (): string => randomBytes(16).toString('hex')

/** Accepts custom codes whose characters can be typed, read aloud and put into a URL. */
export const isRedemptionKey = (text: string): boolean => /^[0-9A-Za-z_-]{1,32}$/.test(text)

/** Computes the hash for the lookup. It is keyed, because custom codes can be guessed. */
export const redemptionKeyHash = (key: string, secrets: SecretBox): string =>
  secrets.fingerprint(`redemption:${key}`)
