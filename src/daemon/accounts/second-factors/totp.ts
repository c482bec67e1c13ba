import type { Knex } from 'knex'
import type { TOTP } from 'otpauth'
import { typedCode } from '../typed-code.ts'
import type { FactorDeps, MakeFactor } from './factor.ts'

/** RFC 6238 with the parameters that every authenticator app supports. */
const PERIOD_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** A clock may be wrong by one step in either direction. */
const DRIFT_STEPS = 1

interface TotpRow {
  user_id: number
  /** The secret in use; empty = none. */
  secret_ciphertext: string
  /** A secret that was shown but has not been confirmed with a code; empty = none. */
  pending_ciphertext: string
  confirmed_ms: number | null
  /** The time step of the last code that was accepted. */
  last_step: number
}

/** The data that an authenticator app needs. */
export interface NewTotp {
  /** Base32, for typing. */
  readonly secret: string
  /** For the QR code. */
  readonly uri: string
}

const contextOf = (userId: number): string => `totp:${userId}`

async function totpOf(secret: string): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
  })
}

/** Finds the time step of a code. @param code as it was typed. @returns undefined if the code is wrong */
async function stepOf(secret: string, code: string, nowMs: number): Promise<number | undefined> {
  const token = typedCode(code)
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = await totpOf(secret)
  const delta = totp.validate({ token, timestamp: nowMs, window: DRIFT_STEPS })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta
}

/**
 * Manages the secrets of authenticator apps, one per account. A new one replaces the old one once its first code has
 * been entered.
 */
export const totpSecrets = (db: Knex, { secrets, clock }: FactorDeps) => {
  const rows = () => db<TotpRow>('totp_secrets')

  return {
    /** @param issuer name of the site as shown by the app */
    async begin(userId: number, issuer: string, username: string): Promise<NewTotp> {
      const { Secret } = await import('otpauth')
      const secret = new Secret({ size: SECRET_BYTES })
      const pending = { pending_ciphertext: secrets.seal(secret.base32, contextOf(userId)) }
      await rows()
        .insert({ user_id: userId, ...pending })
        .onConflict('user_id')
        .merge(pending)
      const totp = await totpOf(secret.base32)
      totp.issuer = issuer
      totp.label = username
      return { secret: secret.base32, uri: totp.toString() }
    },

    /** @returns false if the code is wrong or no secret is pending */
    async confirm(userId: number, code: string): Promise<boolean> {
      const row = await rows().where({ user_id: userId }).first()
      if (!row || row.pending_ciphertext === '') return false
      const secret = secrets.open(row.pending_ciphertext, contextOf(userId))
      const step = await stepOf(secret, code, clock.now())
      if (step === undefined) return false
      const confirmed = await rows()
        .where({ user_id: userId, pending_ciphertext: row.pending_ciphertext })
        .update({
          secret_ciphertext: row.pending_ciphertext,
          pending_ciphertext: '',
          confirmed_ms: clock.now(),
          last_step: step,
        })
      return confirmed === 1
    },
  }
}

/** Codes of an authenticator app as a second factor. Each time step is accepted once. */
export const totp: MakeFactor = (db, { secrets, clock }) => {
  const confirmed = (userId: number) =>
    db<TotpRow>('totp_secrets').where({ user_id: userId }).whereNotNull('confirmed_ms')

  return {
    kind: 'totp',
    member: 'code',
    isSpare: false,
    isSetUp: async (userId) => (await confirmed(userId).first('user_id')) !== undefined,
    async verify(userId, given) {
      const row = await confirmed(userId).first()
      if (!row) return false
      const secret = secrets.open(row.secret_ciphertext, contextOf(userId))
      const step = await stepOf(secret, String(given), clock.now())
      if (step === undefined) return false
      const used = await confirmed(userId)
        .where({ secret_ciphertext: row.secret_ciphertext })
        .where('last_step', '<', step)
        .update({ last_step: step })
      return used === 1
    },
    async remove(userId) {
      await db('totp_secrets').where({ user_id: userId }).del()
    },
  }
}
