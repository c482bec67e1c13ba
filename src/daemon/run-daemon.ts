import { setTimeout as delay } from 'node:timers/promises'
import type { Daemon } from './start-daemon.ts'
import { EXIT_FAILED } from './start-failure.ts'

/** How long a second request to stop waits before the process ends anyway. */
const HURRIED_MS = 2_000

export interface RunOptions {
  readonly drainSeconds: number
  /** Calls its argument whenever somebody asks the daemon to stop. */
  readonly onStopAsked: (stop: () => void) => void
}

/**
 * Runs a daemon until it is told to stop. First request: drain. Second: settle now. An uncaught error: stop admission,
 * settle, end non-zero.
 *
 * @returns the exit code
 */
export function runDaemon(daemon: Daemon, { drainSeconds, onStopAsked }: RunOptions): Promise<number> {
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
    onStopAsked(() => stop(0, drainSeconds))
    daemon.onFatal(() => stop(EXIT_FAILED, 1))
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        daemon.log.fatal({ err: error }, event)
        stop(EXIT_FAILED, 1)
      })
  })
}
