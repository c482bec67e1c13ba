import type { Logger } from 'pino'
import { systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { connectRedis } from './limits/connect-redis.ts'
import { createCounting } from './workers/create-counting.ts'
import { supervise } from './workers/supervise.ts'
import type { Began } from './workers/words.ts'

export interface SuperviseDaemonOptions {
  readonly log: Logger
  readonly onListening: (first: Began) => void
  readonly onStopAsked: (stop: () => void) => void
}

/**
 * Runs several workers on one port until they are told to stop.
 * @returns the exit code
 * @throws the error that ended a start that cannot succeed
 */
export async function superviseDaemon(
  config: Config,
  { log, onListening, onStopAsked }: SuperviseDaemonOptions,
): Promise<number> {
  const redis = config.redisUrl === undefined ? undefined : await connectRedis(config.redisUrl, log)
  // The sources run as .ts, builds as .js.
  const entry = new URL(`./worker-process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const counting = createCounting({ clock: systemClock, redis })
  const supervisor = supervise({ config, log, entry, counting, onListening })
  onStopAsked(() => supervisor.stop())
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      supervisor.fail(error)
    })
  try {
    return await supervisor.ended
  } finally {
    redis?.disconnect()
  }
}
