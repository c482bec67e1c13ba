import { setTimeout as pause } from 'node:timers/promises'
import { CliError } from '../cli-error.ts'
import { listTasks, type Task, type TaskQuery } from '../commands/task/task-object.ts'
import type { CommandContext } from '../define-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'

/** The server asks upstreams every 15 seconds, and hears of drawings sooner. */
const POLL_MS = 2_000
/** Nobody reads more at once. */
const TASKS_MAX = 100

/** Refusals that a retry would not change: an access token may lack the scope. */
const final: ReadonlySet<ExitCode> = new Set([exitCodes.usage, exitCodes.notSignedIn, exitCodes.notAllowed])

export interface TaskNews {
  /** What is running now, newest first. */
  readonly running: readonly Task[]
  /** What has ended since the news before. */
  readonly ended: readonly Task[]
}

export interface FollowTasksOptions {
  readonly query?: TaskQuery
  /** Tasks of all users. */
  readonly isEvery: boolean
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/** Tells again and again which tasks run. What cannot be read now is asked for later; what is refused ends it quietly. */
export async function* followTasks(
  { query = {}, isEvery, signal, pollMs = POLL_MS }: FollowTasksOptions,
  { api, settings }: Pick<CommandContext, 'api' | 'settings'>,
): AsyncGenerator<TaskNews> {
  let before: readonly Task[] = []
  const list = (wanted: TaskQuery, limit: number) =>
    listTasks({ ...query, ...wanted }, { isEvery, extent: { limit, isLookup: true } }, { api, settings })
  while (!signal.aborted) {
    try {
      const running = await list({ open: true }, TASKS_MAX)
      const gone = before.filter((task) => !running.some(({ id }) => id === task.id))
      const found = await Promise.all(gone.map(({ task_id }) => list({ task_id }, 1)))
      before = running
      yield { running, ended: found.flat() }
    } catch (error) {
      if (error instanceof CliError && final.has(error.exitCode)) return
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
  }
}
