import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'

const TICKET_MS = 300_000
const ATTEMPTS_MAX = 5

/** A sign-in that has passed its first step. */
export interface NewTicket {
  /** Not stored anywhere. */
  readonly ticket: string
  readonly expiresMs: number
}

/** Manages sign-ins that wait for their second step; each ticket opens one session of one account. */
export const signInTickets = (db: Knex, secrets: SecretBox) => {
  const hashOf = (ticket: string): string => secrets.hash(`sign-in-ticket:${ticket}`)
  const good = (ticket: string, nowMs: number) =>
    db('sign_in_tickets')
      .where({ ticket_hash: hashOf(ticket) })
      .where('expires_ms', '>', nowMs)

  return {
    async begin(userId: number, nowMs: number): Promise<NewTicket> {
      const ticket = randomBytes(32).toString('base64url')
      const expiresMs = nowMs + TICKET_MS
      await db('sign_in_tickets').where('expires_ms', '<=', nowMs).del()
      await db('sign_in_tickets').insert({
        ticket_hash: hashOf(ticket),
        user_id: userId,
        expires_ms: expiresMs,
        attempts: 0,
      })
      return { ticket, expiresMs }
    },

    /** Returns the account of a ticket without counting an attempt. @throws AppError `sign_in_expired` */
    async userOf(ticket: string, nowMs: number): Promise<number> {
      const row = await good(ticket, nowMs).where('attempts', '<', ATTEMPTS_MAX).first('user_id')
      if (!row) throw new AppError('sign_in_expired')
      return row.user_id
    },

    /**
     * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit.
     *
     * @returns the account
     * @throws AppError `sign_in_expired`: unknown, used, too old, or too many attempts
     */
    async attempt(ticket: string, nowMs: number): Promise<number> {
      const [row] = await good(ticket, nowMs)
        .where('attempts', '<', ATTEMPTS_MAX)
        .update({ attempts: db.raw('attempts + 1') })
        .returning<{ user_id: number }[]>('user_id')
      if (!row) throw new AppError('sign_in_expired')
      return row.user_id
    },

    /**
     * Uses up a ticket; if several callers try, only one succeeds.
     * @throws AppError `sign_in_expired` for the others
     */
    async use(ticket: string, nowMs: number): Promise<void> {
      if ((await good(ticket, nowMs).del()) !== 1) throw new AppError('sign_in_expired')
    },
  }
}
