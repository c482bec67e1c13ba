import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'
import { batchPace } from './batch-pace.ts'

const ROWS_MAX = 2000

export interface LogRemoval {
  /** Unix milliseconds; rows before this time are deleted. */
  readonly beforeMs: number
  /** The person who requested it; 0 = the daemon itself, because of an option. */
  readonly actorId: number
  /** Stops the removal between two batches. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Deletes log rows older than a time, oldest first; entries of the books are never deleted. Batches are short, and
 * after each one the store is left to others for as long as the batch took. A marker is updated with each batch in the
 * same transaction, so that the audit can tell a cleaned log from a lost one even if the cleaning is interrupted.
 *
 * @returns rows deleted
 */
export async function removeOldLogs(
  { knex, clock }: { readonly knex: Knex; readonly clock: Clock },
  { beforeMs, actorId, signal }: LogRemoval,
): Promise<number> {
  // From now on nobody is shown these rows, so their sums do not have to be corrected row by row.
  await knex('log_sums_state').where('kept_from_ms', '<', beforeMs).update({ kept_from_ms: beforeMs })
  let pace = batchPace({ most: ROWS_MAX })
  let marker: number | undefined
  let removed = 0
  while (!signal?.aborted) {
    let startedAt = 0
    const { count, markerId } = await knex.transaction(async (trx) => {
      startedAt = performance.now()
      const gone = await removeOldest(trx, beforeMs, pace.size)
      const known = marker
      if (gone === 0) return { count: 0, markerId: known }
      if (known !== undefined) {
        await trx('log_cleanups').where({ id: known }).increment('removed', gone)
        return { count: gone, markerId: known }
      }
      const [row] = await trx('log_cleanups')
        .insert({ before_ms: beforeMs, at_ms: clock.now(), actor_id: actorId, removed: gone })
        .returning<{ id: number }[]>('id')
      return { count: gone, markerId: row?.id }
    })
    const tookMs = performance.now() - startedAt
    marker = markerId
    removed += count
    if (count < pace.size) break
    pace = pace.after(tookMs)
    await wait(tookMs)
  }
  return removed
}

/** Deletes the oldest rows. @returns the number of deleted rows */
function removeOldest(trx: Knex.Transaction, beforeMs: number, limit: number): Promise<number> {
  const oldest = trx('usage_logs').where('at_ms', '<', beforeMs).orderBy('at_ms').limit(limit).select('id')
  return trx('usage_logs').whereIn('id', oldest).delete()
}
