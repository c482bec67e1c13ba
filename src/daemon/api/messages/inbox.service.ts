import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import type { Services } from '../../services.ts'
import { type InboxRow, inboxRepository } from './inbox.repository.ts'
import { toIsoTime } from './message-time.ts'

type InboxAnswer = Data<'getInboxMessage'>

type InboxQuery = Parameters<typeof readPaging>[0] & { readonly unread?: boolean }

const toInboxAnswer = ({ created_ms: createdMs, read_ms: readMs, ...message }: InboxRow): InboxAnswer => ({
  ...message,
  created_at: toIsoTime(createdMs),
  read_at: readMs === null ? null : toIsoTime(readMs),
  is_read: readMs !== null,
})

/** The messages that a user has received. Messages only to others are treated as missing. */
export const inboxService = ({ knex, clock }: Pick<Services, 'knex' | 'clock'>) => {
  /** @throws AppError `message_not_found` */
  const get = async (userId: number, id: number): Promise<InboxAnswer> => {
    const row = await inboxRepository(knex, userId).find(id)
    if (!row) throw new AppError('message_not_found')
    return toInboxAnswer(row)
  }
  return {
    get,

    async list(userId: number, query: InboxQuery): Promise<Page<InboxAnswer>> {
      const paging = readPaging(query)
      const inbox = inboxRepository(knex, userId)
      const [rows, total] = await Promise.all(
        query.unread ? [inbox.listUnread(paging), inbox.countUnread()] : [inbox.list(paging), inbox.count()],
      )
      return toPage(rows.map(toInboxAnswer), total, paging)
    },

    countUnread: (userId: number): Promise<number> => inboxRepository(knex, userId).countUnread(),

    /** Marks a message as read; if it already was, the first time stays. @throws AppError `message_not_found` */
    async read(userId: number, id: number): Promise<InboxAnswer> {
      await inboxRepository(knex, userId).markRead(id, clock.now())
      return get(userId, id)
    },
  }
}
