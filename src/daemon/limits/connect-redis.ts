import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Redis only ever makes things faster: no queue of commands for one that is away, no waiting for it. */
export async function connectRedis(url: string, log: Pick<Logger, 'warn'>): Promise<Redis> {
  // Loaded by those who have one.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: 500, maxRetriesPerRequest: 0 })
  redis.on('error', (error: Error) =>
    log.warn({ err: error.message }, 'Redis is not reachable: check that it runs, and TOLLGATE_REDIS_URL'),
  )
  return redis
}
