import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { areEqual } from '../equal-secrets.ts'

/** A terminal fetches its token at once, but people who paste the code need some time. */
const CODE_MS = 120_000

/** A terminal that a user has authorized. */
export interface AllowedTerminal {
  readonly userId: number
  /** Name of its access token. */
  readonly name: string
}

/**
 * Manages one-time codes with which a terminal fetches its access token. A code is useless without the verifier whose
 * SHA-256 the terminal sent at the start (RFC 7636, S256).
 */
export const terminalCodes = (db: Knex, secrets: SecretBox) => {
  const hashOf = (code: string): string => secrets.hash(`terminal-code:${code.trim()}`)

  return {
    /** @returns the code, which is not stored anywhere */
    async begin(
      { userId, name }: AllowedTerminal,
      challenge: string,
      nowMs: number,
    ): Promise<{ code: string; expiresMs: number }> {
      const code = randomBytes(24).toString('base64url')
      const expiresMs = nowMs + CODE_MS
      await db('terminal_codes').where('expires_ms', '<', nowMs).del()
      await db('terminal_codes').insert({
        code_hash: hashOf(code),
        user_id: userId,
        challenge,
        name,
        expires_ms: expiresMs,
      })
      return { code, expiresMs }
    },

    /** Returns the owner of an unused code. */
    async ownerOf(code: string): Promise<number | undefined> {
      return (
        await db('terminal_codes')
          .where({ code_hash: hashOf(code) })
          .first('user_id')
      )?.user_id
    },

    /**
     * Uses up a code, no matter who presents it; if several callers try, only one succeeds.
     *
     * @returns undefined for a code that is unknown, used, too old or of another terminal
     */
    async use(code: string, verifier: string, nowMs: number): Promise<AllowedTerminal | undefined> {
      const [row] = await db('terminal_codes')
        .where({ code_hash: hashOf(code) })
        .del()
        .returning<{ user_id: number; challenge: string; name: string; expires_ms: number }[]>([
          'user_id',
          'challenge',
          'name',
          'expires_ms',
        ])
      if (!row || row.expires_ms < nowMs) return undefined
      const given = createHash('sha256').update(verifier).digest('base64url')
      return areEqual(given, row.challenge) ? { userId: row.user_id, name: row.name } : undefined
    },
  }
}
