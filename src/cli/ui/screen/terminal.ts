import type { Io } from '../../io.ts'
import type { Settings } from '../../settings.ts'

/** Standard streams known to be a terminal: Ink can read keys from one and draw on the other. */
export interface TerminalStreams {
  readonly stdin: NodeJS.ReadStream
  /** The stream on which the screen is drawn. */
  readonly output: NodeJS.WriteStream
}

/** Whether the user can be prompted: keys can be read and questions are visible, wherever standard output goes. */
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
 * Returns the streams for a screen.
 * @param where questions go to standard error, so that a command's output can be redirected; live views go to standard
 * output
 * @returns undefined if keys cannot be read one by one, as in a test that only simulates a terminal
 */
export function terminalStreams(io: Io, where: 'stdout' | 'stderr'): TerminalStreams | undefined {
  const { stdin } = io
  const output = io[where]
  if (!(stdin.isTTY && output.isTTY && 'setRawMode' in stdin && 'on' in output)) return undefined
  return { stdin: stdin as NodeJS.ReadStream, output: output as NodeJS.WriteStream }
}

/**
 * Loads a module that draws. Only such modules import Ink and React, so that other commands start without them. React
 * decides when it is loaded whether it records measurements, which would pile up in a screen that stays open for hours.
 */
export function loadScreen<M>(load: () => Promise<M>): Promise<M> {
  process.env.NODE_ENV ??= 'production'
  return load()
}
