import { inWords, type ValuesOf } from '../errors/fill-in.ts'
import type { PhraseName, PlaceholderOf } from '../errors/phrases/phrases.ts'
import type { Texts } from '../errors/reasons.ts'

/** An upstream failure as the vendor reported it, before it is mapped for clients or the log. */
export interface UpstreamFailure {
  /** The HTTP status that an error inside a successful response states for itself. */
  readonly status?: number
  readonly message: string
  /** The message in both languages, if the vendor sent none and the message is ours: see {@link ownWords}. */
  readonly texts?: Texts | undefined
  readonly type: string
  readonly code: string
  readonly param: string | null
  /** Seconds to wait before a retry, if the body states them and no header does. */
  readonly retryAfterSeconds?: number | undefined
}

/** Returns our own message for a failure that has none. Logs and comparisons use the English one. */
export function ownWords<Name extends PhraseName>(
  phrase: Name,
  ...values: ValuesOf<PlaceholderOf<Name>>
): { readonly message: string; readonly texts: Texts } {
  const texts = inWords(phrase, ...values)
  return { message: texts.en, texts }
}
