import type { Knex } from 'knex'
import { orWhereContains } from '../../db/like.ts'
import type { Paging } from '../../http/paging.ts'

export type MessageFormat = 'markdown' | 'html'

/** One row of `messages`. */
export interface MessageRow {
  id: number
  title: string
  content: string
  format: MessageFormat
  creator_id: number
  /** Never changes, because the recipients are fixed when the message is sent. */
  recipient_count: number
  created_ms: number
  updated_ms: number
}

/** Conditions for messages; absent = all. Both times are inclusive. */
export interface MessageFilter {
  /** Part of the title or of the content. */
  readonly keyword: string
  readonly fromMs: number | undefined
  readonly untilMs: number | undefined
}

/** Reads and writes sent messages. The receipts record who has read them. */
export const messagesRepository = (db: Knex) => {
  const matching = ({ keyword, fromMs, untilMs }: MessageFilter) =>
    db<MessageRow>('messages').where((query) => {
      if (fromMs !== undefined) void query.where('created_ms', '>=', fromMs)
      if (untilMs !== undefined) void query.where('created_ms', '<=', untilMs)
      if (keyword !== '')
        void query.where((either) => {
          void orWhereContains(orWhereContains(either, 'title', keyword), 'content', keyword)
        })
    })
  return {
    find: (id: number): Promise<MessageRow | undefined> => db<MessageRow>('messages').where({ id }).first(),
    lock: (id: number): Promise<MessageRow | undefined> =>
      db<MessageRow>('messages').where({ id }).forUpdate().first(),

    /** Lists messages, newest first. */
    list: (filter: MessageFilter, { size, offset }: Paging): Promise<MessageRow[]> =>
      matching(filter).orderBy('id', 'desc').limit(size).offset(offset).select('*'),

    async count(filter: MessageFilter): Promise<number> {
      const [row] = await matching(filter).count<{ total: number | string }[]>({ total: '*' })
      return Number(row?.total ?? 0)
    },

    async insert(row: Omit<MessageRow, 'id'>): Promise<number> {
      const [inserted] = await db('messages').insert(row).returning<{ id: number }[]>('id')
      if (!inserted) throw new Error('The store gave no id for a new message.')
      return inserted.id
    },

    async update(
      id: number,
      columns: Pick<MessageRow, 'title' | 'content' | 'format' | 'updated_ms'>,
    ): Promise<void> {
      await db('messages').where({ id }).update(columns)
    },

    /** Deletes a message together with its receipts. */
    async remove(id: number): Promise<void> {
      await db('messages').where({ id }).delete()
    },
  }
}
