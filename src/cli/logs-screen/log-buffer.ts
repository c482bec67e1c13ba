import type { ItemOf } from '../client/contract-types.ts'

export type LogRow = ItemOf<'/api/log/'>

/** Number of rows kept for scrolling back; the terminal's scrollback has the rest. */
export const rowsKept = 2000

const failure = 6

/** Determines which rows are shown; changed by keys while rows arrive. */
export interface LogSieve {
  readonly isErrorsOnly: boolean
  /** Only lines that contain this text are shown, ignoring case. */
  readonly filter: string
}

export interface LogLine {
  /** Counts up from 0; unchanged when older lines are dropped. */
  readonly number: number
  readonly row: LogRow
  readonly text: string
}

/** The latest rows as lines, and the total number of rows. */
export interface LogBuffer {
  add(row: LogRow, text: string): LogLine
  /** Returns matching lines, oldest first. */
  lines(sieve: LogSieve): readonly LogLine[]
  /** Total number of rows added. */
  readonly count: number
}

/** Whether a line is shown. */
export const passes = ({ row, text }: LogLine, { isErrorsOnly, filter }: LogSieve): boolean =>
  (!isErrorsOnly || row.type === failure) &&
  `${text} ${row.username} ${row.request_id}`.toLowerCase().includes(filter.trim().toLowerCase())

/** Whether a task's line is shown. Tasks are never failed requests. */
export const passesText = (text: string, { isErrorsOnly, filter }: LogSieve): boolean =>
  !isErrorsOnly && text.toLowerCase().includes(filter.trim().toLowerCase())

export function createLogBuffer(): LogBuffer {
  let kept: LogLine[] = []
  let count = 0
  return {
    add(row, text) {
      const line = { number: count, row, text }
      count += 1
      kept.push(line)
      // Dropped in batches, because shifting the array for each row would cost more than the row itself.
      if (kept.length >= rowsKept * 2) kept = kept.slice(-rowsKept)
      return line
    },
    lines: (sieve) => kept.slice(-rowsKept).filter((line) => passes(line, sieve)),
    get count() {
      return count
    },
  }
}
