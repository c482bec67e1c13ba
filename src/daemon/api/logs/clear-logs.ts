import { AppError } from '../../errors/app-error.ts'
import { removeOldLogs } from '../../logs/remove-old-logs.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'

/**
 * Deletes log rows older than a time, but never rows of the ledger.
 *
 * @param targetTimestamp unix seconds; earlier rows are deleted
 * @returns the number of deleted rows
 * @throws AppError `log_time_required`
 */
export async function clearLogs(
  services: Pick<Services, 'knex' | 'clock'>,
  targetTimestamp: number | undefined,
  author: Author,
): Promise<number> {
  if (!targetTimestamp) throw new AppError('log_time_required', { field: 'target_timestamp' })
  const { knex, clock } = services
  // Rows that are being written at the moment are never old.
  const beforeMs = Math.min(targetTimestamp * 1000, clock.now())
  const removed = await removeOldLogs(services, { beforeMs, actorId: author.id })
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
