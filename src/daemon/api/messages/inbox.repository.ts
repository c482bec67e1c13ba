import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'
import type { MessageRow } from './messages.repository.ts'

export interface InboxRow extends Pick<MessageRow, 'id' | 'title' | 'content' | 'format' | 'created_ms'> {
  /** Unix milliseconds; null = unread. */
  readonly read_ms: number | null
}

/** Reads the messages of one user. Every statement filters by the user, so that nobody can read messages to others. */
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

    /** Lists messages, newest first. */
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

    /** Marks a message as read. Has no effect on messages that are already read or that only others received. */
    async markRead(id: number, nowMs: number): Promise<void> {
      await receipts().where({ message_id: id }).whereNull('read_ms').update({ read_ms: nowMs })
    },
  }
}
