import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'

/** How long somebody may take at the provider. */
export const STATE_MS = 600_000

/** A sign-in that was begun. */
export interface BegunSignIn {
  /** Who was signed in then; 0 = nobody. */
  readonly userId: number
  /** Invite code; empty = none. */
  readonly affCode: string
}

/** What of a state the provider is told, and what is kept from everybody until the code is redeemed. */
export interface StateSecrets {
  readonly nonce: string
  /** Proof key, RFC 7636: 64 hexadecimal digits. */
  readonly verifier: string
}

/** For the cookie that tells browsers apart. */
export const newBrowserId = (): string => randomBytes(32).toString('base64url')

/** Nonce and proof key follow from the state under this installation's key, so nothing of them has to be stored. */
export const secretsOf = (state: string, secrets: SecretBox): StateSecrets => ({
  nonce: secrets.fingerprint(`oauth-nonce:${state}`),
  verifier: secrets.fingerprint(`oauth-verifier:${state}`),
})

/** `code_challenge` of a proof key, method S256. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

/** Sign-ins that were begun; each is good once. */
export const oauthStates = (db: Knex, secrets: SecretBox) => {
  const hashOf = (kind: 'state' | 'browser', text: string): string => secrets.hash(`oauth-${kind}:${text}`)

  return {
    /** @returns the state, which is nowhere else */
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
     * Uses up a state, no matter who presents it: of several callers, only one succeeds.
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

/**
 * Marks a proof that is no state of ours (a code of WeChat's, a signature of Telegram's) as used.
 * @throws a unique violation when it was used before
 */
export async function spendProof(
  trx: Knex,
  secrets: SecretBox,
  proof: string,
  expiresMs: number,
): Promise<void> {
  await trx('spent_proofs').insert({
    proof_hash: secrets.fingerprint(`proof:${proof}`),
    expires_ms: expiresMs,
  })
}
