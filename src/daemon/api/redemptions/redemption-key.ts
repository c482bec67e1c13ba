import { randomBytes } from 'node:crypto'
import type { SecretBox } from '../../db/secrets.ts'

/** The context codes are sealed with. */
export const REDEMPTION_KEY_CONTEXT = 'redemption:key'

/** 128 bits of chance in hex. */
export const newRedemptionKey = (): string => randomBytes(16).toString('hex')

/** Codes of your own choice: characters that can be typed, read out and put into a URL. */
export const isRedemptionKey = (text: string): boolean => /^[0-9A-Za-z_-]{1,32}$/.test(text)

/** For the look-up. Keyed, because own codes can be guessed. */
export const redemptionKeyHash = (key: string, secrets: SecretBox): string =>
  secrets.fingerprint(`redemption:${key}`)
