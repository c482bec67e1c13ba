import { type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'

/**
 * The log of a daemon, on standard output.
 * @param worker which of several workers writes; undefined in a daemon of one process
 */
export function createLog({ logLevel, logFormat }: Config, worker?: number): Logger {
  return pino({
    level: logLevel,
    base: worker === undefined ? null : { worker },
    redact: {
      paths: ['req.headers', 'headers', 'key', 'password', 'token', 'authorization'],
      remove: true,
    },
    ...(logFormat === 'pretty'
      ? {
          transport: {
            target: 'pino-pretty',
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          },
        }
      : {}),
  })
}
