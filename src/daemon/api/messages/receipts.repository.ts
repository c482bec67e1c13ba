import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

/** Well below the number of values that both engines accept in one statement. */
const ROWS_PER_STATEMENT = 1000

export interface RecipientRow {
  readonly user_id: number
  readonly username: string
  readonly display_name: string
  /** Unix milliseconds; null = unread. */
  readonly read_ms: number | null
}

/** Records who received which message, and when they opened it. */
export const receiptsRepository = (db: Knex) => ({
  /** @param userIds distinct ids of accounts */
  async insert(messageId: number, userIds: readonly number[]): Promise<void> {
    for (const ids of inParts(userIds))
      await db('message_receipts').insert(ids.map((id) => ({ user_id: id, message_id: messageId })))
  },

  /** @returns those of `userIds` without an active account */
  async unknownAccounts(userIds: readonly number[]): Promise<number[]> {
    const known = new Set<number>()
    for (const ids of inParts(userIds)) {
      const rows = await db('users')
        .whereIn('id', ids)
        .whereNull('deleted_time')
        .select<{ id: number }[]>('id')
      for (const { id } of rows) known.add(id)
    }
    return userIds.filter((id) => !known.has(id))
  },

  /** Returns how many users have read each of these messages; messages that nobody has read are missing. */
  async readCounts(messageIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await db('message_receipts')
      .whereIn('message_id', [...messageIds])
      .whereNotNull('read_ms')
      .groupBy('message_id')
      .select<{ message_id: number; n: number | string }[]>('message_id', db.raw('count(*) AS n'))
    return new Map(rows.map((row) => [row.message_id, Number(row.n)]))
  },

  /** Lists recipients by account id. */
  listOf: (messageId: number, { size, offset }: Paging): Promise<RecipientRow[]> =>
    db('message_receipts')
      .join('users', 'users.id', 'message_receipts.user_id')
      .where('message_receipts.message_id', messageId)
      .orderBy('message_receipts.user_id')
      .limit(size)
      .offset(offset)
      .select<RecipientRow[]>('user_id', 'username', 'display_name', 'read_ms'),
})

function* inParts(ids: readonly number[]): Generator<number[]> {
  for (let at = 0; at < ids.length; at += ROWS_PER_STATEMENT) yield ids.slice(at, at + ROWS_PER_STATEMENT)
}
