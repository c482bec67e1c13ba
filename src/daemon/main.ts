import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { ConfigError, readConfig } from './config/config.ts'
import { StartError } from './db/start-error.ts'
import { type Daemon, startDaemon } from './start-daemon.ts'

/** A configuration that cannot be used, and a start that was refused. */
const EXIT_CONFIG = 2
const EXIT_FAILED = 1
/** How long a second signal waits before the process ends anyway. */
const HURRIED_MS = 2_000

/**
 * Runs the daemon until it is told to stop.
 *
 * @param argv arguments after `serve`
 * @returns the exit code: 0 after a clean stop, otherwise what went wrong at the start
 */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const config = readConfig(argv, process.env, process.stdout.isTTY)
    const log = pino({
      level: config.logLevel,
      base: null,
      redact: {
        paths: ['req.headers', 'headers', 'key', 'password', 'token', 'authorization'],
        remove: true,
      },
      ...(config.logFormat === 'pretty'
        ? {
            transport: {
              target: 'pino-pretty',
              options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
            },
          }
        : {}),
    })
    if (process.getuid?.() === 0)
      log.warn('Tollgate runs as root, which it does not need. Let it run as a user of its own.')
    const daemon = await startDaemon(config, { log })
    announceStart(daemon)
    return await untilStopped(daemon, config.drainSeconds)
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, EXIT_CONFIG)
    if (error instanceof StartError) return fail(error.message, error.exitCode)
    if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
      return fail((error as Error).message, EXIT_CONFIG)
    if ((error as { code?: string }).code === 'EADDRINUSE')
      return fail(
        'The address is in use: another program listens there. Choose another with --port.',
        EXIT_FAILED,
      )
    if ((error as { code?: string }).code === 'EACCES')
      return fail('The address may not be used by this user. Choose a port above 1023.', EXIT_FAILED)
    process.stderr.write(`tollgate: ${error instanceof Error ? error.stack : String(error)}\n`)
    return EXIT_FAILED
  }
}

function fail(message: string, code: number): number {
  process.stderr.write(`tollgate: ${message}\n`)
  return code
}

function announceStart({ address, setupCode, databaseLabel }: Daemon): void {
  process.stdout.write(`Tollgate listens on ${address} (${databaseLabel})\n`)
  process.stdout.write(
    setupCode === undefined
      ? `Next: point a client at ${address}/v1, or run: tollgate status\n`
      : `Next: open ${address}/setup, or run: ${process.env.npm_lifecycle_event === 'start' ? 'bin/tollgate' : 'tollgate'} setup --url ${address} --username root --password-stdin\n`,
  )
  if (setupCode !== undefined)
    process.stdout.write(`Setting up from another machine asks for this code: ${setupCode}\n`)
}

/** First signal: drain. Second: settle now. An uncaught error: stop admission, settle, end non-zero. */
function untilStopped(daemon: Daemon, drainSeconds: number): Promise<number> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = (code: number, seconds: number) => {
      if (isStopping) {
        daemon.hurry()
        void delay(HURRIED_MS, undefined, { ref: false }).then(() => resolve(code || EXIT_FAILED))
        return
      }
      isStopping = true
      daemon.stop(seconds * 1000).then(
        () => resolve(code),
        (error: unknown) => {
          daemon.log.fatal({ err: error }, 'stopping failed')
          resolve(EXIT_FAILED)
        },
      )
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0, drainSeconds))
    daemon.onFatal(() => stop(EXIT_FAILED, 1))
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        daemon.log.fatal({ err: error }, event)
        stop(EXIT_FAILED, 1)
      })
  })
}
