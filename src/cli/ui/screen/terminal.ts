import type { Io } from '../../io.ts'
import type { Settings } from '../../settings.ts'

/** Standard streams of which we know that they are a terminal: Ink may read keys from one and draw on the other. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream
  /** Where the screen is drawn. */
  readonly output: NodeJS.WriteStream
}

/** Whether somebody can be asked: keys come in and questions are seen, whatever standard output is. */
export const isTerminal = ({ stdin, stderr, env }: Io): boolean =>
  Boolean(stdin.isTTY && stderr.isTTY && env.TERM !== 'dumb')

/** Whether a screen may take the place of plain output: nothing is piped, nothing but a table is wanted. */
export const isForScreen = (io: Io, settings: Settings): boolean =>
  settings.mayAsk &&
  isTerminal(io) &&
  Boolean(io.stdout.isTTY) &&
  settings.output === 'table' &&
  !settings.isQuiet

/**
 * The streams for a screen.
 * @param where questions go to standard error, so that the answer of a command can be redirected; what is watched goes
 *   to standard output
 * @returns undefined where keys cannot be read one by one, as in a test that only pretends
 */
export function terminalStreams(io: Io, where: 'stdout' | 'stderr'): TerminalStreams | undefined {
  const { stdin } = io
  const output = io[where]
  if (!(stdin.isTTY && output.isTTY && 'setRawMode' in stdin && 'on' in output)) return undefined
  return { stdin: stdin as NodeJS.ReadStream, output: output as NodeJS.WriteStream }
}

/**
 * Loads a module that draws. Nothing else imports Ink and React, so that a list starts without them. React decides
 * while it is loaded whether it measures itself; in a screen that stays open for hours those records would pile up.
 */
export function loadScreen<M>(load: () => Promise<M>): Promise<M> {
  process.env.NODE_ENV ??= 'production'
  return load()
}
