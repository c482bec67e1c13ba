import { type Logger, pino } from 'pino'
import { systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { catalogue } from './errors/catalogue.ts'
import { LineLimit } from './line-limit.ts'

/**
 * Creates the log of a daemon, on standard output. Lines about refused requests carry an error code, and the number of
 * lines per code is limited: see {@link LineLimit}.
 *
 * @param worker number of the worker that writes; undefined in a daemon of one process
 */
export function createLog({ logLevel, logFormat }: Config, worker?: number): Logger {
  const limit = new LineLimit({
    clock: systemClock,
    onLeftOut: (refusal, lines) => log.warn({ refusal, lines }, 'lines about refused requests were left out'),
  })
  const log = pino({
    level: logLevel,
    base: worker === undefined ? null : { worker },
    redact: {
      paths: ['req.headers', 'headers', 'key', 'password', 'token', 'authorization'],
      remove: true,
    },
    hooks: {
      logMethod(line, write) {
        const code = refusalIn(line)
        if (code === undefined || limit.mayWrite(code)) write.apply(this, line)
      },
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
  return log
}

/** Returns the error code that a log line is about. */
function refusalIn([details]: readonly unknown[]): string | undefined {
  if (typeof details !== 'object' || details === null || !('code' in details)) return undefined
  const { code } = details
  return typeof code === 'string' && Object.hasOwn(catalogue, code) ? code : undefined
}
