import type { Io } from '../../io.ts'
import type { Settings } from '../../settings.ts'

/** Standard streams known to be a terminal: Ink may read keys from one and draw on the other. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream
  /** Where the screen is drawn. */
  readonly output: NodeJS.WriteStream
}

/** Whether the user can be prompted: keys can be read and questions are visible, whatever standard output is. */
export const isTerminal = ({ stdin, stderr, env }: Io): boolean =>
  Boolean(stdin.isTTY && stderr.isTTY && env.TERM !== 'dumb')

/** Whether a screen may replace plain output: nothing is piped, and the format is the table. */
export const isForScreen = (io: Io, settings: Settings): boolean =>
  settings.mayAsk &&
  isTerminal(io) &&
  Boolean(io.stdout.isTTY) &&
  settings.output === 'table' &&
  !settings.isQuiet

/**
 * The streams for a screen.
 * @param where questions go to standard error, so that a command's output can be redirected; live views go to standard
 *   output
 * @returns undefined if keys cannot be read one by one, as in a test that only simulates a terminal
 */
export function terminalStreams(io: Io, where: 'stdout' | 'stderr'): TerminalStreams | undefined {
  const { stdin } = io
  const output = io[where]
  if (!(stdin.isTTY && output.isTTY && 'setRawMode' in stdin && 'on' in output)) return undefined
  return { stdin: stdin as NodeJS.ReadStream, output: output as NodeJS.WriteStream }
}

/**
 * Loads a module that draws. Nothing else imports Ink and React, so that a list starts without them. React decides on
 * loading whether it records measurements; in a screen that stays open for hours those records would pile up.
 */
export function loadScreen<M>(load: () => Promise<M>): Promise<M> {
  process.env.NODE_ENV ??= 'production'
  return load()
}
