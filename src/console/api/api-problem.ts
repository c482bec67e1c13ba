/** Why a call failed. The message is for people and in their language. */
export class ApiProblem extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Stable name of the error; `unreachable` when no answer came, `unreadable` when it was none of ours. */
  readonly code: string
  /** The field of the request that is to blame, where the daemon names one. */
  readonly field: string | undefined
  /** Names the call in the daemon's log. */
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
