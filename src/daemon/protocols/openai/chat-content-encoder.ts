import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import type { CacheMark, MediaPart, TextPart } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { writeAudioFormat, writeCacheControl, writeLink } from './chat-media.ts'

/** OpenAI's models from 5.6 on support explicit cache breakpoints; earlier ones answer 400 to them. */
const KEEPS_BREAKPOINTS = /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/

/** Whether this is OpenAI's own API, or one exactly like it (Azure), where other vendors' extensions are errors. */
export const isOpenAiItself = ({ traits }: EncodeTarget): boolean => traits.origin === 'openai'

/**
 * Returns the members that mark the point up to which the upstream should cache; none if it cannot.
 *
 * @param isPart false for tools and calls, which have marks only in Anthropic's form
 */
export function encodeCacheMark(
  mark: CacheMark | undefined,
  target: EncodeTarget,
  isPart = true,
): JsonObject {
  if (!mark) return {}
  if (target.traits.takesCacheMarks !== false) {
    if (!isOpenAiItself(target)) return { cache_control: writeCacheControl(mark) }
    if (isPart && KEEPS_BREAKPOINTS.test(target.model))
      return { prompt_cache_breakpoint: { mode: 'explicit' } }
  }
  target.losses.add('cache_control')
  return {}
}

/**
 * Encodes texts as content: a single text as a string; several as parts if marks require it or the vendor supports
 * marks; else joined, because not all vendors accept lists.
 *
 * @param separator between joined texts
 */
export function encodeTexts(parts: readonly TextPart[], separator: string, target: EncodeTarget): JsonValue {
  const written = parts.map((part) => encodeText(part, target))
  const isMarked = written.some((part) => Object.keys(part).length > 2)
  const [only] = parts
  if (!isMarked && parts.length <= 1) return only?.text ?? ''
  if (isMarked || target.traits.takesCacheMarks !== false) return written
  return parts.map(({ text }) => text).join(separator)
}

export const encodeText = ({ text, cache }: TextPart, target: EncodeTarget): JsonObject => ({
  type: 'text',
  text,
  ...encodeCacheMark(cache, target),
})

/** Encodes images, audio, video and documents of a user message. */
export function encodeMedia(part: MediaPart, target: EncodeTarget): JsonObject {
  return { ...encodeUnmarked(part, target), ...encodeCacheMark(part.cache, target) }
}

function encodeUnmarked(part: MediaPart, target: EncodeTarget): JsonObject {
  const { mimeType, source, detail } = part
  const text = readableText(part)
  if (text !== undefined)
    return { type: 'text', text: part.name === undefined ? text : `${part.name}\n\n${text}` }
  const url = writeLink(part)
  if (url === undefined) return target.losses.refuse('file_id', refusals.fileElsewhere)
  if (mimeType.startsWith('audio/')) return encodeAudio(part, target)
  if (mimeType.startsWith('video/'))
    return isOpenAiItself(target)
      ? target.losses.refuse('video_url', refusals.noVideo)
      : { type: 'video_url', video_url: { url } }
  if (mimeType === '' || mimeType.startsWith('image/'))
    return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
  const filename = part.name ?? (mimeType === 'application/pdf' ? 'document.pdf' : 'document')
  return { type: 'file', file: { filename, file_data: source.kind === 'url' ? source.url : url } }
}

/** Returns the text of a text document. Such documents are sent as text, because only PDF is understood as a file. */
function readableText({ mimeType, source }: MediaPart): string | undefined {
  if (source.kind === 'text') return source.text
  if (source.kind !== 'data' || !/^text\/|^application\/json$/.test(mimeType)) return undefined
  return Buffer.from(source.base64, 'base64').toString('utf8')
}

function encodeAudio({ mimeType, source }: MediaPart, { losses }: EncodeTarget): JsonObject {
  if (source.kind !== 'data') return losses.refuse('input_audio', refusals.noSoundLink)
  return { type: 'input_audio', input_audio: { data: source.base64, format: writeAudioFormat(mimeType) } }
}
