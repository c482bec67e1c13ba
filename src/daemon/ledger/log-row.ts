import type { Knex } from 'knex'
import type { Amount } from '../money/amount.ts'
import { describeEvent, type LogEvent, storedEvent } from './log-event.ts'

/** The log row of a booking. */
export interface CreditLog {
  /** Log type: 1 top-up, 3 management, 4 system, 5 check-in. */
  readonly type: 1 | 3 | 4 | 5
  readonly username: string
  /** The event, shown to each reader in their language. */
  readonly event: LogEvent
  readonly ip?: string
  readonly requestId?: string
}

/** The booking that a log row is about. */
export interface LoggedBooking {
  readonly userId: number
  /** Zero if no money of this user was moved. */
  readonly delta: Amount
  readonly atMs: number
  readonly tokenId?: number
  readonly channelId?: number
}

/** Writes a row of the user's log inside the caller's transaction. */
export async function writeLogRow(
  trx: Knex.Transaction,
  { userId, delta, atMs, tokenId, channelId }: LoggedBooking,
  log: CreditLog,
): Promise<void> {
  await trx('usage_logs').insert({
    request_id: log.requestId ?? null,
    at_ms: atMs,
    type: log.type,
    user_id: userId,
    username: log.username,
    token_id: tokenId ?? 0,
    channel_id: channelId ?? 0,
    quota: String(delta),
    ip: log.ip ?? '',
    // English text, for searching the log and for people who read the table directly.
    content: describeEvent(log.event, 'en'),
    other: storedEvent(log.event),
  })
}
