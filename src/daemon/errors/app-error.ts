import { catalogue, type ErrorCode } from './catalogue.ts'
import type { Texts } from './reasons.ts'

export interface AppErrorOptions {
  readonly cause?: unknown
  /** For logs only, never rendered. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Fills the placeholders of the code's text, e.g. `{ model: 'gpt-4o' }`. A value may have a text for each language. */
  readonly values?: Readonly<Record<string, string | number | Texts>>
  /** Seconds for a `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /** Whether clients should send the request again by themselves (`x-should-retry`); absent = as they see fit. */
  readonly isWorthRetrying?: boolean
  /** Which request field is to blame; `error.field` in the envelope, `param` in OpenAI's shape. */
  readonly field?: string
  /** Overrides the catalogue's status: only for upstream statuses that a channel maps. */
  readonly status?: number
  /** Text to show instead of the catalogue's; only for upstream texts that may be shown. */
  readonly message?: string
  /** The upstream's own classification, shown to clients of the same protocol instead of ours. */
  readonly upstream?: { readonly type: string; readonly code: string; readonly param: string | null }
}

/**
 * The one error the program throws on purpose. The code's row in the catalogue gives status, kind, retry, log level and the
 * text in the caller's language, with `values` filled in.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? code, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = options.status ?? catalogue[code].status
    this.options = options
  }
}
