import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { QuoteRef } from '../ledger/operations.ts'
import { batchPace } from '../logs/batch-pace.ts'
import type { Meters } from '../meters.ts'
import { packFormer } from './pack-former.ts'
import type { PackedCall } from './packed-call.ts'
import { columnsOf, type StoredRow } from './read-rows.ts'
import { quotesOfPrice } from './store-call.ts'

export interface PackingDeps {
  readonly engine: 'sqlite' | 'postgres'
  readonly knex: Knex
  readonly clock: Clock
  readonly meters: Meters
  readonly log: Pick<Logger, 'info'>
  /** The number of charges that wait to be committed. While it is high, no row is packed. */
  readonly ledger: { readonly pending: number }
}

/** Rows per batch. One row takes some 40 microseconds, so more would block the event loop for too long. */
const ROWS_MAX = 100
/** If more charges than this are waiting, the store is busy. */
const PENDING_MAX = 32
const BUSY_WAIT_MS = 250
/** The pause between two batches, as a multiple of the time that the batch took. */
const REST = 2
/** How long to wait while another daemon is packing. */
const ELSEWHERE_WAIT_MS = 1_000
/** A quote is marked as used again after this time; the cleaner waits for days before it deletes one. */
const TOUCH_MS = 600_000

/** A row of the log with all of its columns. */
interface WholeRow extends StoredRow {
  readonly id: number
  readonly type: number
  readonly explanation: string
  readonly [column: string]: unknown
}

type RowPacked = PackedCall & { readonly row: WholeRow }

/**
 * Packs the rows that were written before packing existed: oldest first, in short batches, until all are done. The
 * progress is stored with each batch, so packing continues after a restart, and on PostgreSQL only one daemon packs. A
 * row that would not read as before is left unchanged. If a batch contains charges that were packed when they were
 * written, and none to pack, all later rows are from this version.
 *
 * @returns a function that packs until all rows are done or the signal aborts; another call continues
 */
export function createPacking(deps: PackingDeps): (signal: AbortSignal) => Promise<void> {
  const { knex, meters, log, ledger } = deps
  const touched = new Map<number, number>()
  let isEnded = false
  let packed = 0

  return async (signal) => {
    let pace = batchPace({ most: ROWS_MAX })
    while (!isEnded && !signal.aborted) {
      if (ledger.pending > PENDING_MAX) {
        await wait(BUSY_WAIT_MS)
        continue
      }
      const state = await readState(knex)
      if (state === undefined) {
        isEnded = true
        meters.logRowsToPack = 0
        if (packed > 0) log.info({ rows: packed }, 'the rows of the usage log from before are packed')
        return
      }
      if (packed === 0 && state.lastId > state.afterId)
        log.info({ rows: state.lastId - state.afterId }, 'packing the rows of the usage log from before')
      meters.logRowsToPack = state.lastId - state.afterId
      const batch = await packBatch(deps, state.afterId, pace.size, touched)
      if (batch === undefined) {
        await wait(ELSEWHERE_WAIT_MS, undefined, { signal }).catch(() => undefined)
        continue
      }
      packed += batch.packed
      pace = pace.after(batch.tookMs)
      await wait(REST * batch.tookMs)
    }
  }
}

/** Reads the stored progress. @returns undefined if all rows are done */
async function readState(
  knex: Knex,
): Promise<{ readonly afterId: number; readonly lastId: number } | undefined> {
  const state: { after_id: number; ended_ms: number | null } | undefined = await knex('log_packing')
    .where({ id: 1 })
    .first('after_id', 'ended_ms')
  if (state === undefined || state.ended_ms !== null) return undefined
  const last: { id: number } | undefined = await knex('usage_logs').orderBy('id', 'desc').first('id')
  return { afterId: state.after_id, lastId: Math.max(last?.id ?? 0, state.after_id) }
}

interface Batch {
  readonly packed: number
  /** How long the batch kept the store busy. */
  readonly tookMs: number
}

/** Packs one batch. @returns undefined if another daemon is packing */
async function packBatch(
  deps: PackingDeps,
  afterId: number,
  size: number,
  touched: Map<number, number>,
): Promise<Batch | undefined> {
  const { knex, clock } = deps
  // Read before the transaction begins, because on SQLite a transaction occupies the only writer.
  const rows: WholeRow[] = await knex('usage_logs')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(size)
    .select('*')
  const packed = rows.flatMap((row): RowPacked[] => {
    const call = pack(row)
    return call === undefined ? [] : [{ ...call, row }]
  })
  const nowMs = clock.now()
  const quotes = quotesToTouch(packed, touched, nowMs)
  let startedAt = 0
  const isOurs = await knex.transaction(async (trx) => {
    startedAt = performance.now()
    const state = trx('log_packing').where({ id: 1, after_id: afterId }).whereNull('ended_ms').select('id')
    if ((await (deps.engine === 'postgres' ? state.forUpdate().skipLocked() : state)).length === 0)
      return false
    await writeQuotes(trx, quotes, nowMs)
    if (packed.length > 0)
      await (deps.engine === 'postgres' ? updateRows(trx, packed) : replaceRows(trx, packed))
    const isPast = packed.length === 0 && rows.some((row) => row.quote_id !== null)
    const isLast = rows.length < size || isPast
    await trx('log_packing')
      .where({ id: 1 })
      .update({ after_id: rows.at(-1)?.id ?? afterId, ended_ms: isLast ? nowMs : null })
    return true
  })
  const tookMs = performance.now() - startedAt
  if (!isOurs) return undefined
  for (const { id } of quotes) touched.set(id, nowMs)
  return { packed: packed.length, tookMs }
}

/** Packs a row. Only charges are packed, except those already packed or written by recovery. */
function pack(row: WholeRow): PackedCall | undefined {
  if (row.type !== 2 || row.quote_id !== null || !row.explanation.startsWith('{"price":')) return undefined
  const { content, other, ...columns } = columnsOf(row)
  const texts = { usageSource: row.usage_source, content, other, explanation: row.explanation }
  return packFormer(columns, texts, quotesOfPrice)
}

/** Returns the quotes to mark as used, in the ascending order in which every transaction locks them. */
function quotesToTouch(
  packed: readonly RowPacked[],
  touched: ReadonlyMap<number, number>,
  nowMs: number,
): readonly QuoteRef[] {
  const quotes = new Map(packed.map(({ quote }) => [quote.id, quote]))
  return [...quotes.values()]
    .filter(({ id }) => nowMs > (touched.get(id) ?? 0) + TOUCH_MS)
    .sort((left, right) => left.id - right.id)
}

async function writeQuotes(trx: Knex.Transaction, quotes: readonly QuoteRef[], nowMs: number): Promise<void> {
  for (const { id, texts } of quotes) {
    if (texts === undefined) continue
    await trx('quotes')
      .insert({ id, ...texts, used_ms: nowMs })
      .onConflict('id')
      .merge({
        used_ms: trx.raw('CASE WHEN quotes.used_ms > ? THEN quotes.used_ms ELSE ? END', [nowMs, nowMs]),
      })
  }
}

/** Updates the rows on PostgreSQL, where autovacuum reuses the space of the old versions. */
async function updateRows(trx: Knex.Transaction, packed: readonly RowPacked[]): Promise<void> {
  await trx.raw(
    `UPDATE usage_logs SET usage_source = v.usage_source, content = v.content, other = v.other, explanation = '',
       quote_id = v.quote_id
     FROM unnest(?::bigint[], ?::text[], ?::text[], ?::text[], ?::bigint[])
       AS v (id, usage_source, content, other, quote_id)
     WHERE usage_logs.id = v.id AND usage_logs.type = 2 AND usage_logs.quote_id IS NULL`,
    [
      packed.map(({ row }) => row.id),
      packed.map(({ usageSource }) => usageSource),
      packed.map(({ content }) => content),
      packed.map(({ other }) => other),
      packed.map(({ quote }) => quote.id),
    ],
  )
}

const columns = [
  'id',
  'request_id',
  'at_ms',
  'type',
  'user_id',
  'username',
  'token_id',
  'token_name',
  'channel_id',
  'group_name',
  'model',
  'prompt_tokens',
  'completion_tokens',
  'quota',
  'is_stream',
  'use_time_ms',
  'ip',
  'usage_source',
  'content',
  'other',
  'explanation',
  'quote_id',
] as const

const insertRows = `INSERT INTO usage_logs (${columns.join(', ')})
  SELECT ${columns.map((_, place) => `json_extract(value, '$[${place}]')`).join(', ')} FROM json_each(?)`

/**
 * Replaces the rows on SQLite. SQLite never joins pages that updates have emptied, so rows are deleted and inserted
 * under their ids, which frees the pages for new rows. Rows that a cleaning has deleted in the meantime stay deleted.
 */
async function replaceRows(trx: Knex.Transaction, packed: readonly RowPacked[]): Promise<void> {
  const ids = packed.map(({ row }) => row.id)
  const gone: { id: number }[] = await trx('usage_logs')
    .whereIn('id', ids)
    .where('type', 2)
    .whereNull('quote_id')
    .delete()
    .returning('id')
  const kept = new Set(gone.map(({ id }) => id))
  const rows = packed
    .filter(({ row }) => kept.has(row.id))
    .map(({ row, usageSource, content, other, quote }) => {
      const changed = { usage_source: usageSource, content, other, explanation: '', quote_id: quote.id }
      const whole: Record<string, unknown> = { ...row, ...changed }
      return columns.map((column) => whole[column])
    })
  await trx.raw(insertRows, [JSON.stringify(rows)])
}
