import type { LogFilter, LogRow } from '../logs/log-filter.ts'
import type { logsRepository } from '../logs/logs.repository.ts'
import type { Cursor } from './cursor.ts'
import { type FeedReader, renderRows } from './feed-reader.ts'
import type { LogTail } from './log-tail.ts'

const PAGE_ROWS = 100

export interface CatchUp {
  readonly repository: ReturnType<typeof logsRepository>
  readonly reader: FeedReader
  readonly start: Cursor
  /** Must have read everything that `start` contains. */
  readonly tail: LogTail
  /** Called while the tail is paused, once the reader has reached the tail's position. */
  join(): void
}

/**
 * Brings a reader to the tail's position: page by page from the database, no faster than the reader reads, with the
 * reader's filter in the query. The last page is read while the tail is paused, so that nothing is missed.
 *
 * @returns false if the reader read nothing for too long; true if it now follows or has disconnected
 */
export async function catchUp({ repository, reader, start, tail, join }: CatchUp): Promise<boolean> {
  let cursor = start
  for (;;) {
    // The tail moves on in the meantime; the next iteration handles the rows that it reads.
    const target = tail.cursor.copy()
    let pages = 0
    let isStalled = false
    for await (const at of pagesBetween(repository, reader, cursor, target)) {
      pages += 1
      cursor = at
      isStalled = !(await reader.room())
      if (isStalled) return reader.isOver
    }
    cursor = target
    reader.standAt(cursor)
    if (reader.isOver) return true
    if (pages > 1) continue
    const hasJoined = await tail.inTurn(async () => {
      const end = tail.cursor.copy()
      let count = 0
      for await (const at of pagesBetween(repository, reader, cursor, end)) {
        cursor = at
        count += 1
        if (count > 1 || reader.isPaced) return false
      }
      reader.standAt(end)
      join()
      return true
    })
    if (hasJoined) return true
  }
}

/** Sends the rows between two cursors, and yields the reader's position after each page. */
async function* pagesBetween(
  repository: CatchUp['repository'],
  reader: FeedReader,
  from: Cursor,
  target: Cursor,
): AsyncGenerator<Cursor> {
  const read = (range: LogFilter) => repository.listOldest({ ...reader.filter, ...range }, PAGE_ROWS)
  const send = async (rows: readonly LogRow[], stepTo: (row: LogRow) => Cursor) => {
    const names = reader.isAdmin
      ? await repository.channelNames(rows.map((row) => row.channel_id))
      : new Map()
    const texts = renderRows(names)
    // Rows that are still open at the target go to the reader that continues from that position.
    for (const row of rows) if (target.has(row.id)) reader.offer(row, String(stepTo(row)), texts)
  }

  const idRanges = from.gapsUntil(target)
  const late = from.copy()
  for (let afterId = 0, isMore = idRanges.length > 0; isMore && !reader.isOver; ) {
    const rows = await read({ idRanges, afterId })
    await send(rows, (row) => {
      late.see(row.id, 0)
      return late
    })
    afterId = rows.at(-1)?.id ?? afterId
    isMore = rows.length === PAGE_ROWS
    if (rows.length > 0) yield late.copy()
  }
  for (let afterId = from.position, isMore = afterId < target.position; isMore && !reader.isOver; ) {
    const rows = await read({ afterId, upToId: target.position })
    await send(rows, (row) => target.upTo(row.id))
    afterId = rows.at(-1)?.id ?? afterId
    isMore = rows.length === PAGE_ROWS
    if (rows.length > 0) yield target.upTo(afterId)
  }
}
