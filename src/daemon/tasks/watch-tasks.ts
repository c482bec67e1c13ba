import { setTimeout as delay } from 'node:timers/promises'
import { tasks } from '../errors/phrases/tasks.ts'
import { sideBySide } from '../side-by-side.ts'
import { giveUpSubmission } from './change-task.ts'
import { type EnableTokensDeps, enableRefundedTokens } from './enable-tokens.ts'
import { endLease, takeLease } from './lease.ts'
import { findOpenTasks, type OpenTasks, type PollDeps, pollTasks } from './poll-tasks.ts'

export interface WatchTasksDeps extends PollDeps, EnableTokensDeps {
  readonly instanceId: string
}

/** Polls the tasks that vendors are working on. */
export interface TaskWatch {
  /** Polls every open task once, unless another daemon does so. Errors of vendors do not reject. */
  pass(): Promise<void>
  /** Stops polling and leaves it to other daemons. */
  end(): Promise<void>
}

/** How often vendors are polled. */
export const WATCH_EVERY_MS = 15_000

const LEASE = 'watch-tasks'
/** Long enough to miss two passes. */
const LEASE_MS = 3 * WATCH_EVERY_MS
/** Number of upstream accounts polled in parallel, so that a slow one does not delay the others. */
const ACCOUNTS_AT_ONCE = 16
/** A submission of this age that is not accepted and has no hold was interrupted by the death of its daemon. */
const SUBMISSION_MS_MAX = 120_000
/** Maximum number of interrupted submissions checked per pass. */
const SUBMISSIONS_MAX = 5_000
/** How long shutdown waits for a running pass to finish writing. */
const END_MS = 1_000

const CUT_OFF = tasks.taskCutOff.en

export function watchTasks(deps: WatchTasksDeps): TaskWatch {
  const { knex, instanceId, log } = deps
  let running: Promise<void> = Promise.resolve()
  let isEnding = false
  let leasedMs = Number.NEGATIVE_INFINITY
  let suspects: ReadonlySet<number> = new Set()
  /** The last task polled for accounts that have more tasks than one pass can poll. */
  const stops = new Map<string, number>()

  /** Renews the lease on the way, because a pass may take longer than the lease. */
  const mayWork = async (): Promise<boolean> => {
    if (isEnding) return false
    const nowMs = performance.now()
    if (nowMs - leasedMs < WATCH_EVERY_MS) return true
    const isOurs = await takeLease(knex, { name: LEASE, instanceId, forMs: LEASE_MS })
    leasedMs = isOurs ? nowMs : Number.NEGATIVE_INFINITY
    return isOurs
  }

  const poll = async (account: OpenTasks): Promise<void> => {
    try {
      const stop = await pollTasks(account, { after: stops.get(account.name) ?? 0, mayWork }, deps)
      if (stop === undefined) stops.delete(account.name)
      else stops.set(account.name, stop)
    } catch (error) {
      log.warn({ err: error, channelId: account.channelId }, 'tasks of a channel could not be polled')
    }
  }

  const work = async (): Promise<void> => {
    leasedMs = Number.NEGATIVE_INFINITY
    if (!(await mayWork())) return
    suspects = await giveUpCutOff(suspects, deps)
    await sideBySide(await findOpenTasks(knex), ACCOUNTS_AT_ONCE, poll)
    if (await mayWork()) await enableRefundedTokens(deps)
  }

  return {
    pass() {
      // A running pass may have read a task before it changed, so another pass follows it.
      running = running.catch(() => undefined).then(work)
      return running
    },
    async end() {
      isEnding = true
      await Promise.race([running.catch(() => undefined), delay(END_MS, undefined, { ref: false })])
      await endLease(knex, { name: LEASE, instanceId })
    },
  }
}

/**
 * Closes interrupted submissions, about which no client knows, and refunds their charges. A submission briefly looks
 * the same between its charge and its acceptance, so only those that already looked interrupted in the previous pass
 * are closed.
 *
 * @returns those that look interrupted now
 */
async function giveUpCutOff(
  suspects: ReadonlySet<number>,
  deps: WatchTasksDeps,
): Promise<ReadonlySet<number>> {
  const { knex, clock, log } = deps
  const cut: { id: number }[] = await knex('tasks')
    .where({ is_open: 1, status: '' })
    .where('submit_ms', '<', clock.now() - SUBMISSION_MS_MAX)
    .whereNotExists(knex('holds').whereRaw('holds.id = tasks.request_id').select(knex.raw('1')))
    .orderBy('id')
    .limit(SUBMISSIONS_MAX)
    .select('id')
  const ids = cut.map(({ id }) => Number(id))
  for (const id of ids)
    if (suspects.has(id))
      await giveUpSubmission(id, CUT_OFF, deps).catch((error: unknown) =>
        log.error({ err: error, taskId: id }, 'a submission that was cut off could not be given up'),
      )
  return new Set(ids)
}
