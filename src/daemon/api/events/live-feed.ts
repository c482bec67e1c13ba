import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors/app-error.ts'
import { phraseOf } from '../../errors/render-envelope.ts'
import { ROLE } from '../../http/actor.ts'
import { hasScope } from '../../http/auth.ts'
import { authenticate } from '../../http/authenticate.ts'
import type { ApiServices } from '../api-services.ts'
import type { LogRow } from '../logs/log-filter.ts'
import { logsRepository } from '../logs/logs.repository.ts'
import { catchUp } from './catch-up.ts'
import { Cursor } from './cursor.ts'
import { eventsRepository } from './events.repository.ts'
import { FeedReader, type FeedReaderOptions, renderRows } from './feed-reader.ts'
import { type LogTail, startLogTail } from './log-tail.ts'

const PULSE_MS = 1_000
const GATHER_MS = 50
/**
 * Permissions are checked when an account or session changes, and after this many pulses for credentials that expire.
 */
const RIGHTS_PULSES = 15
/** Time for the last event at shutdown, which a peer that reads nothing must not delay. */
const LAST_WORD_MS = 500

export interface FeedLimits {
  readonly readersPerUser: number
  readonly readers: number
}

export const defaultFeedLimits: FeedLimits = { readersPerUser: 20, readers: 256 }

/** A request to follow the feed. */
export interface FeedRequest extends FeedReaderOptions {
  /** The credential, which is checked again whenever permissions may have changed. */
  readonly headers: IncomingHttpHeaders
  readonly resumeId: string | undefined
  /** Number of seconds to go back if there is no resume ID. */
  readonly back: number
  /** Sends the head of the response. Called once the request can no longer be refused. */
  begin(): void
}

/**
 * The live feed of one daemon: reads the log once while anybody listens, and sends each row to everybody who may see
 * it.
 */
export interface LiveFeed {
  /**
   * Resolves when the reader has caught up and follows, or has disconnected.
   * @throws AppError before `begin` is called: `resume_id_invalid`, `too_many_readers`, `shutting_down`
   */
  open(request: FeedRequest): Promise<void>
  /** Sends all readers a last event and accepts no new ones. */
  close(): Promise<void>
}

interface Seat {
  readonly userId: number
  readonly headers: IncomingHttpHeaders
  reader: FeedReader | undefined
  /** Whether the reader gets the rows that the tail reads, instead of catching up by itself. */
  isFollowing: boolean
}

export function createLiveFeed(
  services: Pick<
    ApiServices,
    'knex' | 'engine' | 'clock' | 'log' | 'ledger' | 'commits' | 'changes' | 'identities' | 'siblings'
  >,
  limits: FeedLimits = defaultFeedLimits,
): LiveFeed {
  const { knex, engine, clock, log, ledger, commits, changes, identities, siblings } = services
  const logs = logsRepository(knex)
  const events = eventsRepository(knex)
  const seats = new Set<Seat>()
  let tail: Promise<LogTail> | undefined
  let pulses: NodeJS.Timeout | undefined
  let pulseCount = 0
  let telling: NodeJS.Timeout | undefined
  let commitMs: number | undefined
  let isClosed = false
  let isChecking = false
  let isCheckDue = false

  /** Asks all workers, if there are several. The commit time of the slowest one is reported. */
  const askLedgers = siblings.gather('ledger', () => ({
    commitMs: commits.p99Ms() ?? 0,
    held: ledger.heldInMemory,
  }))

  const readers = (): FeedReader[] => [...seats].flatMap(({ reader }) => (reader ? [reader] : []))

  /** A change of many channels is announced once per channel, so the events are combined. */
  changes.on('channels', () => {
    if (seats.size > 0) telling ??= setTimeout(tellChannels, GATHER_MS).unref()
  })
  for (const kind of ['user', 'session'] as const) changes.on(kind, () => checkRights())

  function tellChannels(): void {
    telling = undefined
    for (const reader of readers()) if (reader.isAdmin) reader.send('channels', '{}')
  }

  function takeSeat(userId: number, headers: IncomingHttpHeaders): Seat {
    if (isClosed) throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    const own = [...seats].filter((seat) => seat.userId === userId).length
    const max = own >= limits.readersPerUser ? limits.readersPerUser : limits.readers
    if (own >= limits.readersPerUser || seats.size >= limits.readers)
      throw new AppError('too_many_readers', { values: { max }, retryAfterSeconds: 10 })
    const seat: Seat = { userId, headers, reader: undefined, isFollowing: false }
    seats.add(seat)
    pulses ??= setInterval(() => void pulse(), PULSE_MS).unref()
    return seat
  }

  function leave(seat: Seat): void {
    if (!seats.delete(seat) || seats.size > 0) return
    clearInterval(pulses)
    pulses = undefined
    const last = tail
    tail = undefined
    // A tail that never started needs no end.
    last?.then((each) => each.close()).catch(() => undefined)
  }

  /** Returns the running tail. If it failed to start, the next call tries again. */
  function useTail(): Promise<LogTail> {
    if (!tail) {
      const starting = startLogTail({ knex, engine, clock, log, commits }, handOut)
      tail = starting
      starting.catch(() => {
        if (tail === starting) tail = undefined
      })
    }
    return tail
  }

  async function handOut(rows: readonly LogRow[]) {
    const isForAdmins = readers().some(({ isAdmin }) => isAdmin)
    const texts = renderRows(
      isForAdmins ? await logs.channelNames(rows.map((row) => row.channel_id)) : new Map(),
    )
    return (step: (row: LogRow) => string) => {
      dropSlow()
      for (const row of rows) {
        const resumeId = step(row)
        for (const { reader, isFollowing } of seats) if (isFollowing) reader?.offer(row, resumeId, texts)
      }
    }
  }

  function dropSlow(): void {
    for (const { reader, isFollowing } of seats) if (reader && isFollowing && reader.isTooSlow) drop(reader)
  }

  function drop(reader: FeedReader): void {
    const message = phraseOf(new AppError('reader_too_slow'), reader.language)
    reader.end('dropped', JSON.stringify({ code: 'reader_too_slow', message }))
  }

  async function pulse(): Promise<void> {
    pulseCount += 1
    if (pulseCount % RIGHTS_PULSES === 0) void checkRights()
    const isForAdmins = readers().some(({ isAdmin }) => isAdmin)
    const ledgers = isForAdmins ? await askLedgers() : []
    commitMs = Math.max(0, ...ledgers.map((each) => each?.commitMs ?? 0)) || undefined
    // A pulse without the figures still shows that the feed is alive.
    const rows = isForAdmins ? await events.countHolds().catch(() => undefined) : undefined
    const inMemory = ledgers.reduce((sum, each) => sum + (each?.held ?? 0), 0)
    const openHolds = rows === undefined ? undefined : rows + inMemory
    const line = await tail?.catch(() => undefined)
    dropSlow()
    for (const { reader, isFollowing } of seats) {
      // The readers' resume IDs do not yet reflect gaps that were given up since the last row.
      if (line && isFollowing) reader?.standAt(line.cursor)
      if (reader && !reader.isPaced) sendPulse(reader, openHolds)
    }
  }

  function sendPulse(reader: FeedReader, openHolds: number | undefined): void {
    const figures = reader.isAdmin
      ? { open_holds: openHolds, commit_p99_ms: rounded(commitMs ?? commits.p99Ms()) }
      : {}
    reader.send('pulse', JSON.stringify({ at_ms: clock.now(), ...figures }))
  }

  /** Checks the permissions of all readers. Only one check runs at a time; a change in the meantime starts another. */
  async function checkRights(): Promise<void> {
    isCheckDue = true
    if (isChecking) return
    isChecking = true
    while (isCheckDue) {
      isCheckDue = false
      await Promise.all([...seats].map(checkSeat))
    }
    isChecking = false
  }

  async function checkSeat({ reader, headers }: Seat): Promise<void> {
    if (!reader) return
    try {
      const actor = await authenticate(headers, identities)
      const isAsBefore = actor.id === reader.actor.id && actor.role >= ROLE.admin === reader.isAdmin
      if (!isAsBefore || !hasScope(actor.scopes, 'logs:read')) reader.end()
    } catch (error) {
      // An unreachable database says nothing about permissions, so they are checked again later.
      if (error instanceof AppError && error.status < 500) reader.end()
      else log.warn({ err: error }, 'rights of the live feed could not be checked')
    }
  }

  async function findStart({ resumeId, back }: FeedRequest, end: Cursor): Promise<Cursor> {
    if (resumeId !== undefined) return Cursor.parse(resumeId, clock.now(), engine === 'postgres')
    const first = back > 0 ? await events.firstIdSince(clock.now() - back * 1000) : undefined
    return first === undefined ? end.copy() : end.upTo(first - 1)
  }

  async function follow(seat: Seat, reader: FeedReader, start: Cursor, line: LogTail): Promise<void> {
    if (!(await catchUp({ repository: logs, reader, start, tail: line, join: () => join(seat, reader) })))
      drop(reader)
  }

  function join(seat: Seat, reader: FeedReader): void {
    seat.isFollowing = true
    if (!reader.isPaced) sendPulse(reader, undefined)
  }

  return {
    async open(request) {
      const { response, actor, headers, resumeId, begin } = request
      const isResumed = resumeId !== undefined
      if (isResumed) Cursor.parse(resumeId, 0, true)
      const seat = takeSeat(actor.id, headers)
      try {
        const line = await useTail()
        // After this, the tail is beyond everything that this reader may have got from another daemon.
        await line.readOn()
        const start = await findStart(request, line.cursor)
        if (response.destroyed) return
        begin()
        const reader = new FeedReader(request)
        response.once('close', () => leave(seat))
        reader.standAt(start)
        seat.reader = reader
        // This event represents all changes from the time when the reader was not connected.
        if (isResumed && reader.isAdmin) reader.send('channels', '{}')
        // Permissions may have changed while the start position was determined.
        void checkSeat(seat)
        await follow(seat, reader, start, line)
      } catch (error) {
        if (!response.headersSent) throw error
        log.warn({ err: error }, 'a reader of the live feed could not be served')
        seat.reader?.end()
      } finally {
        if (!seat.reader) leave(seat)
      }
    },

    async close() {
      isClosed = true
      for (const reader of readers()) reader.end('bye', '{}', LAST_WORD_MS)
      clearInterval(pulses)
      clearTimeout(telling)
      await (await tail?.catch(() => undefined))?.close()
    },
  }
}

const rounded = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.round(ms * 10) / 10
