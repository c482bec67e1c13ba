import { inWords, type ValuesOf } from '../errors/fill-in.ts'
import type { PhraseName, PlaceholderOf } from '../errors/phrases/phrases.ts'
import type { Texts } from '../errors/reasons.ts'

/** An upstream failure in the vendor's words, before it is mapped for anybody. */
export interface UpstreamFailure {
  /** What the HTTP status should have been, where an error came inside an answer and says so. */
  readonly status?: number
  readonly message: string
  /** The message in both languages, if the vendor has no words and it is ours: see {@link ownWords}. */
  readonly texts?: Texts | undefined
  readonly type: string
  readonly code: string
  readonly param: string | null
  /** After how many seconds to try again, if the body says so and no header does. */
  readonly retryAfterSeconds?: number | undefined
}

/** Words of ours for a failure that comes without any. Logs and comparisons take the English ones. */
export function ownWords<Name extends PhraseName>(
  phrase: Name,
  ...values: ValuesOf<PlaceholderOf<Name>>
): { readonly message: string; readonly texts: Texts } {
  const texts = inWords(phrase, ...values)
  return { message: texts.en, texts }
}
