import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Unbooked } from './db/unbooked.ts'
import { AppError } from './errors/app-error.ts'
import type { Ledger } from './ledger/operations.ts'
import type { Relay } from './relay/create-relay.ts'
import { startWorkingTime, type WorkingTime } from './working-time.ts'

/** Once everything has been cut off, only requests that wait for an unreachable database take longer than this. */
const CUT_MS = 2_000
/** How long complete responses may take to be sent once the daemon stops. */
const CONNECTION_CLOSE_MS = 5_000
/** Maximum and minimum time that the last charges wait for an unreachable database. */
const BOOK_MS_MAX = 5_000
const BOOK_MS_MIN = 1_000
/** How long everything else may take to close: an unreachable database must not keep the process alive. */
const CLOSE_MS = 10_000
const CLOSE_AWAY_MS = 1_000
/**
 * How long after a second signal each wait ends at the latest, so that all of them end within two seconds. On a machine
 * that is too busy to compute the charges of the cut streams within that time, they end some seconds later.
 */
const HURRIED_ENDS_MS = { cut: 1_300, connections: 1_350, booking: 1_700, rest: 1_900 } as const

/** The parts to stop; `closers` close the rest, in their order. */
export interface Stoppable {
  readonly app: FastifyInstance
  readonly relay: Pick<Relay, 'drain' | 'untilIdle' | 'cutAll'>
  readonly ledger: Ledger
  readonly unbooked: Unbooked
  /** Returns whether tokens are being counted for a charge that the ledger does not know yet. */
  readonly isCounting: () => boolean
  readonly closers: readonly (() => Promise<unknown> | unknown)[]
  readonly log: Logger
}

export interface Stop {
  /**
   * Lets requests run for `drainMs`, cuts off the rest, books everything and closes. Ends at most a few seconds after
   * `drainMs`, or somewhat later on a busy machine, whatever the database does: charges that it does not accept are
   * kept for the next start.
   * @throws the error because of which a charge could not be kept
   */
  stop(drainMs: number): Promise<void>
  /** Cuts off everything that is still running and skips the remaining waits. */
  hurry(): void
}

export function prepareStop(parts: Stoppable): Stop {
  const { app, relay, ledger, unbooked, isCounting, closers, log } = parts
  const hurried = Promise.withResolvers<void>()
  /** Set once the running requests have ended or are cut. */
  let time: WorkingTime | undefined
  /** The time of the second signal on that clock. */
  let hurriedMs = 0

  const untilDrained = async (idle: Promise<void>, drainMs: number): Promise<WorkingTime> => {
    const ended = new AbortController()
    const late = delay(drainMs, undefined, { signal: ended.signal }).catch(() => undefined)
    await Promise.race([idle, late, hurried.promise])
    ended.abort()
    time = startWorkingTime(isCounting)
    return time
  }

  /** @returns whether the work ended in time; it continues either way */
  const endsWithin = async (
    { now, until }: WorkingTime,
    work: PromiseLike<unknown>,
    ms: number,
    phase: keyof typeof HURRIED_ENDS_MS,
  ): Promise<boolean> => {
    const ended = new AbortController()
    try {
      return await Promise.race([
        Promise.resolve(work).then(() => true),
        until(now() + ms, ended.signal),
        hurried.promise.then(() => until(hurriedMs + HURRIED_ENDS_MS[phase], ended.signal)),
      ])
    } finally {
      ended.abort()
    }
  }

  const bookLast = async (clock: WorkingTime, ms: number): Promise<boolean> => {
    if (ledger.pending > 0) await unbooked.makeRoom()
    const isBooked = await endsWithin(clock, ledger.drain(), ms, 'booking')
    await unbooked.keep(ledger.close())
    return isBooked
  }

  const closeRest = async (): Promise<void> => {
    for (const close of closers)
      try {
        await close()
      } catch (error) {
        log.warn({ err: error }, 'a part of the daemon did not close in order')
      }
  }

  return {
    async stop(drainMs) {
      const endMs = performance.now() + drainMs
      relay.drain(new AppError('shutting_down', { retryAfterSeconds: 5 }))
      const closing = app.close()
      const idle = relay.untilIdle(drainMs)
      const clock = await untilDrained(idle, drainMs)
      try {
        const isIdle = await endsWithin(clock, idle, CUT_MS, 'cut')
        const leaveMs = isIdle ? CONNECTION_CLOSE_MS : 0
        const closed = closeConnections(app.server, closing, leaveMs)
        await endsWithin(clock, closed, leaveMs + CUT_MS, 'connections')
        const leftMs = Math.min(BOOK_MS_MAX, Math.max(BOOK_MS_MIN, endMs - performance.now()))
        const isBooked = await bookLast(clock, leftMs)
        if (!(await endsWithin(clock, closeRest(), isBooked ? CLOSE_MS : CLOSE_AWAY_MS, 'rest')))
          log.warn('the store did not close in time')
        // Keeps the charges of requests that ended after the others.
        await unbooked.keep(ledger.close())
      } finally {
        clock.stop()
      }
    },
    hurry() {
      relay.cutAll()
      hurriedMs = time?.now() ?? 0
      hurried.resolve()
    },
  }
}

/**
 * Closes the connections of the server. A connection whose last response began before the stop was promised to stay
 * open, and would keep the server from closing as long as it is idle. Connections that still carry a response get a
 * moment to finish it.
 */
async function closeConnections(
  server: Server,
  closing: PromiseLike<unknown>,
  withinMs: number,
): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => server.closeAllConnections(), withinMs)
  server.closeIdleConnections()
  await closing
  clearInterval(sweep)
  clearTimeout(deadline)
}
