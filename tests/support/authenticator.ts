import { Secret, TOTP } from 'otpauth'
import type { Caller, TestClock } from './test-services.ts'

const STEP_MS = 30_000

/** An authenticator app with one secret. */
export interface Authenticator {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** Returns the code it shows when the clock is this many steps ahead. */
  codeAt(steps: number): string
  /** Returns a code that was not shown before, by moving the clock to the next step. */
  nextCode(): string
}

/** Returns the code for a secret at a time. */
export const codeOf = (secret: string, nowMs: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: nowMs,
  })

/**
 * Returns a code that stays valid for at least half a step, because the server also accepts the steps before and after.
 */
export const firstCode = (secret: string): string => codeOf(secret, Date.now() - STEP_MS / 2)

/** Returns a code of a later step than {@link firstCode}, because no code counts twice. It stays valid as long. */
export const nextCode = (secret: string): string => codeOf(secret, Date.now() + STEP_MS / 2)

/** Sets up an authenticator app for an account. */
export async function setUpAuthenticator(caller: Caller, clock: TestClock): Promise<Authenticator> {
  const { secret } = await caller.call<{ secret: string }>('POST', '/api/user/totp')
  const { recovery_codes: recoveryCodes } = await caller.call<{ recovery_codes: string[] }>(
    'POST',
    '/api/user/totp/confirm',
    { code: codeOf(secret, clock.now()) },
  )
  return {
    secret,
    recoveryCodes,
    codeAt: (steps) => codeOf(secret, clock.now() + steps * STEP_MS),
    nextCode() {
      clock.advance(STEP_MS)
      return codeOf(secret, clock.now())
    },
  }
}
