import { audioLength, transcriptionTokens } from './audio-duration.ts'

/** A file in a request whose tokens depend on its content: a document, a recording or a video. */
export interface UnreadMedia {
  readonly kind: 'audio' | 'video' | 'document'
  /** As base64 or as a data URL; undefined if the request only names the file, by ID or link. */
  readonly data: string | undefined
}

/**
 * Tokens per second of a recording or a video. Vendors count between 10 (OpenAI's audio) and 32 tokens per second of sound,
 * and Google counts 258 tokens per frame of a video, one frame a second.
 *
 * - https://ai.google.dev/gemini-api/docs/tokens
 */
const AUDIO_TOKENS_PER_SECOND = 32
const VIDEO_TOKENS_PER_SECOND = AUDIO_TOKENS_PER_SECOND + 258

/**
 * Tokens per byte of a document. A page costs 1,500 to 3,000 tokens at Anthropic
 * (https://platform.claude.com/docs/en/build-with-claude/pdf-support), and a page that is only text takes about 10 kB.
 */
const DOCUMENT_TOKENS_PER_BYTE = 0.2

/** Tokens assumed for a file that is not in the request: 20 pages, 25 minutes of sound, 10 minutes of video. */
const NAMED_TOKENS: Readonly<Record<UnreadMedia['kind'], number>> = {
  document: 50_000,
  audio: 50_000,
  video: 175_000,
}

/** Returns the number of tokens that a file is likely not to exceed. For holds; charges never use it. */
export function holdTokensOfMedia({ kind, data }: UnreadMedia): number {
  if (data === undefined) return NAMED_TOKENS[kind]
  if (kind === 'document') return Math.ceil(Buffer.byteLength(data, 'base64') * DOCUMENT_TOKENS_PER_BYTE)
  return Math.ceil(secondsOf(data) * (kind === 'audio' ? AUDIO_TOKENS_PER_SECOND : VIDEO_TOKENS_PER_SECOND))
}

/** Tokens that a file or document counts as if it is not given as text, and that a recording counts as at least. */
export const FILE_TOKENS = 5000
const AUDIO_TOKENS_MIN = 100

/** Returns the tokens that a file counts as if no vendor counts it. */
export function countMedia({ kind, data }: UnreadMedia): number {
  const seconds = kind === 'document' || data === undefined ? 0 : secondsOf(data)
  if (kind === 'audio') return Math.max(AUDIO_TOKENS_MIN, transcriptionTokens(seconds))
  return Math.max(FILE_TOKENS, Math.ceil(seconds * VIDEO_TOKENS_PER_SECOND))
}

function secondsOf(data: string): number {
  const base64 = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  return audioLength(Buffer.from(base64, 'base64')).seconds
}
