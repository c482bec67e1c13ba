import type { Clock } from './clock.ts'

/** Maximum number of lines about refusals with the same code that are written within a window; the rest are counted. */
export const LINES_MAX = 100
const WINDOW_MS = 10_000

/** The current window of one code. */
interface Window {
  readonly untilMs: number
  lines: number
}

export interface LineLimitDeps {
  readonly clock: Clock
  /** Logs how many lines with a code were left out. Called when the window of the code ends. */
  readonly onLeftOut: (code: string, count: number) => void
}

/**
 * Limits the log lines about refusals. Each refused request writes one, so a stranger without a key could fill the disk
 * with them, and the database that shares it.
 */
export class LineLimit {
  readonly #windows = new Map<string, Window>()
  readonly #deps: LineLimitDeps

  constructor(deps: LineLimitDeps) {
    this.#deps = deps
  }

  /** @returns whether one more line with this code may be written */
  mayWrite(code: string): boolean {
    const now = this.#deps.clock.now()
    let window = this.#windows.get(code)
    if (!window || now >= window.untilMs) {
      if (window) this.#end(code, window)
      window = { untilMs: now + WINDOW_MS, lines: 0 }
      this.#windows.set(code, window)
    }
    window.lines += 1
    // There may be no further refusal after the window, so a timer writes the count.
    if (window.lines === LINES_MAX + 1) setTimeout(this.#end.bind(this, code, window), WINDOW_MS).unref()
    return window.lines <= LINES_MAX
  }

  #end(code: string, window: Window): void {
    if (this.#windows.get(code) !== window) return
    this.#windows.delete(code)
    if (window.lines > LINES_MAX) this.#deps.onLeftOut(code, window.lines - LINES_MAX)
  }
}
