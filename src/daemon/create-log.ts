import { type DestinationStream, type Logger, pino } from 'pino'
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
  const log = pino(
    {
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
    },
    logFormat === 'pretty' ? prettyOutput() : plainOutput((lines) => log.warn({ lines }, LINES_LOST)),
  )
  return log
}

/** Characters that are kept while the output cannot be written. */
const WAITING_MAX = 1_000_000
const LINES_LOST = 'the log could not be written for a while: lines were lost'

/**
 * Opens standard output. If it cannot be written, as with a file on a full disk, the newest lines are lost and the daemon goes
 * on. Without an error listener pino would end the process, and `flushSync`, which each fatal line calls, would block it until
 * there is room.
 *
 * @param onLost called with the number of lost lines once lines can be written again
 */
function plainOutput(onLost: (lines: number) => void): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_MAX })
  let lost = 0
  output.on('error', () => undefined)
  output.on('drop', () => {
    lost += 1
  })
  output.on('drain', () => {
    if (lost === 0) return
    const lines = lost
    lost = 0
    onLost(lines)
  })
  // Each line is written at once, so there is nothing to flush.
  output.flushSync = () => undefined
  return output
}

/** Opens the output for people at a terminal. If it can no longer be written, the daemon goes on without a log. */
function prettyOutput(): DestinationStream {
  const output = pino.transport({
    target: 'pino-pretty',
    options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
  })
  output.on('error', () => undefined)
  return output
}

/** Returns the error code that a log line is about. */
function refusalIn([details]: readonly unknown[]): string | undefined {
  if (typeof details !== 'object' || details === null || !('code' in details)) return undefined
  const { code } = details
  return typeof code === 'string' && Object.hasOwn(catalogue, code) ? code : undefined
}
