import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { loggedAmount } from '../accounts/logged-amount.ts'
import type { Clock } from '../clock.ts'
import { tasks } from '../errors/phrases/tasks.ts'
import { refundTask } from '../ledger/refund-task.ts'
import type { OptionStore } from '../options/option-store.ts'
import { type Task, type TaskNews, type TaskRow, toTask } from './task.ts'
import { isOlder, newsColumns } from './tasks-store.ts'

export interface ChangeTaskDeps {
  readonly knex: Knex
  readonly options: Pick<OptionStore, 'current'>
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Applies news to an open task, whatever their source and however often they arrive. The transaction that closes a
 * failed task also refunds its whole charge, so a task is refunded exactly once.
 *
 * A submission that has not been accepted yet is not changed: it has not been charged, and the next poll brings the
 * same news.
 *
 * @returns whether the task was still open
 */
export const changeTask = (id: number, news: TaskNews, deps: ChangeTaskDeps): Promise<boolean> =>
  change(id, 'accepted', news, deps)

/** Closes a submission that will never be accepted, and refunds its charge. */
export const giveUpSubmission = (id: number, failReason: string, deps: ChangeTaskDeps): Promise<boolean> =>
  change(id, 'submitted', { status: 'FAILURE', failReason }, deps)

async function change(
  id: number,
  which: 'accepted' | 'submitted',
  given: TaskNews,
  deps: ChangeTaskDeps,
): Promise<boolean> {
  const news = keepable(given)
  const atMs = deps.clock.now()
  return deps.knex.transaction(async (trx) => {
    const open = () =>
      trx('tasks')
        .where({ id, is_open: 1 })
        .where('status', which === 'submitted' ? '=' : '<>', '')
    const row: TaskRow | undefined = await open().forUpdate().first()
    if (row === undefined) return false
    if (isOlder(row, news)) return true
    const columns = newsColumns(row, news, atMs)
    // Decided by the number of changed rows: SQLite has no row locks, and the row may have been closed in the meantime.
    const count = await open().update(columns)
    if (count !== 1) return false
    const task = toTask({ ...row, ...columns })
    if (news.status === 'FAILURE') await giveBack(trx, task, atMs, deps)
    return true
  })
}

/** Maximum length of a stored result: enough for texts and URLs, but not for videos. */
const RESULT_CHARS_MAX = 4_000_000
const TOO_LARGE = tasks.resultTooLarge.en

/** Turns news whose result is too large to store into a failure. */
const keepable = (news: TaskNews): TaskNews =>
  news.result !== undefined && JSON.stringify(news.result).length > RESULT_CHARS_MAX
    ? { status: 'FAILURE', failReason: TOO_LARGE }
    : news

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
