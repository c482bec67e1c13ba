import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../db/secrets.ts'

/** Time that people have for the dialog of their browser. */
export const PASSKEY_MS = 300_000

const RANDOM_BYTES = 16
const TIME_BYTES = 6

/** The purpose for which a passkey's response is valid, and the requester. */
export interface PasskeyUse {
  readonly purpose: 'register' | 'sign-in' | 'second-factor' | 'proof'
  /** The account, session or ticket that requested it; empty = anybody. */
  readonly subject: string
}

/**
 * Creates and checks the challenges that passkeys sign. A challenge carries its expiry and a seal of its use under this
 * installation's key, so nothing is stored for strangers who only request one. Code that accepts a response records its
 * challenge as used.
 */
export const passkeyChallenges = (secrets: SecretBox) => {
  const sealOf = ({ purpose, subject }: PasskeyUse, head: Buffer): Buffer =>
    Buffer.from(
      secrets.fingerprint(JSON.stringify(['passkey-challenge', purpose, subject, head.toString('hex')])),
      'hex',
    )

  return {
    /** Creates a challenge. @returns base64url text */
    make(use: PasskeyUse, nowMs: number): string {
      const time = Buffer.alloc(TIME_BYTES)
      time.writeUIntBE(nowMs + PASSKEY_MS, 0, TIME_BYTES)
      const head = Buffer.concat([randomBytes(RANDOM_BYTES), time])
      return Buffer.concat([head, sealOf(use, head)]).toString('base64url')
    },

    /** @returns whether the challenge was created by this installation for this use and has not expired */
    isGood(challenge: string, use: PasskeyUse, nowMs: number): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      const head = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES)
      const [seal, expected] = [bytes.subarray(RANDOM_BYTES + TIME_BYTES), sealOf(use, head)]
      if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return false
      return head.readUIntBE(RANDOM_BYTES, TIME_BYTES) >= nowMs
    },
  }
}
