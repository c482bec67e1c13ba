import { catalogue, type ErrorCode } from './catalogue.ts'
import { fillIn, type Values, withField } from './fill-in.ts'
import { type PhraseName, phrases } from './phrases/phrases.ts'
import type { Texts } from './reasons.ts'

export interface AppErrorOptions {
  readonly cause?: unknown
  /** For logs only, never rendered. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** True if this has already been logged: repetitions are logged at level `debug`. */
  readonly isLogged?: boolean
  /** Replaces the code's text with one that says what is wrong with the request. */
  readonly phrase?: PhraseName
  /** Values for the placeholders of the phrase or of the code's text, e.g. `{ model: 'gpt-4o' }`. */
  readonly values?: Values
  /** Seconds for a `Retry-After` header. */
  readonly retryAfterSeconds?: number
  /** Whether clients should retry automatically (`x-should-retry`); absent = they decide. */
  readonly isWorthRetrying?: boolean
  /** The request field that caused the error; `error.field` in the envelope, `param` in OpenAI's shape. */
  readonly field?: string
  /** Overrides the catalogue's status; only for upstream statuses that a channel maps. */
  readonly status?: number
  /** Replaces the catalogue's text: the upstream's text if it may be shown, or our own if the upstream sent none. */
  readonly message?: string | Texts
  /** The upstream's own classification, shown to clients of the same protocol instead of ours. */
  readonly upstream?: { readonly type: string; readonly code: string; readonly param: string | null }
}

/**
 * The only error that the program throws on purpose. The code's row in the catalogue gives status, kind, retry, log
 * level and the text in the caller's language, with `values` filled in.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(englishText(options) ?? code, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = options.status ?? catalogue[code].status
    this.options = options
  }
}

function englishText({ message, phrase, field, values }: AppErrorOptions): string | undefined {
  if (message !== undefined) return typeof message === 'string' ? message : message.en
  return phrase && fillIn(phrases[phrase].en, withField(field, values), 'en')
}
