import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'
import type { MessageRow } from './messages.repository.ts'

export interface InboxRow extends Pick<MessageRow, 'id' | 'title' | 'content' | 'format' | 'created_ms'> {
  /** Unix milliseconds; null = not yet. */
  readonly read_ms: number | null
}

/** The messages of one user: every statement names the user, so that nobody reads messages to others. */
export const inboxRepository = (db: Knex, userId: number) => {
  const receipts = () => db('message_receipts').where({ user_id: userId })
  const messages = () =>
    receipts()
      .join('messages', 'messages.id', 'message_receipts.message_id')
      .select<InboxRow[]>('messages.id', 'title', 'content', 'format', 'created_ms', 'read_ms')
  const count = async (rows: Knex.QueryBuilder): Promise<number> => {
    const [row] = (await rows.count({ n: '*' })) as { n: number | string }[]
    return Number(row?.n ?? 0)
  }
  return {
    async find(id: number): Promise<InboxRow | undefined> {
      const [row] = await messages().where('message_receipts.message_id', id)
      return row
    },

    /** Newest first. */
    list: ({ size, offset }: Paging): Promise<InboxRow[]> =>
      messages().orderBy('message_receipts.message_id', 'desc').limit(size).offset(offset),

    listUnread: ({ size, offset }: Paging): Promise<InboxRow[]> =>
      messages()
        .whereNull('read_ms')
        .orderBy('message_receipts.message_id', 'desc')
        .limit(size)
        .offset(offset),

    count: (): Promise<number> => count(receipts()),
    countUnread: (): Promise<number> => count(receipts().whereNull('read_ms')),

    /** Does nothing to a message that was read before, or that somebody else was sent. */
    async markRead(id: number, nowMs: number): Promise<void> {
      await receipts().where({ message_id: id }).whereNull('read_ms').update({ read_ms: nowMs })
    },
  }
}
