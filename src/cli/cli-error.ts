import { type ExitCode, exitCodes } from './exit-codes.ts'

/** One of several problems, with its position in a file. */
export interface ProblemLine {
  readonly severity: 'error' | 'warning'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly path: string
  readonly message: string
  readonly hint: string | null
}

export interface CliErrorOptions {
  /** What to try next, one line. */
  readonly hint?: string | undefined
  /** The flag or request field that caused it. */
  readonly field?: string | undefined
  readonly requestId?: string | undefined
  /** HTTP status, if a response was received. */
  readonly status?: number | undefined
  /** Number of seconds the server asks to wait before a retry. */
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
  /** All problems, if there is more than one to report. */
  readonly problems?: readonly ProblemLine[] | undefined
}

/** A failure to be explained to the user: a stable code, a message, an exit code and usually a hint. */
export class CliError extends Error {
  readonly code: string
  readonly exitCode: ExitCode
  readonly options: CliErrorOptions

  constructor(code: string, exitCode: ExitCode, message: string, options: CliErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'CliError'
    this.code = code
    this.exitCode = exitCode
    this.options = options
  }
}

/** Creates the error for an invalid command line; nothing was sent. */
export const usageError = (message: string, options: CliErrorOptions = {}): CliError =>
  new CliError('usage', exitCodes.usage, message, options)
