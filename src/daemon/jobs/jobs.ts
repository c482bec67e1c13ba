import type { Services } from '../services.ts'
import { WATCH_EVERY_MS } from '../tasks/watch-tasks.ts'
import { checkpointLedger, createWalletAudit } from './audit-wallets.ts'
import { pruneAuditTrail, pruneIdempotencyKeys, pruneSessions, pruneSignIns } from './prune.ts'

interface Job {
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Timed work of a daemon. A job that fails is logged and runs again at its next time; one that is still running is not
 * started twice.
 */
export function startJobs(
  services: Pick<Services, 'knex' | 'meters' | 'log' | 'clock' | 'attempts' | 'options' | 'tasks'>,
): {
  stop(): void
} {
  const jobs: readonly Job[] = [
    { name: 'audit-wallets', everyMs: MINUTE_MS, run: createWalletAudit(services) },
    { name: 'prune-idempotency-keys', everyMs: HOUR_MS, run: () => pruneIdempotencyKeys(services) },
    { name: 'checkpoint-ledger', everyMs: HOUR_MS, run: () => checkpointLedger(services) },
    { name: 'store-attempt-counts', everyMs: 10 * SECOND_MS, run: () => services.attempts.flush() },
    { name: 'watch-tasks', everyMs: WATCH_EVERY_MS, run: () => services.tasks.pass() },
    { name: 'prune-attempt-counts', everyMs: HOUR_MS, run: () => services.attempts.prune() },
    { name: 'prune-audit-trail', everyMs: HOUR_MS, run: () => pruneAuditTrail(services) },
    { name: 'prune-sessions', everyMs: HOUR_MS, run: () => pruneSessions(services) },
    { name: 'prune-sign-ins', everyMs: HOUR_MS, run: () => pruneSignIns(services) },
  ]
  const timers = jobs.map((job) => repeat(job, services))
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function repeat(job: Job, { log }: Pick<Services, 'log'>): NodeJS.Timeout {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    job
      .run()
      .catch((error: unknown) => log.warn({ err: error, job: job.name }, 'job failed'))
      .finally(() => {
        isRunning = false
      })
  }, job.everyMs)
  return timer.unref()
}
