import type { FeedState } from '../client/live-feed.ts'
import {
  createLogBuffer,
  type LogLine,
  type LogRow,
  type LogSieve,
  passes,
  passesText,
  rowsKept,
} from './log-buffer.ts'

/** Changes are announced in batches, because nobody can read a thousand rows a second. */
const gatherMs = 80

/** Data shared by both screens of `logs -f`: rows keep arriving while one screen replaces the other. */
export interface LogSession {
  readonly state: FeedState | 'connecting'
  readonly sieve: LogSieve
  /** Number of rows that have arrived. */
  readonly count: number
  /** Lines of running tasks, oldest first. They change until their tasks have ended. */
  readonly tasks: readonly string[]
  add(row: LogRow, text: string): void
  /** Replaces the tasks. @param ended last lines of tasks that have ended, which stay in the log */
  setTasks(running: readonly string[], ended: readonly string[]): void
  heardState(state: FeedState): void
  /** Announces that the feed has ended for good; listeners can look up why. */
  fail(): void
  setSieve(sieve: LogSieve): void
  /** Returns matching lines that have not been taken yet, oldest first; they are printed next. */
  takeNew(): readonly LogLine[]
  /** Returns last lines of tasks that have not been taken yet. */
  takeEnded(): readonly string[]
  /** Returns the lines to scroll back through, oldest first. */
  lines(): readonly LogLine[]
  subscribe(listener: () => void): () => void
}

export function createLogSession(sieve: LogSieve): LogSession {
  const buffer = createLogBuffer()
  const listeners = new Set<() => void>()
  let state: LogSession['state'] = 'connecting'
  let shown = sieve
  let waiting: LogLine[] = []
  let tasks: readonly string[] = []
  let ended: readonly string[] = []
  let isGathering = false
  const changed = (): void => {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      for (const listener of listeners) listener()
    }, gatherMs)
  }
  return {
    get state() {
      return state
    },
    get sieve() {
      return shown
    },
    get count() {
      return buffer.count
    },
    get tasks() {
      return tasks.filter((text) => passesText(text, shown))
    },
    setTasks(running, over) {
      const isSame = running.length === tasks.length && running.every((text, at) => text === tasks[at])
      if (isSame && over.length === 0) return
      tasks = running
      ended = [...ended, ...over].slice(-rowsKept)
      changed()
    },
    add(row, text) {
      const line = buffer.add(row, text)
      if (passes(line, shown)) waiting.push(line)
      // While paused, lines are not taken; those too old to be shown are dropped.
      if (waiting.length > rowsKept * 2) waiting = waiting.slice(-rowsKept)
      changed()
    },
    heardState(heard) {
      state = heard
      changed()
    },
    fail: changed,
    setSieve(next) {
      shown = next
      // Lines that are waiting to be printed, such as during a pause, must match the new filter too.
      waiting = waiting.filter((line) => passes(line, next))
      for (const listener of listeners) listener()
    },
    takeNew() {
      const taken = waiting
      waiting = []
      return taken
    },
    takeEnded() {
      const taken = ended.filter((text) => passesText(text, shown))
      ended = []
      return taken
    },
    lines: () => buffer.lines(shown),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
