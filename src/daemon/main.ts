import type { Logger } from 'pino'
import { type Config, readConfig } from './config/config.ts'
import { createLog } from './create-log.ts'
import type { Language } from './language.ts'
import { runDaemon } from './run-daemon.ts'
import { startAnnouncement } from './start-announcement.ts'
import { explainFailure } from './start-failure.ts'
import { STOP_SIGNALS } from './stop-signals.ts'
import { unknownVariables } from './unknown-variables.ts'
import type { Began } from './workers/words.ts'

/**
 * Runs the daemon until it is told to stop.
 *
 * @param argv arguments after `serve`
 * @param language of the messages at the start
 * @returns the exit code: 0 after a clean stop, otherwise the one for the failure
 */
export async function main(argv: readonly string[], language: Language = 'en'): Promise<number> {
  workOnUnread()
  try {
    const config = readConfig(argv, process.env, process.stdout.isTTY)
    const log = createLog(config)
    if (process.getuid?.() === 0)
      log.warn('Tollgate runs as root, which it does not need. Let it run as a user of its own.')
    for (const line of unknownVariables(process.env)) log.warn(line)
    return await (config.workers === 1 ? runAlone(config, log, language) : runWorkers(config, log, language))
  } catch (error) {
    const { texts, exitCode } = explainFailure(error)
    process.stderr.write(`tollgate: ${texts[language]}\n`)
    return exitCode
  }
}

/** Runs the usual daemon of one process. */
async function runAlone(config: Config, log: Logger, language: Language): Promise<number> {
  // Loaded on demand, because the supervisor of several workers serves no requests itself.
  const { startDaemon } = await import('./start-daemon.ts')
  const daemon = await startDaemon(config, { log })
  const ended = runDaemon(daemon, { drainSeconds: config.drainSeconds, onStopAsked: onSignal })
  // Comes last, because a program that reads this output may stop the daemon at once.
  announceStart(daemon, language)
  return ended
}

/** Runs several processes on one port; this process supervises them. */
async function runWorkers(config: Config, log: Logger, language: Language): Promise<number> {
  const { superviseDaemon } = await import('./supervise-daemon.ts')
  return superviseDaemon(config, {
    log,
    onListening: (first) => announceStart(first, language),
    onStopAsked: onSignal,
  })
}

/**
 * Keeps the daemon running when nobody reads its output any more. A command would end, but a daemon has clients to
 * serve.
 */
function workOnUnread(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners('error').on('error', () => undefined)
}

function onSignal(stop: () => void): void {
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
}

function announceStart(
  began: Pick<Began, 'address' | 'setupCode' | 'databaseLabel'>,
  language: Language,
): void {
  const program = process.env.npm_lifecycle_event === 'start' ? 'bin/tollgate' : 'tollgate'
  process.stdout.write(startAnnouncement(began, program, language))
}
