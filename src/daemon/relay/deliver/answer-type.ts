import type { Codec } from '../../protocols/types.ts'

/** For any type not listed below: browsers save it and never render it. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** Audio, with the parameters needed for raw samples. No `+`: a type that ends in `+xml` is a document with scripts. */
const SOUND = /^audio\/[\w.-]+(\s*;\s*(rate|channels|codecs?|bits?)\s*=\s*"?[\w.-]+"?)*$/i

/** Transcripts as text, SubRip and WebVTT. */
const TEXT = /^(text\/(plain|vtt|srt)|application\/(x-subrip|srt))\s*(;|$)/i

/**
 * Returns the content type of a complete answer: one of a fixed set, chosen by the operation. The upstream's header
 * only selects among them, because whatever it labels as a page would run in a browser.
 */
export function answerType(codec: Pick<Codec, 'answers'>, upstreamType: string): string {
  const { answers = 'json' } = codec
  // An answer labeled as JSON has been read as JSON.
  if (answers === 'json' || upstreamType.includes('json')) return 'application/json'
  if (/^text\/event-stream\s*(;|$)/i.test(upstreamType)) return 'text/event-stream'
  if (answers === 'bytes') return SOUND.test(upstreamType) ? upstreamType : UNKNOWN_TYPE
  return TEXT.test(upstreamType) ? 'text/plain; charset=utf-8' : UNKNOWN_TYPE
}
