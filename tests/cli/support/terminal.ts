import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import stringWidth from 'string-width'
import { whenDone } from '../../support/when-done.ts'
import { launcher } from './run-bin.ts'
import { pathOfTmux, startTmux } from './tmux.ts'

export interface TerminalOptions {
  /** Default 80 x 24. */
  readonly columns?: number
  readonly rows?: number
  readonly env?: Readonly<Record<string, string>>
  /** Program with its arguments, instead of the launcher, such as a shell to see the terminal after Tollgate ends. */
  readonly program?: readonly string[]
}

/** A real terminal: the window of a separate tmux server, with Tollgate in it. */
export interface TerminalWindow {
  /** Presses keys by their tmux names: `Enter`, `Down`, `Escape`, `C-c`, `BSpace`. */
  press(...keys: string[]): Promise<void>
  /** Sends a text as if it were typed. */
  type(text: string): Promise<void>
  /** Pastes a text, bracketed if the program has requested that. */
  paste(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /**
   * Returns the visible text: one line of text per row, no trailing spaces, no empty lines at the end.
   * @throws Error when a line was wider than the window
   */
  screen(): Promise<string>
  /** Returns everything that was printed, including the scrollback. Lines that the window wrapped are joined again. */
  history(): Promise<string>
  /** Returns the visible text with its colors. */
  colours(): Promise<string>
  /**
   * Waits until the window shows the text, or the condition is met.
   * @returns the screen
   * @throws Error with the screen when the deadline has passed
   */
  until(wanted: string | RegExp | ((screen: string) => boolean), withinMs?: number): Promise<string>
  /** Waits until the program has ended. @returns its exit code */
  exitCode(withinMs?: number): Promise<number>
  /** Returns the position of the cursor and whether it is visible. */
  cursor(): Promise<{ readonly x: number; readonly y: number; readonly isVisible: boolean }>
  close(): Promise<void>
}

/** After this time, the program is considered stuck. */
const usualDeadlineMs = 60_000
/** Interval between two looks at the window. Waiting ends when the expected text is seen, not after a fixed time. */
const lookEveryMs = 25

/** Starts `bin/tollgate` with these arguments in a new terminal, which is closed when the test ends. */
export async function startTerminal(
  argv: readonly string[],
  { columns = 80, rows = 24, env = {}, program = [process.execPath, launcher] }: TerminalOptions = {},
): Promise<TerminalWindow> {
  const socket = `tollgate-${process.pid}-${randomBytes(4).toString('hex')}`
  const size = { columns, rows }
  const variables = Object.entries({ TOLLGATE_LANG: 'en', ...env }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  // The window outlives its program, so that its last screen can be read, but closes if the test run is killed.
  const scratch = await mkdtemp(join(tmpdir(), 'tollgate-terminal-'))
  const endFile = join(scratch, 'exit-code')
  const end = `while kill -0 ${process.pid}; do sleep 1; done 2>/dev/null; ${quoted(pathOfTmux())} -L ${socket} kill-server`
  const watch = `{ ${end}; } & `
  // A Ctrl-C that arrives before the program controls the terminal also reaches the shell, and must not end it.
  const command = `trap : INT; ${watch}${[...program, ...argv].map(quoted).join(' ')}; echo $? > ${quoted(endFile)}; while :; do wait; sleep 1; done`
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => ['set', '-g', name, value, ';'])
  const shape = ['-s', 'window', '-x', String(columns), '-y', String(rows)]
  const session = ['new-session', '-d', ...shape, ...variables, command]
  const { tell, end: endTmux } = await startTmux(socket, serverEnv, [...settings, ...session])
  const ask = (format: string): Promise<string> => tell('display-message', '-p', '-t', 'window', format)

  /** Reads the window's text, and the first line that did not fit in one row. */
  async function look(): Promise<{ readonly text: string; readonly wide: string | undefined }> {
    const [text, joined] = await Promise.all([
      tell('capture-pane', '-p', '-t', 'window'),
      // Joins rows that were wrapped from one long line.
      tell('capture-pane', '-p', '-J', '-t', 'window'),
    ])
    const wide = joined.split('\n').find((line) => stringWidth(line.trimEnd()) > size.columns)
    return { text: withoutTrailing(text), wide }
  }

  async function screen(): Promise<string> {
    const { text, wide } = await look()
    if (wide !== undefined) throw new Error(`wider than ${size.columns} columns: ${wide.trimEnd()}\n${text}`)
    return text
  }

  const window: TerminalWindow = {
    press: async (...keys) => void (await tell('send-keys', '-t', 'window', ...keys)),
    type: async (text) => void (await tell('send-keys', '-t', 'window', '-l', text)),
    async paste(text) {
      await tell('set-buffer', '--', text)
      await tell('paste-buffer', '-p', '-t', 'window')
    },
    async resize(toColumns, toRows) {
      await tell('resize-window', '-t', 'window', '-x', String(toColumns), '-y', String(toRows))
      Object.assign(size, { columns: toColumns, rows: toRows })
    },
    screen,
    history: async () => withoutTrailing(await tell('capture-pane', '-p', '-J', '-S', '-', '-t', 'window')),
    colours: () => tell('capture-pane', '-p', '-e', '-t', 'window'),
    async until(wanted, withinMs = usualDeadlineMs) {
      const isThere =
        typeof wanted === 'function'
          ? wanted
          : (text: string) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))
      return waitFor(
        async () => {
          // For a moment after a resize, the terminal itself wraps lines that were drawn for another width.
          const { text, wide } = await look()
          return wide === undefined && isThere(text) ? text : undefined
        },
        withinMs,
        async () => `the terminal did not show ${wanted}:\n${await screen()}`,
      )
    },
    exitCode: (withinMs = usualDeadlineMs) =>
      waitFor(
        async () => {
          const code = await readFile(endFile, 'utf8').catch(() => '')
          return code.endsWith('\n') ? Number(code) : undefined
        },
        withinMs,
        async () => `the program has not ended:\n${await screen()}`,
      ),
    async cursor() {
      const [x, y, flag] = (await ask('#{cursor_x} #{cursor_y} #{cursor_flag}')).trim().split(' ')
      return { x: Number(x), y: Number(y), isVisible: flag === '1' }
    },
    async close() {
      // The server belongs to this window alone, so ending it ends everything in the window.
      await endTmux()
      await rm(scratch, { recursive: true, force: true })
    },
  }
  whenDone(() => window.close())
  return window
}

const serverSettings = {
  status: 'off',
  'default-terminal': 'tmux-256color',
  'history-limit': '5000',
  'escape-time': '0',
}

/** The outer environment without our variables, color settings and CI flags. */
const serverEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !name.startsWith('TOLLGATE_') && !/^(CI|NO_COLOR|FORCE_COLOR|NODE_ENV|VITEST.*|TMUX.*)$/.test(name),
    ),
  ),
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TERM: 'xterm-256color',
  SHELL: '/bin/sh',
}

async function waitFor<T>(
  look: () => Promise<T | undefined>,
  withinMs: number,
  complaint: () => Promise<string>,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(await complaint())
    await pause(lookEveryMs)
  }
}

const withoutTrailing = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
