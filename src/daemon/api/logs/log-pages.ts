import type { Knex } from 'knex'
import { readSumsState, type SumsState } from '../../logs/sum-logs.ts'
import { isSummed, type LogBlock, logBlocks, stillKept } from './log-blocks.ts'
import { type LogFilter, matchingLogs } from './log-filter.ts'
import { visitedLogs } from './visited-logs.ts'

/** Limit for counting row by row, which is only needed until a log has been summed. */
export const COUNT_MAX = 100_000

/** The requested part of a list. */
interface Place {
  readonly offset: number
  readonly size: number
}

/**
 * Returns the ids of a page of matching rows, newest first, and the number of matches. The page may be millions of rows
 * away.
 */
export async function findPage(
  db: Knex,
  wanted: LogFilter,
  page: Place,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const state = await readSumsState(db)
  const filter = stillKept(wanted, state)
  if (filter.id !== undefined) return findRow(db, filter, page)
  if (!isSummed(filter)) return findVisited(db, filter, page)
  const tail = { ...filter, afterId: state.uptoId }
  const tailCount = await count(db, matchingLogs(db, tail))
  const ids = tailCount > page.offset ? await newestIds(db, tail, page) : []
  if (tailCount === COUNT_MAX) return { ids, total: COUNT_MAX }
  const all = await logBlocks(db, filter, state).all()
  const missing = page.size - ids.length
  const offset = Math.max(0, page.offset - tailCount)
  const older =
    missing > 0 ? await findSummed(db, filter, { state, all, page: { offset, size: missing } }) : []
  return { ids: [...ids, ...older], total: tailCount + total(all) }
}

/** Finds the row with this ID, if it matches the filter. */
async function findRow(db: Knex, filter: LogFilter, { offset, size }: Place) {
  const ids = await newestIds(db, filter, { offset: 0, size: 1 })
  return { ids: ids.slice(offset, offset + size), total: ids.length }
}

/** Searches rows without sums. If the keyword is a request ID, its rows are found however old they are. */
async function findVisited(db: Knex, filter: LogFilter, { offset, size }: Place) {
  if (filter.keyword) {
    const exact = { ...filter, keyword: undefined, requestId: filter.keyword }
    const total = await count(db, visitedLogs(db, exact))
    if (total > 0) return { ids: await newestIds(db, exact, { offset, size }), total }
  }
  // In one pass, because page and total would otherwise need two searches.
  const rows: { id: number }[] = await visitedLogs(db, filter).orderBy('id', 'desc').select('id')
  return { ids: rows.slice(offset, offset + size).map(({ id }) => id), total: rows.length }
}

async function count(db: Knex, query: Knex.QueryBuilder): Promise<number> {
  const some = query.select(db.raw('1 AS one')).limit(COUNT_MAX)
  const [row] = await db.from(some.as('some')).count<{ total: number }[]>({ total: '*' })
  return Number(row?.total ?? 0)
}

async function newestIds(db: Knex, filter: LogFilter, { offset, size }: Place): Promise<number[]> {
  const rows: { id: number }[] = await matchingLogs(db, filter)
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(size)
    .select('id')
  return rows.map(({ id }) => id)
}

interface Ids {
  readonly from: number
  readonly to: number
}

async function findSummed(
  db: Knex,
  filter: LogFilter,
  {
    state,
    all,
    page,
  }: { readonly state: SumsState; readonly all: readonly LogBlock[]; readonly page: Place },
): Promise<number[]> {
  const blocks = logBlocks(db, filter, state)
  const { newer, older } = await split(all, page.offset, blocks.inHours)
  const newest = highest(older)
  if (newest === 0) return []
  const upto = Math.min(newest, state.uptoId)
  const late = await lateIds(db, filter, { newer, upto })
  const offset = page.offset - (total(newer) - late.length)

  // Ids are roughly, but not exactly, in the order of time: a row of an older hour may have a greater id than one of
  // the hours read so far. So hours are read until none of the remaining ones can have a row on this page.
  const waiting = [...older]
  const ranges: Ids[] = []
  let expected = late.length
  for (;;) {
    while (waiting.length > 0 && expected < offset + page.size) {
      const [block, ...hours] = await blocks.inHours(waiting.shift() as LogBlock)
      if (block === undefined) continue
      waiting.unshift(...hours)
      ranges.push({ from: block.firstId, to: Math.min(block.lastId, upto) })
      expected += block.rows
    }
    const found = await idsWithin(db, filter, { ranges, late, limit: offset + page.size })
    const last = found[offset + page.size - 1] ?? 0
    if (waiting.length === 0 || last > highest(waiting)) return found.slice(offset)
    expected = Math.min(expected, offset + page.size - 1)
  }
}

/**
 * Splits the blocks into those entirely before the page and the rest; the block in which the page begins is read by the
 * hour.
 */
async function split(
  blocks: readonly LogBlock[],
  offset: number,
  inHours: (block: LogBlock) => Promise<LogBlock[]>,
): Promise<{ newer: LogBlock[]; older: LogBlock[] }> {
  const cut = (some: readonly LogBlock[], before: number): number => {
    let rows = before
    const index = some.findIndex((each) => {
      rows += each.rows
      return rows > offset
    })
    return index < 0 ? some.length : index
  }
  const day = cut(blocks, 0)
  const first = blocks[day]
  if (first === undefined) return { newer: [...blocks], older: [] }
  const before = blocks.slice(0, day)
  const hours = await inHours(first)
  const hour = cut(hours, total(before))
  return {
    newer: [...before, ...hours.slice(0, hour)],
    older: [...hours.slice(hour), ...blocks.slice(day + 1)],
  }
}

const total = (blocks: readonly LogBlock[]): number => blocks.reduce((sum, { rows }) => sum + rows, 0)
const highest = (blocks: readonly LogBlock[]): number =>
  blocks.reduce((id, { lastId }) => Math.max(id, lastId), 0)

/**
 * Returns the ids in newer blocks that are not greater than all ids in the older ones. In the order of ids they come
 * among the older rows, so they do not count as skipped.
 */
async function lateIds(
  db: Knex,
  filter: LogFilter,
  { newer, upto }: { readonly newer: readonly LogBlock[]; readonly upto: number },
): Promise<number[]> {
  const lowest = newer.reduce((id, { firstId }) => Math.min(id, firstId), Number.POSITIVE_INFINITY)
  if (lowest > upto) return []
  const start = newer.reduce((time, block) => Math.min(time, block.start), Number.POSITIVE_INFINITY)
  const rows: { id: number }[] = await matchingLogs(db, {
    ...filter,
    idRanges: [{ from: lowest, to: upto }],
    fromMs: Math.max(start * 1000, filter.fromMs ?? 0),
  }).select('id')
  return rows.map(({ id }) => id)
}

/**
 * Returns ids within ranges, newest first, at most `limit`. Each range is read separately, so that rows between them
 * are skipped.
 */
async function idsWithin(
  db: Knex,
  filter: LogFilter,
  {
    ranges,
    late,
    limit,
  }: { readonly ranges: readonly Ids[]; readonly late: readonly number[]; readonly limit: number },
): Promise<number[]> {
  const found = new Set(late)
  for (const range of disjoint(ranges)) {
    // Except for late rows, all ids found so far are greater than those in the remaining ranges.
    if (found.size >= limit && [...found].filter((id) => id > range.to).length >= limit) break
    const ids = await newestIds(db, { ...filter, idRanges: [range] }, { offset: 0, size: limit })
    for (const id of ids) found.add(id)
  }
  return [...found].sort((a, b) => b - a).slice(0, limit)
}

/** Sorts ranges, newest first, and merges those that overlap. */
function disjoint(ranges: readonly Ids[]): Ids[] {
  const merged: Ids[] = []
  for (const range of [...ranges].sort((a, b) => b.to - a.to)) {
    const last = merged.at(-1)
    if (range.from > range.to) continue
    if (last !== undefined && range.to >= last.from)
      merged[merged.length - 1] = { from: Math.min(last.from, range.from), to: last.to }
    else merged.push(range)
  }
  return merged
}
