import { AppError } from '../../errors/app-error.ts'
import type { Body, Data } from '../../http/contract.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { refuseMoved } from '../refuse-moved.ts'
import { readMessageDate, toIsoTime } from './message-time.ts'
import {
  type MessageFilter,
  type MessageFormat,
  type MessageRow,
  messagesRepository,
} from './messages.repository.ts'
import { receiptsRepository } from './receipts.repository.ts'

type MessageAnswer = Data<'getMessage'>
type RecipientAnswer = Data<'listMessageRecipients'>['items'][number]

export interface MessageInput {
  readonly title?: string
  readonly content?: string
  readonly format?: MessageFormat
}

interface PagingQuery {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
}

interface SearchQuery extends PagingQuery {
  readonly keyword?: string
  readonly start_date?: string
  readonly end_date?: string
}

/** Maximum number of ids in an error; more would not help anybody. */
const NAMED_IDS_MAX = 10

/** Manages messages from administrators to users. Any administrator manages all of them. */
export const messagesService = ({ knex, clock }: Pick<Services, 'knex' | 'clock'>) => {
  const page = async (filter: MessageFilter, query: PagingQuery): Promise<Page<MessageAnswer>> => {
    const paging = readPaging(query)
    const repository = messagesRepository(knex)
    const [rows, total] = await Promise.all([repository.list(filter, paging), repository.count(filter)])
    return toPage(await toAnswers(rows), total, paging)
  }

  const toAnswers = async (rows: readonly MessageRow[]): Promise<MessageAnswer[]> => {
    const read = await receiptsRepository(knex).readCounts(rows.map(({ id }) => id))
    return rows.map((row) => toMessageAnswer(row, read.get(row.id) ?? 0))
  }

  /** @throws AppError `message_not_found` */
  const get = async (id: number): Promise<MessageAnswer> => {
    const row = await messagesRepository(knex).find(id)
    const [answer] = row ? await toAnswers([row]) : []
    if (!answer) throw new AppError('message_not_found')
    return answer
  }

  return {
    get,
    list: (query: PagingQuery) => page({ keyword: '', fromMs: undefined, untilMs: undefined }, query),

    /** @throws AppError `message_date_invalid` */
    search: (query: SearchQuery) =>
      page(
        {
          keyword: query.keyword?.trim() ?? '',
          fromMs: readMessageDate(query.start_date, 'start_date', 'first'),
          untilMs: readMessageDate(query.end_date, 'end_date', 'last'),
        },
        query,
      ),

    /** @throws AppError `message_not_found` */
    async recipients(id: number, query: PagingQuery): Promise<Page<RecipientAnswer>> {
      const message = await messagesRepository(knex).find(id)
      if (!message) throw new AppError('message_not_found')
      const paging = readPaging(query)
      const rows = await receiptsRepository(knex).listOf(id, paging)
      return toPage(
        rows.map(({ read_ms: readMs, ...account }) => ({
          ...account,
          read_at: readMs === null ? null : toIsoTime(readMs),
        })),
        message.recipient_count,
        paging,
      )
    },

    /**
     * @throws AppError `message_title_required`, `message_content_required`, `message_recipients_required`,
     *   `message_recipient_unknown`
     */
    create: (input: MessageInput & { readonly user_ids?: readonly number[] }, author: Author) => {
      const { title, content, format = 'markdown' } = readMessage(input)
      if (title === undefined) throw new AppError('message_title_required', { field: 'title' })
      if (content === undefined) throw new AppError('message_content_required', { field: 'content' })
      const userIds = [...new Set(input.user_ids)]
      if (userIds.length === 0) throw new AppError('message_recipients_required', { field: 'user_ids' })
      return knex.transaction(async (trx): Promise<MessageAnswer> => {
        const receipts = receiptsRepository(trx)
        checkAccounts(await receipts.unknownAccounts(userIds))
        const nowMs = clock.now()
        const row = {
          title,
          content,
          format,
          creator_id: author.id,
          recipient_count: userIds.length,
          created_ms: nowMs,
          updated_ms: nowMs,
        }
        const id = await messagesRepository(trx).insert(row)
        await receipts.insert(id, userIds)
        const after = toFacts(row)
        await recordChange(trx, author, { ...target(id), action: 'message.create', after })
        return toMessageAnswer({ id, ...row }, 0)
      })
    },

    /** @throws AppError `message_not_found`, `message_title_required`, `message_content_required`, `revision_moved` */
    async update(
      id: number,
      input: MessageInput,
      seen: Body<'updateMessage'>['before'],
      author: Author,
    ): Promise<MessageAnswer> {
      const changes = readMessage(input)
      await knex.transaction(async (trx) => {
        const repository = messagesRepository(trx)
        const before = await repository.lock(id)
        if (!before) throw new AppError('message_not_found')
        const { title, content, format } = { ...before, ...changes }
        const after = { ...before, title, content, format }
        refuseMoved(seen, { before, after })
        if (JSON.stringify(after) === JSON.stringify(before)) return
        await repository.update(id, { title, content, format, updated_ms: clock.now() })
        await recordChange(trx, author, {
          ...target(id),
          action: 'message.update',
          before: toFacts(before),
          after: toFacts(after),
        })
      })
      return get(id)
    },

    /** Deletes a message, also from every inbox. @throws AppError `message_not_found` */
    remove: (id: number, author: Author): Promise<void> =>
      knex.transaction(async (trx) => {
        const repository = messagesRepository(trx)
        const before = await repository.lock(id)
        if (!before) throw new AppError('message_not_found')
        await repository.remove(id)
        await recordChange(trx, author, { ...target(id), action: 'message.delete', before: toFacts(before) })
      }),
  }
}

const target = (id: number) => ({ targetKind: 'message', targetId: id })

/** Selects the fields for the audit row. */
const toFacts = ({ title, content, format, recipient_count }: Omit<MessageRow, 'id'>) => ({
  title,
  content,
  format,
  total_recipients: recipient_count,
})

const toMessageAnswer = (row: MessageRow, readCount: number): MessageAnswer => ({
  id: row.id,
  title: row.title,
  content: row.content,
  format: row.format,
  created_at: toIsoTime(row.created_ms),
  updated_at: toIsoTime(row.updated_ms),
  created_by: row.creator_id,
  stats: {
    total_recipients: row.recipient_count,
    read_count: readCount,
    unread_count: row.recipient_count - readCount,
  },
})

/** Reads the given values, trimmed; absent stays absent, blank is refused. */
function readMessage(input: MessageInput): MessageInput {
  const title = input.title?.trim()
  const content = input.content?.trim()
  if (title === '') throw new AppError('message_title_required', { field: 'title' })
  if (content === '') throw new AppError('message_content_required', { field: 'content' })
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
    ...(input.format === undefined ? {} : { format: input.format }),
  }
}

function checkAccounts(unknown: readonly number[]): void {
  if (unknown.length === 0) return
  const named = unknown.slice(0, NAMED_IDS_MAX).join(', ')
  const ids = unknown.length > NAMED_IDS_MAX ? `${named} …` : named
  throw new AppError('message_recipient_unknown', { field: 'user_ids', values: { ids } })
}
