import type { Knex } from 'knex'
import type { Amount } from '../money/amount.ts'
import { describeEvent, type LogEvent, storedEvent } from './log-event.ts'

/** What the log says of a booking. */
export interface CreditLog {
  /** 1 top-up, 3 management, 4 system, 5 check-in of the family's log types. */
  readonly type: 1 | 3 | 4 | 5
  readonly username: string
  /** Put into words for each reader in their language. */
  readonly event: LogEvent
  readonly ip?: string
  readonly requestId?: string
}

/** The user whose row it is, and what was booked for them. */
export interface LoggedBooking {
  readonly userId: number
  /** Zero where the row tells of something that moved no money of this user. */
  readonly delta: Amount
  readonly atMs: number
  readonly tokenId?: number
  readonly channelId?: number
}

/** Writes a row into the user's log; it stands or falls with the transaction. */
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
    // In English: what the search of the log compares with, and what people see who read the table itself.
    content: describeEvent(log.event, 'en'),
    other: storedEvent(log.event),
  })
}
