import { audioLength, transcriptionTokens } from './audio-duration.ts'

/** A file in a request whose tokens depend on its content: a document, a recording or a video. */
export interface UnreadMedia {
  readonly kind: 'audio' | 'video' | 'document'
  /** As base64 or as a data URL; undefined if the request only names the file, by ID or link. */
  readonly data: string | undefined
}

/**
 * Tokens per second of a recording or a video. Vendors count from 10 (OpenAI) to 32 (Google) tokens per second of audio.
 * For a video, Google also counts one frame per second, with 258 tokens each.
 *
 * - https://ai.google.dev/gemini-api/docs/tokens
 */
const AUDIO_TOKENS_PER_SECOND = 32
const VIDEO_TOKENS_PER_SECOND = AUDIO_TOKENS_PER_SECOND + 258

/**
 * Tokens per byte of a document. Anthropic counts 1,500 to 3,000 tokens per page
 * (https://platform.claude.com/docs/en/build-with-claude/pdf-support). A page of text takes about 10 kB.
 */
const DOCUMENT_TOKENS_PER_BYTE = 0.2

/** Tokens assumed for a file that is not in the request: 20 pages, 25 minutes of audio, 10 minutes of video. */
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

/** Tokens counted for a file that is not given as text. */
export const FILE_TOKENS = 5000

/** The fewest tokens counted for a recording. */
const AUDIO_TOKENS_MIN = 100

/** Counts the tokens of a file, for prompts that no vendor has counted. */
export function countMedia({ kind, data }: UnreadMedia): number {
  const seconds = kind === 'document' || data === undefined ? 0 : secondsOf(data)
  if (kind === 'audio') return Math.max(AUDIO_TOKENS_MIN, transcriptionTokens(seconds))
  return Math.max(FILE_TOKENS, Math.ceil(seconds * VIDEO_TOKENS_PER_SECOND))
}

function secondsOf(data: string): number {
  const base64 = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
  return audioLength(Buffer.from(base64, 'base64')).seconds
}
