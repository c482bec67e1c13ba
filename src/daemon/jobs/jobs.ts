import type { Services } from '../services.ts'
import { pruneIdempotencyKeys, pruneSessions } from './prune.ts'

const HOUR_MS = 3_600_000

/** Timed work of a daemon. Each job is a function of the services; one that fails is logged and comes again. */
export function startJobs(services: Services): { stop(): void } {
  const jobs = [pruneIdempotencyKeys, pruneSessions]
  const timer = setInterval(() => {
    for (const job of jobs)
      job(services).catch((error: unknown) => services.log.warn({ err: error, job: job.name }, 'job failed'))
  }, HOUR_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
