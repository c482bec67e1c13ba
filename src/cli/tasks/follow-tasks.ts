import { setTimeout as pause } from 'node:timers/promises'
import { CliError } from '../cli-error.ts'
import { listTasks, type Task, type TaskQuery } from '../commands/task/task-object.ts'
import type { CommandContext } from '../define-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'

/** Poll interval. The server itself polls upstreams every 15 seconds, and gets news of drawings sooner. */
const POLL_MS = 2_000
/** Maximum number of tasks; nobody reads more at once. */
const TASKS_MAX = 100

/** Refusals that a retry would not change: an access token may lack the scope. */
const final: ReadonlySet<ExitCode> = new Set([exitCodes.usage, exitCodes.notSignedIn, exitCodes.notAllowed])

export interface TaskNews {
  /** Tasks that are running, newest first. */
  readonly running: readonly Task[]
  /** Tasks that have ended since the previous update. */
  readonly ended: readonly Task[]
}

export interface FollowTasksOptions {
  readonly query?: TaskQuery
  /** Whether to follow tasks of all users. */
  readonly isEvery: boolean
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/**
 * Yields the running tasks repeatedly. Temporary failures are retried; a refusal ends the sequence without an error.
 */
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
