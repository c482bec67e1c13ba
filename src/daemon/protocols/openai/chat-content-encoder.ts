import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import type { CacheMark, MediaPart, TextPart } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { writeAudioFormat, writeCacheControl, writeLink } from './chat-media.ts'

/** OpenAI's models since 5.6 keep explicit cache breakpoints; earlier ones answer them with 400. */
const KEEPS_BREAKPOINTS = /^gpt-(?:5\.(?:[6-9]|\d\d)|[6-9])/

/** OpenAI's own surface, or one that is just like it (Azure): extensions of other vendors are errors there. */
export const isOpenAiItself = ({ traits }: EncodeTarget): boolean => traits.origin === 'openai'

/**
 * The members that mark the point up to which the upstream should cache; none if it cannot.
 *
 * @param isPart only Anthropic's form has marks on tools and calls
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
 * Texts as content: one text as such, several as parts where a mark or the vendor keeps them apart, else joined, because
 * not everybody takes lists.
 *
 * @param separator between texts that have to be joined
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

/** Pictures, audio, video and documents of a user's message. */
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

/** Documents of text are text: as files, only PDF is understood. */
function readableText({ mimeType, source }: MediaPart): string | undefined {
  if (source.kind === 'text') return source.text
  if (source.kind !== 'data' || !/^text\/|^application\/json$/.test(mimeType)) return undefined
  return Buffer.from(source.base64, 'base64').toString('utf8')
}

function encodeAudio({ mimeType, source }: MediaPart, { losses }: EncodeTarget): JsonObject {
  if (source.kind !== 'data') return losses.refuse('input_audio', refusals.noSoundLink)
  return { type: 'input_audio', input_audio: { data: source.base64, format: writeAudioFormat(mimeType) } }
}
