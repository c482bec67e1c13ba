import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'

/** Runs a call when it is its turn, and retries while the server asks to wait. */
export type Around = <Result>(call: () => Promise<Result>) => Promise<Result>

/** A pause of all calls, because of the server or the network. */
export interface Pause {
  readonly seconds: number
  readonly reason: CliError
}

export interface PaceOptions {
  /** Maximum number of concurrent calls. */
  readonly parallelism: number
  /** Ends every pause: waiting calls fail with `interrupted`. Calls that need not wait continue. */
  readonly signal: AbortSignal
  /** Called once per pause, not once per call. */
  onPause(pause: Pause): void
  /** Unix milliseconds. */
  now(): number
  /** Resolves after this many milliseconds, or when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Returns a random number from 0 to 1, so that several clients do not retry at the same moment. */
  chance(): number
}

/** Attempts without a `Retry-After`, waiting half a second, then one, two, four, eight, sixteen. */
const TRIES_MAX = 7
const FIRST_WAIT_MS = 500
/** Limits for waits that the server asks for; each is at most a quarter of an hour. */
const ASKED_TRIES_MAX = 100
const ASKED_WAIT_MAX_MS = 900_000

/**
 * Runs a limited number of calls in parallel. A temporary refusal (429, 503, a broken connection) makes all of them
 * wait and halves the limit, which grows again with successful calls. Retries are safe because every change has an
 * idempotency key.
 */
export function createPace(options: PaceOptions): Around {
  const { parallelism, signal, now } = options
  const queue: (() => void)[] = []
  let width = parallelism
  let running = 0
  let successes = 0
  let resumeMs = 0

  const enter = async (): Promise<void> => {
    for (;;) {
      const wait = resumeMs - now()
      if (wait > 0) {
        if (signal.aborted) throw interrupted()
        await options.wait(wait, signal)
      } else if (running < width) break
      else await new Promise<void>((resolve) => queue.push(resolve))
    }
    running += 1
  }
  const leave = (): void => {
    running -= 1
    for (const next of queue.splice(0)) next()
  }
  const succeed = (): void => {
    successes += 1
    if (successes < width) return
    successes = 0
    width = Math.min(parallelism, width + 1)
  }
  const pause = (reason: CliError, ms: number): void => {
    successes = 0
    const until = now() + ms
    // Concurrent calls are refused for the same reason.
    if (resumeMs > now() && until - resumeMs < 1000) return
    width = Math.max(1, Math.floor(width / 2))
    resumeMs = until
    options.onPause({ seconds: Math.ceil(ms / 1000), reason })
  }

  return async (call) => {
    for (let tries = 1; ; tries += 1) {
      await enter()
      try {
        const result = await call()
        succeed()
        return result
      } catch (error) {
        const ms = waitFor(error, tries, options)
        if (ms === undefined) throw error
        pause(error as CliError, ms)
      } finally {
        leave()
      }
    }
  }
}

export const interrupted = (): CliError => new CliError('interrupted', exitCodes.interrupted, 'interrupted')

/** Returns the milliseconds to wait before a retry; undefined = a retry is pointless. */
function waitFor(error: unknown, tries: number, { chance }: PaceOptions): number | undefined {
  if (!(error instanceof CliError) || error.exitCode !== exitCodes.unavailable) return undefined
  const asked = error.options.retryAfterSeconds
  if (asked !== undefined && tries < ASKED_TRIES_MAX) return Math.min(asked * 1000, ASKED_WAIT_MAX_MS)
  // A call that timed out is likely to time out again.
  if (tries >= (error.code === 'timeout' ? 2 : TRIES_MAX)) return undefined
  return FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + chance() / 2)
}

/** Waits using real timers. */
export const waitByClock = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
