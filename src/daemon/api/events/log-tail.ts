import type { Services } from '../../services.ts'
import type { LogRow } from '../logs/log-filter.ts'
import { logsRepository } from '../logs/logs.repository.ts'
import { Cursor, type IdRange } from './cursor.ts'
import { eventsRepository } from './events.repository.ts'

/** Interval for reading the log, because other daemons write to it too. */
const POLL_MS = 250
/** How long commits are collected before the log is read. */
const GATHER_MS = 50
const PAGE_ROWS = 100
/** Like the announcements of changes, a row is given up if it commits later than this after it got its id. */
const PATIENCE_MS = 60_000
/** Number of ids below the end that are searched for open ids at the start: more than a minute's worth at full load. */
const LOOK_BACK_IDS = 50_000
/** Maximum number of ranges per query. */
const RANGES_PER_QUERY = 100

/**
 * Receives a page of rows. The returned function runs without interruption once the page is ready: `step` moves the
 * tail past the next row and returns the resume ID to send with it.
 */
export type TakeRows = (rows: readonly LogRow[]) => Promise<(step: (row: LogRow) => string) => void>

/** Reads new log rows, once for all readers of this daemon. */
export interface LogTail {
  /** Position of the readers that follow. Changes only during the tail's turns. */
  readonly cursor: Cursor
  /** Resolves when everything visible now has been passed on. Rejects if the database is unreachable. */
  readOn(): Promise<void>
  /** Runs a function while the tail is paused. It must be short, because all readers wait. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Starts a tail at the end of the log. It also finds rows with smaller ids that commit later. */
export async function startLogTail(
  { knex, engine, clock, log, commits }: Pick<Services, 'knex' | 'engine' | 'clock' | 'log' | 'commits'>,
  take: TakeRows,
): Promise<LogTail> {
  const repository = logsRepository(knex)
  const cursor = await findEnd()
  let turn: Promise<unknown> = Promise.resolve()
  let waiting: Promise<void> | undefined
  let gathering: NodeJS.Timeout | undefined
  let hasFailed = false
  let isClosed = false

  async function findEnd(): Promise<Cursor> {
    const events = eventsRepository(knex)
    const last = await events.lastId()
    if (engine === 'sqlite') return new Cursor(last, [], false)
    const missing = await events.missingIds(Math.max(0, last - LOOK_BACK_IDS), last)
    const sinceMs = clock.now()
    return new Cursor(
      last,
      missing.map((range) => ({ ...range, sinceMs })),
      true,
    )
  }

  async function readLate(): Promise<void> {
    for (const idRanges of chunks(cursor.gaps, RANGES_PER_QUERY))
      for (let afterId = 0, isMore = true; isMore; ) {
        const rows = await repository.listOldest({ idRanges, afterId }, PAGE_ROWS)
        await handOn(rows)
        afterId = rows.at(-1)?.id ?? afterId
        isMore = rows.length === PAGE_ROWS
      }
    cursor.giveUp(clock.now() - PATIENCE_MS)
  }

  async function read(): Promise<void> {
    if (cursor.gaps.length > 0) await readLate()
    for (let isMore = true; isMore && !isClosed; ) {
      const rows = await repository.listOldest({ afterId: cursor.position }, PAGE_ROWS)
      await handOn(rows)
      isMore = rows.length === PAGE_ROWS
    }
  }

  async function handOn(rows: readonly LogRow[]): Promise<void> {
    if (rows.length === 0) return
    const deliver = await take(rows)
    deliver((row) => {
      cursor.see(row.id, clock.now())
      return cursor.toString()
    })
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  /**
   * Reads to the end of the log. A read that has not started yet will see everything visible now, so all callers share
   * it.
   */
  function readOn(): Promise<void> {
    waiting ??= inTurn(() => {
      waiting = undefined
      return isClosed ? Promise.resolve() : read()
    })
    return waiting
  }

  function look(): void {
    clearTimeout(gathering)
    gathering = undefined
    if (waiting || isClosed) return
    readOn().then(
      () => {
        if (hasFailed) log.info('the live feed reads the log again')
        hasFailed = false
      },
      (error: unknown) => {
        // Nothing is lost: the next read starts where this one ended.
        if (!hasFailed) log.warn({ err: error }, 'the live feed cannot read the log')
        hasFailed = true
      },
    )
  }

  const poll = setInterval(look, POLL_MS).unref()
  const stopListening = commits.onCommit(() => {
    gathering ??= setTimeout(look, GATHER_MS).unref()
  })

  return {
    cursor,
    readOn,
    inTurn,
    async close() {
      isClosed = true
      clearInterval(poll)
      clearTimeout(gathering)
      stopListening()
      await turn
    },
  }
}

function chunks(ranges: readonly IdRange[], size: number): IdRange[][] {
  return Array.from({ length: Math.ceil(ranges.length / size) }, (_, index) =>
    ranges.slice(index * size, (index + 1) * size),
  )
}
