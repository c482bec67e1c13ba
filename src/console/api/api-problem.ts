/** Why a call failed. The message is for users, in their language. */
export class ApiProblem extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  /**
   * Stable name of the error; `unreachable` when there was no response, `unreadable` when it did not come from the
   * daemon.
   */
  readonly code: string
  /** The request field that caused the error, if the daemon names one. */
  readonly field: string | undefined
  /** Identifies the call in the daemon's log. */
  readonly requestId: string | undefined

  constructor(
    message: string,
    options: {
      readonly status: number
      readonly code: string
      readonly field?: string | undefined
      readonly requestId?: string | undefined
      readonly cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.name = 'ApiProblem'
    this.status = options.status
    this.code = options.code
    this.field = options.field
    this.requestId = options.requestId
  }
}

export const isProblem = (error: unknown): error is ApiProblem => error instanceof ApiProblem
