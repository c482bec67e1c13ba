import { WATCH_BATCHES_MS } from '../batches/watch-batches.ts'
import { createPacking } from '../call-log/pack-old-rows.ts'
import { pruneQuotes } from '../call-log/prune-quotes.ts'
import { createLogSums } from '../logs/sum-logs.ts'
import { totalHours } from '../logs/total-hours.ts'
import type { Services } from '../services.ts'
import { WATCH_EVERY_MS } from '../tasks/watch-tasks.ts'
import { checkpointLedger, createWalletAudit } from './audit-wallets.ts'
import {
  pruneAuditTrail,
  pruneIdempotencyKeys,
  pruneLogs,
  pruneSessions,
  pruneSignIns,
  pruneStates,
} from './prune.ts'

interface Job {
  readonly name: string
  readonly everyMs: number
  /** The job works on this process's memory, so each of several workers runs it. */
  readonly isOfProcess?: true
  /** @param signal aborted when the daemon stops */
  run(signal: AbortSignal): Promise<void>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Starts the timed work of a daemon. Of several workers, only one runs it. A job that fails is logged and runs again at
 * its next time; a job that is still running is not started twice.
 */
export function startJobs(
  services: Pick<
    Services,
    | 'knex'
    | 'engine'
    | 'ledger'
    | 'meters'
    | 'log'
    | 'clock'
    | 'attempts'
    | 'options'
    | 'tasks'
    | 'batches'
    | 'fileSweep'
    | 'siblings'
  >,
): {
  stop(): void
} {
  const sums = createLogSums(services)
  const jobs: readonly Job[] = [
    { name: 'audit-wallets', everyMs: MINUTE_MS, run: createWalletAudit(services) },
    { name: 'sum-logs', everyMs: 5 * SECOND_MS, run: (signal) => sums.pass(signal) },
    { name: 'total-hours', everyMs: MINUTE_MS, run: (signal) => totalHours(services, signal) },
    { name: 'prune-idempotency-keys', everyMs: HOUR_MS, run: () => pruneIdempotencyKeys(services) },
    { name: 'checkpoint-ledger', everyMs: HOUR_MS, run: () => checkpointLedger(services) },
    {
      name: 'store-attempt-counts',
      everyMs: 10 * SECOND_MS,
      isOfProcess: true,
      run: () => services.attempts.flush(),
    },
    { name: 'watch-tasks', everyMs: WATCH_EVERY_MS, run: () => services.tasks.pass() },
    { name: 'watch-batches', everyMs: WATCH_BATCHES_MS, run: () => services.batches.pass() },
    { name: 'sweep-files', everyMs: HOUR_MS, run: (signal) => services.fileSweep.pass(signal) },
    { name: 'prune-attempt-counts', everyMs: HOUR_MS, run: () => services.attempts.prune() },
    { name: 'prune-audit-trail', everyMs: HOUR_MS, run: () => pruneAuditTrail(services) },
    { name: 'prune-logs', everyMs: 10 * MINUTE_MS, run: (signal) => pruneLogs(services, signal) },
    { name: 'prune-quotes', everyMs: HOUR_MS, run: () => pruneQuotes(services) },
    // Runs until all rows are packed; afterwards each run only checks whether there is anything to do.
    { name: 'pack-logs', everyMs: 10 * SECOND_MS, run: createPacking(services) },
    { name: 'prune-sessions', everyMs: HOUR_MS, run: () => pruneSessions(services) },
    { name: 'prune-sign-ins', everyMs: HOUR_MS, run: () => pruneSignIns(services) },
    { name: 'prune-states', everyMs: HOUR_MS, run: () => pruneStates(services) },
  ]
  const stopping = new AbortController()
  const timers = jobs.map((job) => repeat(job, services, stopping.signal))
  return {
    stop: () => {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function repeat(
  job: Job,
  { log, siblings }: Pick<Services, 'log' | 'siblings'>,
  signal: AbortSignal,
): NodeJS.Timeout {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning || !(job.isOfProcess || siblings.isFirst())) return
    isRunning = true
    job
      .run(signal)
      .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'job failed'))
      .finally(() => {
        isRunning = false
      })
  }, job.everyMs)
  return timer.unref()
}
