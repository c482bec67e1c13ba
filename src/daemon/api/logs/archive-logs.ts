import type { Language } from '../../language.ts'
import type { Services } from '../../services.ts'
import { type LogAnswer, toAdminLog } from './log-answer.ts'
import { logsRepository } from './logs.repository.ts'

const ROWS_MAX = 1000
/** Ids are in the order of time, except for rows closer together than this. */
const DISORDER_MS = 86_400_000

/**
 * Returns rows before a time, oldest first.
 *
 * @param query `before` in unix seconds; `after_id` of the last row that the caller already has
 */
export async function archiveLogs(
  { knex }: Pick<Services, 'knex'>,
  query: { readonly before: number; readonly after_id?: number },
  language: Language,
): Promise<LogAnswer[]> {
  const repository = logsRepository(knex)
  const beforeMs = query.before * 1000
  // Without an upper bound, the last call would search all newer rows.
  const end = await knex('usage_logs')
    .where('at_ms', '<', beforeMs + DISORDER_MS)
    .orderBy('at_ms', 'desc')
    .first<{ id: number } | undefined>('id')
  if (end === undefined) return []
  const rows = await repository.listOldest(
    { afterId: query.after_id ?? 0, upToId: end.id, beforeMs },
    ROWS_MAX,
  )
  const names = await repository.channelNames(rows.map((row) => row.channel_id))
  return rows.map((row) => toAdminLog(row, names, language))
}
