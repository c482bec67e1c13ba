import type { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { oneLine } from '../ui/table.ts'
import type { FailedChange, ProgressSink } from './apply-plan.ts'
import { kindWord } from './kinds.ts'
import type { Change } from './plan-changes.ts'
import type { Tell } from './texts.ts'

export interface ProgressOptions {
  readonly changes: readonly Change[]
  readonly tell: Tell
  readonly io: Pick<Io, 'stderr'>
  readonly isQuiet: boolean
  now(): number
  /** Writes one line to standard error. */
  say(line: string): void
}

export interface Progress extends ProgressSink {
  /** Prints a line that is not progress. */
  note(line: string): void
  /** Reports a pause and why the server asked for it. */
  pause(seconds: number, reason: CliError): void
  /** Prints the final state. */
  end(): void
}

const signs = { create: '+', update: '~', delete: '-' } as const
/** Up to this number, changes are reported one by one. */
const SINGLE_MAX = 20
const REDRAW_MS = 200
const LINE_MS = 5000

/** Returns the amount of work in a change: for a set of codes, the number of codes. */
export const weightOf = ({ kind, fields }: Change): number => {
  if (kind !== 'codes') return 1
  const count = fields.find(({ field }) => field === 'count')
  return Math.max(1, Number(count?.after ?? 1) - Number(count?.before ?? 0))
}

/**
 * Reports the progress of an apply: done, failed, rate, time left. On a terminal, one line is updated; in a log, a line
 * is written every few seconds.
 */
export function createProgress(options: ProgressOptions): Progress {
  const { changes, tell, io, say, now } = options
  const all = changes.reduce((sum, each) => sum + weightOf(each), 0)
  const isOneByOne = changes.length <= SINGLE_MAX
  const isLine = io.stderr.isTTY === true && !options.isQuiet
  const startMs = now()
  let [done, failed, count] = [0, 0, 0]
  let drawnMs = startMs
  let isDrawn = false

  const state = (): string => {
    const seconds = Math.max(0.001, (now() - startMs) / 1000)
    const rate = done / seconds
    const left = rate === 0 ? '-' : clockText((all - done - failed) / rate)
    return tell('progressLine', { done, all, failed, rate: rateText(rate), left })
  }
  const clear = (): void => {
    if (isDrawn) io.stderr.write('\r\x1b[K')
    isDrawn = false
  }
  const draw = (isLast = false): void => {
    if (isOneByOne) return
    if (!isLast && now() - drawnMs < (isLine ? REDRAW_MS : LINE_MS)) return
    drawnMs = now()
    if (!isLine) return say(state())
    io.stderr.write(`\r${state()}\x1b[K`)
    isDrawn = true
  }
  const note = (line: string): void => {
    clear()
    say(line)
  }

  return {
    note,
    done(change) {
      done += weightOf(change)
      count += 1
      const { action, kind, name } = change
      if (isOneByOne)
        say(
          tell('progress', {
            at: count,
            all: changes.length,
            sign: signs[action],
            kind: kindWord[kind],
            name,
          }),
        )
      draw()
    },
    failed({ change: { kind, name, ...change }, error }: FailedChange) {
      failed += weightOf({ kind, name, ...change })
      count += 1
      note(oneLine(tell('failedChange', { kind: kindWord[kind], name, message: error.message })))
      draw()
    },
    pause(seconds, reason) {
      note(oneLine(tell('pause', { seconds, message: reason.message })))
    },
    end() {
      draw(true)
      if (isDrawn) io.stderr.write('\n')
      isDrawn = false
    },
  }
}

const rateText = (rate: number): string => (rate < 10 ? rate.toFixed(1) : String(Math.round(rate)))

/** Formats minutes and seconds, or hours, minutes and seconds. */
function clockText(seconds: number): string {
  const whole = Math.ceil(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((each, at) => (at === 0 ? String(each) : String(each).padStart(2, '0'))).join(':')
}
