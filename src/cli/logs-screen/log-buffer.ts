import type { ItemOf } from '../client/contract-types.ts'

export type LogRow = ItemOf<'/api/log/'>

/** Rows kept for looking back; the terminal's own scrollback has the rest. */
export const rowsKept = 2000

const failure = 6

/** Which rows are shown, changed by keys while rows come. */
export interface LogSieve {
  readonly isErrorsOnly: boolean
  /** Shown are lines that contain it, whatever the case. */
  readonly filter: string
}

export interface LogLine {
  /** Counts up from 0; stays when older lines are let go. */
  readonly number: number
  readonly row: LogRow
  readonly text: string
}

/** The latest rows as lines, and how many there were. */
export interface LogBuffer {
  add(row: LogRow, text: string): LogLine
  /** Lines that pass, oldest first. */
  lines(sieve: LogSieve): readonly LogLine[]
  /** Rows ever added. */
  readonly count: number
}

/** Whether a line is shown. */
export const passes = ({ row, text }: LogLine, { isErrorsOnly, filter }: LogSieve): boolean =>
  (!isErrorsOnly || row.type === failure) &&
  `${text} ${row.username} ${row.request_id}`.toLowerCase().includes(filter.trim().toLowerCase())

export function createLogBuffer(): LogBuffer {
  let kept: LogLine[] = []
  let count = 0
  return {
    add(row, text) {
      const line = { number: count, row, text }
      count += 1
      kept.push(line)
      // Let go in batches: shifting an array at each row would cost more than the row.
      if (kept.length >= rowsKept * 2) kept = kept.slice(-rowsKept)
      return line
    },
    lines: (sieve) => kept.slice(-rowsKept).filter((line) => passes(line, sieve)),
    get count() {
      return count
    },
  }
}
