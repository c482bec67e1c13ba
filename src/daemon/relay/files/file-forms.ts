import type { FileProtocol } from '../../channel-types/types.ts'
import { asText } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { VendorFile } from '../stored/vendor-files.ts'

/** The part of a list that a client asks for. */
export interface ListWish {
  readonly limit: number
  readonly order: 'asc' | 'desc'
  /** The id of the file before the first one to list; undefined = from the beginning. */
  readonly after: string | undefined
  readonly purpose: string
}

/** The protocols whose file API is at `/v1/files`. */
type SharedProtocol = Exclude<FileProtocol, 'gemini'>

/** The file API of one protocol. */
export interface FileForm {
  readonly protocol: SharedProtocol
  /** Returns when the vendor deletes a file by itself; undefined = it does not. */
  readExpiry(described: JsonObject): number | undefined
  /** @throws AppError `invalid_request` */
  readList(query: Readonly<Record<string, string>>): ListWish
  writeList(files: readonly VendorFile[], hasMore: boolean): JsonObject
  writeDeleted(id: string): JsonObject
}

const writePage = (files: readonly VendorFile[], hasMore: boolean): JsonObject => ({
  data: files.map(({ described }) => described),
  first_id: files[0]?.id ?? null,
  last_id: files.at(-1)?.id ?? null,
  has_more: hasMore,
})

const readLimit = (text: string | undefined, usual: number, max: number): number => {
  if (text === undefined) return usual
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > max) throw invalid('limit', 'outOfRange', { min: 1, max })
  return limit
}

/** The longest page, even if a client asks for more. */
const PAGE_MAX = 1_000

const openaiForm: FileForm = {
  protocol: 'openai',
  readExpiry: ({ expires_at: seconds }) => (typeof seconds === 'number' ? seconds * 1000 : undefined),
  readList: ({ limit, order = 'desc', after, purpose = '' }) => {
    if (order !== 'asc' && order !== 'desc')
      throw invalid('order', 'notEither', { one: 'asc', other: 'desc' })
    return { limit: Math.min(PAGE_MAX, readLimit(limit, 10_000, 10_000)), order, after, purpose }
  },
  writeList: (files, hasMore) => ({ object: 'list', ...writePage(files, hasMore) }),
  writeDeleted: (id) => ({ id, object: 'file', deleted: true }),
}

/** Newer clients send the previous `next_page` back as `page`, older ones the `last_id` as `after_id`. */
const anthropicForm: FileForm = {
  protocol: 'anthropic',
  readExpiry: ({ expires_at: time }) => {
    const ms = Date.parse(asText(time) ?? '')
    return Number.isNaN(ms) ? undefined : ms
  },
  readList: ({ limit, page, after_id: after }) => ({
    limit: readLimit(limit, 20, PAGE_MAX),
    order: 'desc',
    after: page ?? after,
    purpose: '',
  }),
  writeList: (files, hasMore) => ({
    ...writePage(files, hasMore),
    next_page: hasMore ? (files.at(-1)?.id ?? null) : null,
  }),
  writeDeleted: (id) => ({ id, type: 'file_deleted' }),
}

export const fileForms: Readonly<Record<SharedProtocol, FileForm>> = {
  openai: openaiForm,
  anthropic: anthropicForm,
}
