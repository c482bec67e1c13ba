import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { emailKey } from './email-address.ts'

export const RESET_MINUTES = 10
const RESET_MS = RESET_MINUTES * 60_000
const TOKEN_BYTES = 16
const PURPOSE = 'reset'

/** The account whose password will be replaced. */
export interface ResetAccount {
  readonly id: number
  /** Absent = the account has no password yet. */
  readonly passwordHash: string | undefined
}

/**
 * Manages the tokens of password reset links, one per address, in the same table as the email codes. Bind to a
 * transaction to take part in it.
 *
 * The stored hash is keyed and covers address, account and current password, so a link stops working as soon as the
 * password changes in any other way or the address moves to another account. Wrong tries are not counted: nobody
 * guesses 128 random bits, and a limit would let anybody who knows an address disable its link.
 */
export const resetTokens = (db: Knex, secrets: SecretBox) => {
  const hashOf = (email: string, account: ResetAccount | undefined, token: string): string =>
    secrets.fingerprint(
      JSON.stringify(['reset', emailKey(email), account?.id ?? 0, account?.passwordHash ?? '', token]),
    )
  const good = (email: string, account: ResetAccount, token: string, nowMs: number) =>
    db('email_codes')
      .where({ email_key: emailKey(email), purpose: PURPOSE, code_hash: hashOf(email, account, token) })
      .where('expires_ms', '>=', nowMs)

  return {
    /**
     * Creates a token that replaces the earlier one.
     *
     * @param account undefined = no account: does the same work for a token that is never valid
     * @returns 32 hexadecimal digits for the email, which are not stored anywhere
     */
    async make(email: string, account: ResetAccount | undefined, nowMs: number): Promise<string> {
      const token = randomBytes(TOKEN_BYTES).toString('hex')
      await db('email_codes').where('expires_ms', '<', nowMs).delete()
      await db('email_codes')
        .insert({
          email_key: emailKey(email),
          purpose: PURPOSE,
          code_hash: hashOf(email, account, token),
          expires_ms: nowMs + RESET_MS,
          tries: 0,
        })
        .onConflict(['email_key', 'purpose'])
        .merge()
      return token
    },

    /** @throws AppError `reset_link_invalid`: wrong, used, for another address, too old or replaced */
    async check(
      email: string,
      account: ResetAccount | undefined,
      token: string,
      nowMs: number,
    ): Promise<void> {
      const found = account && (await good(email, account, token, nowMs).first('email_key'))
      if (found === undefined) throw new AppError('reset_link_invalid')
    },

    /**
     * Uses up a token; if several callers try, only one succeeds.
     * @throws AppError `reset_link_invalid` for the others
     */
    async use(email: string, account: ResetAccount, token: string, nowMs: number): Promise<void> {
      const used = await good(email, account, token, nowMs).delete()
      if (used === 0) throw new AppError('reset_link_invalid')
    },
  }
}
