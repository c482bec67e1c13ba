import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
 * How long the daemon keeps memory that it no longer needs. By default V8 gives it back after eight idle seconds. It then also
 * drops the compiled code of everything that is not running, and the next 20 000 requests take up to twice as long. A short
 * pause in the traffic must not cost that much.
 */
const MEMORY_KEPT_MS = 300_000

/**
 * The launcher keeps the heap small while what is made is there to stay. From now on most of it is garbage soon: young
 * objects get their room, and old ones are collected when there are twice as many as after the last time. V8 by itself
 * waits for up to four times as many, which spares little time and takes a hundred megabytes under many streams.
 */
function letHeapGrow(): void {
  // What the start has left behind, once, before the daemon says that it listens: ten megabytes on PostgreSQL, for 0.1 s.
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
 * Keeps the `fetch` of Node.js, which the daemon does not use, from being loaded: it takes five megabytes. @fastify/compress
 * checks each answer with `instanceof Response`, and reading that global would load it, so an empty class takes its
 * place. It is assigned, because `Object.defineProperty` would read the global too.
 */
function leaveFetchOut(): void {
  Reflect.set(globalThis, 'Response', class Response {})
}
