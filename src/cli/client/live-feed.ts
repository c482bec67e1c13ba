import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../../openapi/types.gen.ts'
import { CliError } from '../cli-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Api } from './api.ts'
import type { ItemOf, QueryOf } from './contract-types.ts'
import { CurlPrinted } from './curl.ts'
import { readServerEvents, type ServerEvent } from './server-events.ts'

/** Events of the feed. A pulse has figures only for administrators. */
export type LiveEvent =
  | { readonly kind: 'log'; readonly row: ItemOf<'/api/log/'> }
  | { readonly kind: 'channels' }
  | {
      readonly kind: 'pulse'
      /** Unix milliseconds, by the server's clock. */
      readonly atMs: number
      readonly openHolds?: number
      readonly commitP99Ms?: number
    }

/**
 * `live`: events arrive. `lost`: the connection was lost and is being restored. `dropped`: the server closed it because
 * this side read too slowly, and it is being restored. No events are missed in either case.
 */
export type FeedState = 'live' | 'lost' | 'dropped'

export type FeedFilters = {
  readonly [K in Exclude<keyof QueryOf<'/api/event/', 'get'>, 'back' | 'last_event_id'>]?:
    | QueryOf<'/api/event/', 'get'>[K]
    | undefined
}

/** Wait times in milliseconds; tests shorten them. */
export interface FeedTiming {
  /** If no event arrives for this long, the connection counts as dead. */
  readonly silenceMs: number
  /** First and longest wait before a reconnect; it doubles in between. */
  readonly backoffMs: readonly [first: number, longest: number]
}

const defaultTiming: FeedTiming = { silenceMs: 10_000, backoffMs: [500, 10_000] }

export interface FollowOptions {
  readonly filters?: FeedFilters
  /** Seconds to look back at the start, 0 to 3600. */
  readonly back?: number
  /** Ends the feed without an error. */
  readonly signal?: AbortSignal
  readonly onState?: (state: FeedState) => void
  readonly timing?: FeedTiming
}

/** Refusals that a retry would not change. */
const final: ReadonlySet<ExitCode> = new Set([
  exitCodes.usage,
  exitCodes.notSignedIn,
  exitCodes.notAllowed,
  exitCodes.rejected,
])
/** Number of rows remembered, so that a row that arrives twice is reported once. */
const REMEMBERED_MAX = 10_000

/**
 * Follows the live feed for as long as the caller reads it. A connection that ends or goes silent is restored from the
 * last resume ID, so that every row arrives once.
 *
 * @throws CliError when the first connection fails (9), and whenever the server refuses for good: 3 not signed in, 4
 * not allowed, 7 an invalid filter or ID
 */
export async function* followEvents(api: Api, options: FollowOptions = {}): AsyncGenerator<LiveEvent> {
  const { filters = {}, back, onState, timing = defaultTiming } = options
  const signal = options.signal ?? new AbortController().signal
  const told = new RecentRows()
  let resumeId = ''
  let hasConnected = false
  for (let failures = 0; !signal.aborted; failures += 1) {
    const connection = new AbortController()
    let state: FeedState = 'lost'
    try {
      const body = await api.stream({
        path: '/api/event/',
        query: { ...filters, back: resumeId === '' ? back : undefined },
        headers: resumeId === '' ? {} : { 'Last-Event-ID': resumeId },
        signal: AbortSignal.any([signal, connection.signal]),
      })
      hasConnected = true
      for await (const message of readServerEvents(body, timing.silenceMs)) {
        if (state !== 'live') onState?.('live')
        state = message.event === 'dropped' ? 'dropped' : 'live'
        failures = 0
        const event = readEvent(message)
        if (event && !(event.kind === 'log' && told.has(event.row.id))) yield event
        if (event?.kind === 'log') told.add(event.row.id)
        resumeId = message.id || resumeId
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CurlPrinted || !hasConnected) throw error
      if (error instanceof CliError && final.has(error.exitCode)) throw error
    } finally {
      // Also runs when the caller stops reading, so that nothing stays open.
      connection.abort()
    }
    if (signal.aborted) return
    if (failures === 0) onState?.(state === 'dropped' ? 'dropped' : 'lost')
    await pause(backoff(failures, timing), undefined, { signal }).catch(() => undefined)
  }
}

function readEvent({ event, data }: ServerEvent): LiveEvent | undefined {
  if (event === 'log') return { kind: 'log', row: JSON.parse(data) as ItemOf<'/api/log/'> }
  if (event === 'channels') return { kind: 'channels' }
  if (event !== 'pulse') return undefined
  const pulse = JSON.parse(data) as components['schemas']['FeedPulse']
  return {
    kind: 'pulse',
    atMs: pulse.at_ms,
    ...(pulse.open_holds === undefined ? {} : { openHolds: pulse.open_holds }),
    ...(pulse.commit_p99_ms === undefined ? {} : { commitP99Ms: pulse.commit_p99_ms }),
  }
}

/** Returns between half and all of the doubled wait, so that clients of one server do not all reconnect at once. */
function backoff(failures: number, { backoffMs: [first, longest] }: FeedTiming): number {
  return Math.min(longest, first * 2 ** failures) * (0.5 + Math.random() / 2)
}

/** The IDs of the most recently reported rows. */
class RecentRows {
  readonly #ids = new Set<number>()

  has(id: number): boolean {
    return this.#ids.has(id)
  }

  add(id: number): void {
    this.#ids.add(id)
    if (this.#ids.size <= REMEMBERED_MAX) return
    const [oldest] = this.#ids
    if (oldest !== undefined) this.#ids.delete(oldest)
  }
}
