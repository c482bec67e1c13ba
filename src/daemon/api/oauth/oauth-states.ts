import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'

/** Time that a user may spend at the provider. */
export const STATE_MS = 600_000

/** A sign-in that has begun. */
export interface BegunSignIn {
  /** The user who was signed in at the start; 0 = nobody. */
  readonly userId: number
  /** Invite code; empty = none. */
  readonly affCode: string
}

/** The value that the provider sees, and the one that stays secret until the code is redeemed. */
export interface StateSecrets {
  readonly nonce: string
  /** Proof key, RFC 7636: 64 hexadecimal digits. */
  readonly verifier: string
}

/** Generates the value of the cookie that identifies the browser. */
export const newBrowserId = (): string => randomBytes(32).toString('base64url')

/** Derives nonce and proof key from the state with this installation's key, so neither has to be stored. */
export const secretsOf = (state: string, secrets: SecretBox): StateSecrets => ({
  nonce: secrets.fingerprint(`oauth-nonce:${state}`),
  verifier: secrets.fingerprint(`oauth-verifier:${state}`),
})

/** Computes the `code_challenge` of a proof key, with the method S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/** Manages sign-ins in progress; each state works once. */
export const oauthStates = (db: Knex, secrets: SecretBox) => {
  const hashOf = (kind: 'state' | 'browser', text: string): string => secrets.hash(`oauth-${kind}:${text}`)

  return {
    /** @returns the state, which is not stored anywhere */
    async begin(browserId: string, begun: BegunSignIn, nowMs: number): Promise<string> {
      const state = randomBytes(24).toString('base64url')
      await db('oauth_states').insert({
        state_hash: hashOf('state', state),
        browser_hash: hashOf('browser', browserId),
        user_id: begun.userId,
        aff_code: begun.affCode,
        expires_ms: nowMs + STATE_MS,
      })
      return state
    },

    /**
     * Uses up a state, no matter who presents it; if several callers try, only one succeeds.
     * @returns undefined for a state that is unknown, used, too old or of another browser
     */
    async use(state: string, browserId: string, nowMs: number): Promise<BegunSignIn | undefined> {
      const [found] = await db('oauth_states')
        .where({ state_hash: hashOf('state', state) })
        .delete()
        .returning<{ browser_hash: string; user_id: number; aff_code: string; expires_ms: number }[]>([
          'browser_hash',
          'user_id',
          'aff_code',
          'expires_ms',
        ])
      if (!found || found.expires_ms < nowMs) return undefined
      const isSameBrowser = timingSafeEqual(
        Buffer.from(found.browser_hash),
        Buffer.from(hashOf('browser', browserId)),
      )
      return isSameBrowser ? { userId: found.user_id, affCode: found.aff_code } : undefined
    },
  }
}
