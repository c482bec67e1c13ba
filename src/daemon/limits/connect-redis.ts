import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/**
 * Connects to Redis without a queue of commands and without waiting for it while it is down, because Redis is only an
 * accelerator.
 */
export async function connectRedis(url: string, log: Pick<Logger, 'warn'>): Promise<Redis> {
  // Load it only if Redis is configured.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: 500, maxRetriesPerRequest: 0 })
  redis.on('error', (error: Error) =>
    log.warn({ err: error.message }, 'Redis is not reachable: check that it runs, and TOLLGATE_REDIS_URL'),
  )
  return redis
}
