import type { Knex } from 'knex'
import { readSumsState } from '../../logs/sum-logs.ts'
import { isSummed, logBlocks, stillKept } from './log-blocks.ts'
import { type LogFilter, matchingLogs } from './log-filter.ts'
import { isVisitedOnly, visitedLogs } from './visited-logs.ts'

/** Sums over rows. `quota` is in thousandths. */
export interface LogSums {
  readonly quota: bigint
  readonly promptTokens: number
  readonly completionTokens: number
  readonly calls: number
}

/** Sums, and whether they include every matching row. */
export interface BoundedSums extends LogSums {
  readonly isComplete: boolean
}

export interface SumRow {
  quota: string
  prompt_tokens: string
  completion_tokens: string
  calls: string
}

/** Read as text, because a sum may exceed the integers that a Number represents exactly. */
export const rowSums = [
  'CAST(coalesce(sum(quota), 0) AS TEXT) AS quota',
  'CAST(coalesce(sum(prompt_tokens), 0) AS TEXT) AS prompt_tokens',
  'CAST(coalesce(sum(completion_tokens), 0) AS TEXT) AS completion_tokens',
  'CAST(count(*) AS TEXT) AS calls',
].join(', ')

export const toSums = (row: SumRow | undefined): LogSums => ({
  quota: BigInt(row?.quota ?? 0),
  promptTokens: Number(row?.prompt_tokens ?? 0),
  completionTokens: Number(row?.completion_tokens ?? 0),
  calls: Number(row?.calls ?? 0),
})

/** Sums the matching rows of a snapshot, from the stored sums and the newest rows themselves. */
export async function sumLogs(db: Knex, wanted: LogFilter): Promise<BoundedSums> {
  const state = await readSumsState(db)
  const filter = stillKept(wanted, state)
  if (!isSummed(filter)) return sumVisited(db, filter)
  const [row] = await matchingLogs(db, { ...filter, afterId: state.uptoId }).select<SumRow[]>(db.raw(rowSums))
  const tail = toSums(row)
  const blocks = await logBlocks(db, filter, state).all()
  return {
    isComplete: true,
    quota: blocks.reduce((sum, { quota }) => sum + quota, tail.quota),
    promptTokens: blocks.reduce((sum, { promptTokens }) => sum + promptTokens, tail.promptTokens),
    completionTokens: blocks.reduce((sum, each) => sum + each.completionTokens, tail.completionTokens),
    calls: blocks.reduce((sum, { rows }) => sum + rows, tail.calls),
  }
}

async function sumVisited(db: Knex, filter: LogFilter): Promise<BoundedSums> {
  const [row] = await visitedLogs(db, filter).select<SumRow[]>(db.raw(rowSums))
  return { ...toSums(row), isComplete: !(await isVisitedOnly(db, filter)) }
}
