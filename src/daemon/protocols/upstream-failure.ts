/** An upstream failure in the vendor's words, before it is mapped for anybody. */
export interface UpstreamFailure {
  /** What the HTTP status should have been, where an error came inside an answer and says so. */
  readonly status?: number
  readonly message: string
  readonly type: string
  readonly code: string
  readonly param: string | null
  /** After how many seconds to try again, if the body says so and no header does. */
  readonly retryAfterSeconds?: number | undefined
}
