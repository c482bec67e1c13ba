import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { loggedAmount } from '../accounts/logged-amount.ts'
import type { Clock } from '../clock.ts'
import { refundTask } from '../ledger/refund-task.ts'
import type { OptionStore } from '../options/option-store.ts'
import { type Task, type TaskNews, type TaskRow, toTask } from './task.ts'
import { newsColumns } from './tasks-store.ts'

export interface ChangeTaskDeps {
  readonly knex: Knex
  readonly options: Pick<OptionStore, 'current'>
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Takes news of an open task, from any side and however often. A task that fails is given its whole charge back in the
 * same transaction that closes it, so that this happens once and not at all or twice.
 *
 * @returns whether the task was still open
 */
export async function changeTask(id: number, news: TaskNews, deps: ChangeTaskDeps): Promise<boolean> {
  const atMs = deps.clock.now()
  return deps.knex.transaction(async (trx) => {
    const row: TaskRow | undefined = await trx('tasks').where({ id, is_open: 1 }).forUpdate().first()
    if (row === undefined) return false
    const columns = newsColumns(row, news, atMs)
    // The number of changed rows decides: SQLite has no row locks, and the row may have been closed meanwhile.
    const count = await trx('tasks').where({ id, is_open: 1 }).update(columns)
    if (count !== 1) return false
    const task = toTask({ ...row, ...columns })
    if (news.status === 'FAILURE') await giveBack(trx, task, atMs, deps)
    return true
  })
}

async function giveBack(trx: Knex.Transaction, task: Task, atMs: number, { options }: ChangeTaskDeps) {
  const user = await trx('users')
    .where({ id: task.userId })
    .first<{ username: string } | undefined>('username')
  await refundTask(trx, {
    requestId: task.requestId,
    userId: task.userId,
    atMs,
    log: (returned) => ({
      type: 4,
      username: user?.username ?? '',
      requestId: task.requestId,
      event: {
        kind: 'task-refunded',
        task: task.publicId ?? task.requestId,
        amount: loggedAmount(returned, options.current()),
      },
    }),
  })
}
