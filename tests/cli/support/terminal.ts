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
  /** Program with its arguments, instead of the launcher: a shell, to see what it finds when Tollgate has gone. */
  readonly program?: readonly string[]
}

/** A real terminal: a window of a tmux server of its own, with Tollgate in it. */
export interface TerminalWindow {
  /** Keys by their tmux names: `Enter`, `Down`, `Escape`, `C-c`, `BSpace`. */
  press(...keys: string[]): Promise<void>
  /** Text as if typed. */
  type(text: string): Promise<void>
  /** Text as if pasted: bracketed, when the program has asked for that. */
  paste(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /**
   * What the window shows: one line of text per row, no trailing spaces, no empty lines at the end.
   * @throws Error when a line was wider than the window
   */
  screen(): Promise<string>
  /** Everything that was printed, also what has scrolled away; lines that the window had to wrap are whole again. */
  history(): Promise<string>
  /** What the window shows with its colours, for looking at. */
  colours(): Promise<string>
  /**
   * Waits until the window shows the text, or what the condition asks for.
   * @returns the screen
   * @throws Error with the screen when it does not within the deadline
   */
  until(wanted: string | RegExp | ((screen: string) => boolean), withinMs?: number): Promise<string>
  /** Waits for the end of the program. @returns its exit code */
  exitCode(withinMs?: number): Promise<number>
  /** Where the cursor is, and whether it can be seen. */
  cursor(): Promise<{ readonly x: number; readonly y: number; readonly isVisible: boolean }>
  close(): Promise<void>
}

/** After this the program counts as stuck. */
const usualDeadlineMs = 60_000
/** Between two looks at the window; waiting ends by what is seen, never by the clock. */
const lookEveryMs = 25

/** Starts `bin/tollgate` with these arguments in a terminal of its own; closed when the test ends. */
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
  // The window outlives its program, so that its last screen can be read, but not a test run that was killed.
  const scratch = await mkdtemp(join(tmpdir(), 'tollgate-terminal-'))
  const endFile = join(scratch, 'exit-code')
  const end = `while kill -0 ${process.pid}; do sleep 1; done 2>/dev/null; ${quoted(pathOfTmux())} -L ${socket} kill-server`
  const watch = `{ ${end}; } & `
  // A Ctrl-C that comes before the program has taken the terminal over goes to the shell as well, and must not end it.
  const command = `trap : INT; ${watch}${[...program, ...argv].map(quoted).join(' ')}; echo $? > ${quoted(endFile)}; while :; do wait; sleep 1; done`
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => ['set', '-g', name, value, ';'])
  const shape = ['-s', 'window', '-x', String(columns), '-y', String(rows)]
  const session = ['new-session', '-d', ...shape, ...variables, command]
  const { tell, end: endTmux } = await startTmux(socket, serverEnv, [...settings, ...session])
  const ask = (format: string): Promise<string> => tell('display-message', '-p', '-t', 'window', format)

  /** The window's text, and the first line that did not fit in one row. */
  async function look(): Promise<{ readonly text: string; readonly wide: string | undefined }> {
    const [text, joined] = await Promise.all([
      tell('capture-pane', '-p', '-t', 'window'),
      // Rows that one long line was wrapped into come back as that line.
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
          // For a moment after a resize the terminal itself wraps what was drawn for another width.
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
      // The server belongs to this window alone; its end is the end of everything in it.
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

/** None of our variables, no colour settings and no CI of the surroundings: what is inside is given. */
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
