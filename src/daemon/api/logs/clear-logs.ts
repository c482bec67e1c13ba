import { AppError } from '../../errors/app-error.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { logsRepository } from './logs.repository.ts'

/** Rows per transaction: charges wait for no more than one slice. */
const SLICE = 1000

/**
 * Deletes log rows older than a time, slice by slice, and never a row of the books. Each slice leaves a marker in the
 * same transaction, so that the audit can tell a cleaned log from a lost one even when the cleaning is cut off.
 *
 * @param targetTimestamp unix seconds; rows before it go
 * @returns rows deleted
 * @throws AppError `log_time_required`
 */
export async function clearLogs(
  services: Pick<Services, 'knex' | 'clock'>,
  targetTimestamp: number | undefined,
  author: Author,
): Promise<number> {
  if (!targetTimestamp) throw new AppError('log_time_required', { field: 'target_timestamp' })
  const { knex, clock } = services
  // Rows that are being written now are never old.
  const beforeMs = Math.min(targetTimestamp * 1000, clock.now())
  let removed = 0
  for (let slice = SLICE; slice === SLICE; ) {
    slice = await knex.transaction(async (trx) => {
      const count = await logsRepository(trx).removeOldest(beforeMs, SLICE)
      if (count > 0)
        await trx('log_cleanups').insert({
          before_ms: beforeMs,
          at_ms: clock.now(),
          actor_id: author.id,
          removed: count,
        })
      return count
    })
    removed += slice
  }
  await knex.transaction((trx) =>
    recordChange(trx, author, {
      action: 'log.clear',
      targetKind: 'log',
      targetId: '',
      after: { before_ms: beforeMs, removed },
    }),
  )
  return removed
}
