import type { Codec } from '../../protocols/types.ts'

/** What is none of the types below: browsers save it and never show it. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** Sounds, with the members that raw samples need. No `+`: a type that ends in `+xml` is a document that runs scripts. */
const SOUND = /^audio\/[\w.-]+(\s*;\s*(rate|channels|codecs?|bits?)\s*=\s*"?[\w.-]+"?)*$/i

/** Transcripts as text, SubRip and WebVTT. */
const TEXT = /^(text\/(plain|vtt|srt)|application\/(x-subrip|srt))\s*(;|$)/i

/**
 * The content type of a complete answer: one of ours, chosen by the operation. The upstream's header only selects among
 * them, because a browser would run whatever it likes to call a page.
 */
export function answerType(codec: Pick<Codec, 'answers'>, upstreamType: string): string {
  const { answers = 'json' } = codec
  // What says that it is JSON has been read as JSON.
  if (answers === 'json' || upstreamType.includes('json')) return 'application/json'
  if (/^text\/event-stream\s*(;|$)/i.test(upstreamType)) return 'text/event-stream'
  if (answers === 'bytes') return SOUND.test(upstreamType) ? upstreamType : UNKNOWN_TYPE
  return TEXT.test(upstreamType) ? 'text/plain; charset=utf-8' : UNKNOWN_TYPE
}
