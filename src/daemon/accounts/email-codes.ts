import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { emailKey } from './email-address.ts'
import { typedCode } from './typed-code.ts'

/** Purpose of a code. Password reset links are in the same table, see {@link resetTokens}. */
export type CodePurpose = 'register' | 'bind'

export const CODE_MINUTES = 10
const CODE_MS = CODE_MINUTES * 60_000
/** Six digits and this many tries give a chance of one in a hundred thousand per email. */
const TRIES_MAX = 10

/** Manages codes that were sent to mailboxes. Bind to a transaction to take part in it. */
export const emailCodes = (db: Knex, secrets: SecretBox) => {
  const hashOf = (email: string, purpose: CodePurpose, code: string): string =>
    secrets.fingerprint(`email-code:${purpose}:${emailKey(email)}:${typedCode(code)}`)
  const row = (email: string, purpose: CodePurpose) => ({ email_key: emailKey(email), purpose })

  return {
    /** Creates a code that replaces the earlier one. @returns the code for the email, which is not stored anywhere */
    async make(email: string, purpose: CodePurpose, nowMs: number): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await db('email_codes').where('expires_ms', '<', nowMs).delete()
      await db('email_codes')
        .insert({
          ...row(email, purpose),
          code_hash: hashOf(email, purpose, code),
          expires_ms: nowMs + CODE_MS,
          tries: 0,
        })
        .onConflict(['email_key', 'purpose'])
        .merge()
      return code
    },

    /**
     * Checks a code and counts the try, right or wrong. Must not be called in a transaction that a wrong code rolls
     * back.
     *
     * @throws AppError `verification_code_invalid`: wrong, for another address, too old, or tried too often
     */
    async check(email: string, purpose: CodePurpose, code: string | undefined, nowMs: number): Promise<void> {
      const [found] = await db('email_codes')
        .where(row(email, purpose))
        .where('expires_ms', '>=', nowMs)
        .where('tries', '<', TRIES_MAX)
        .increment('tries', 1)
        .returning<{ code_hash: string }[]>('code_hash')
      if (found?.code_hash !== hashOf(email, purpose, code ?? '')) throw invalid()
    },

    /**
     * Uses up a code; if several callers try, only one succeeds.
     * @throws AppError `verification_code_invalid` for the others
     */
    async use(email: string, purpose: CodePurpose, code: string | undefined): Promise<void> {
      const used = await db('email_codes')
        .where({ ...row(email, purpose), code_hash: hashOf(email, purpose, code ?? '') })
        .delete()
      if (used === 0) throw invalid()
    },
  }
}

const invalid = (): AppError => new AppError('verification_code_invalid', { field: 'verification_code' })
