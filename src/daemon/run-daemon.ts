import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Daemon } from './start-daemon.ts'
import { EXIT_FAILED } from './start-failure.ts'

/**
 * Time between a second request to stop and the end of the process, whether or not everything has stopped. The waits of
 * a stop end within two seconds, or a few seconds later on a busy machine; the rest is for a slow disk, which keeps the
 * charges that the database has not taken.
 */
const HURRIED_MS = 20_000

export interface RunOptions {
  readonly drainSeconds: number
  /** Registers a function to call whenever somebody asks the daemon to stop. */
  readonly onStopAsked: (stop: () => void) => void
}

/**
 * Runs a daemon until it is told to stop. The first request drains it, the second settles at once. An uncaught error
 * stops admission, settles and exits with a non-zero code.
 *
 * @returns the exit code
 */
export function runDaemon(daemon: Daemon, { drainSeconds, onStopAsked }: RunOptions): Promise<number> {
  leaveFetchOut()
  letHeapGrow()
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

/**
 * How long the daemon keeps memory that it no longer needs. By default V8 returns it after eight idle seconds, and then
 * also discards the compiled code of every function that is not running, so the next 20 000 requests take up to twice
 * as long. A short pause in the traffic must not cost that much.
 */
const MEMORY_KEPT_MS = 300_000

/**
 * Changes the heap settings from those for starting to those for serving. The launcher keeps the heap small, because
 * most objects created during the start stay alive. From now on most objects are short-lived: the young generation may
 * grow, and the old one is collected when it has doubled since the last collection. By default V8 lets it quadruple,
 * which saves little time and costs a hundred megabytes with many streams.
 */
function letHeapGrow(): void {
  // Collects the garbage of the start once, before the daemon reports that it is listening: ten megabytes on
  // PostgreSQL, in 0.1 s.
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=100')
  const keepMemory =
    Number.parseInt(process.versions.node, 10) < 26
      ? 'gc-memory-reducer-start-delay-ms'
      : 'memory-reducer-delay-ms'
  setFlagsFromString(`--${keepMemory}=${MEMORY_KEPT_MS}`)
}

/**
 * Keeps Node's `fetch`, which the daemon does not use, from being loaded: it takes five megabytes. @fastify/compress
 * checks each response with `instanceof Response`, and reading that global would load it, so an empty class replaces
 * it. It is assigned, because `Object.defineProperty` would read the global too.
 */
function leaveFetchOut(): void {
  Reflect.set(globalThis, 'Response', class Response {})
}
