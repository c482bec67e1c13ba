import type { Knex } from 'knex'
import { type ReadQuote, readQuote, unpackCall } from './packed-call.ts'

/** The stored values from which the texts of a row are built. */
export interface StoredRow {
  readonly request_id: string | null
  readonly token_name: string
  readonly group_name: string
  readonly model: string
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly is_stream: number
  readonly use_time_ms: number
  readonly usage_source: string
  readonly content: string
  readonly other: string
  /** Absent if it was not selected. */
  readonly explanation?: string
  readonly quote_id: number | null
}

/** Quotes never change, because their ids are derived from their content. */
const cached = new Map<number, ReadQuote>()
const CACHED_MAX = 4096

/** Returns the rows of the log with their readable texts. */
export async function readRows<Row extends StoredRow>(db: Knex, rows: readonly Row[]): Promise<Row[]> {
  const quotes = await quotesOf(db, rows)
  return rows.map((row) => (row.quote_id === null ? row : readRow(row, quotes.get(row.quote_id))))
}

async function quotesOf(db: Knex, rows: readonly StoredRow[]): Promise<ReadonlyMap<number, ReadQuote>> {
  const ids = new Set(rows.flatMap(({ quote_id: id }) => (id === null ? [] : [id])))
  const quotes = new Map<number, ReadQuote>()
  for (const id of ids) {
    const known = cached.get(id)
    if (known !== undefined) quotes.set(id, known)
  }
  const missing = [...ids].filter((id) => !quotes.has(id))
  if (missing.length === 0) return quotes
  const stored: { id: number; price: string; words: string; channels: string }[] = await db('quotes')
    .whereIn('id', missing)
    .select('id', 'price', 'words', 'channels')
  if (cached.size + stored.length > CACHED_MAX) cached.clear()
  for (const { id, ...texts } of stored) {
    const quote = readQuote(texts)
    cached.set(id, quote)
    quotes.set(id, quote)
  }
  return quotes
}

/**
 * Unpacks a row. If its quote is lost, only the columns are shown, because one such row must not hide a page of others.
 */
function readRow<Row extends StoredRow>(row: Row, quote: ReadQuote | undefined): Row {
  const hasExplanation = row.explanation !== undefined
  if (quote === undefined) return { ...row, other: '{}', ...(hasExplanation ? { explanation: '' } : {}) }
  const texts = unpackCall(columnsOf(row), quote)
  const { usageSource, content, other } = texts
  const read = { ...row, usage_source: usageSource, content, other }
  return hasExplanation ? { ...read, explanation: texts.explanation } : read
}

export const columnsOf = (row: StoredRow) => ({
  requestId: row.request_id ?? '',
  tokenName: row.token_name,
  group: row.group_name,
  model: row.model,
  promptTokens: row.prompt_tokens,
  completionTokens: row.completion_tokens,
  isStream: row.is_stream === 1,
  useTimeMs: row.use_time_ms,
  usageSource: row.usage_source,
  content: row.content,
  other: row.other,
})
