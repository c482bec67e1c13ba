import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import type { MediaPart, TextPart } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { toDataUrl } from './data-url.ts'
import { takesCacheBreakpoints } from './reasoning-models.ts'

const DEFAULT_FILE_NAME = 'document.pdf'

export function encodeText(part: TextPart, target: EncodeTarget): JsonObject {
  return { type: 'input_text', text: part.text, ...encodeCacheMark(part, target) }
}

/**
 * Encodes images and documents. Text documents are sent as text, because not all models that read PDF accept them as
 * files.
 *
 * @throws AppError `translation_unsupported` for audio, video and ids of another vendor's files
 */
export function encodeMedia(part: MediaPart, target: EncodeTarget): JsonObject {
  const { losses } = target
  const { source, mimeType } = part
  if (source.kind === 'file') return losses.refuse('file_id', refusals.fileElsewhere)
  if (mimeType.startsWith('audio/')) return losses.refuse('input_audio', refusals.responsesNoSound)
  if (mimeType.startsWith('video/')) return losses.refuse('video_url', refusals.responsesNoVideo)
  const mark = encodeCacheMark(part, target)
  const text = textOf(part)
  if (text !== undefined) return { type: 'input_text', text, ...mark }
  return { ...(isDocument(part) ? encodeFile(part) : encodeImage(part)), ...mark }
}

function encodeImage({ source, mimeType, detail }: MediaPart): JsonObject {
  const url =
    source.kind === 'url' ? source.url : source.kind === 'data' ? toDataUrl(mimeType, source.base64) : ''
  return { type: 'input_image', image_url: url, detail: detail ?? 'auto' }
}

function encodeFile({ source, mimeType, name }: MediaPart): JsonObject {
  if (source.kind === 'url') return { type: 'input_file', file_url: source.url }
  return {
    type: 'input_file',
    filename: name ?? DEFAULT_FILE_NAME,
    file_data: source.kind === 'data' ? toDataUrl(mimeType, source.base64) : '',
  }
}

/** Whether the part is a document. A link without a type is an image, because documents always state their type. */
const isDocument = ({ mimeType }: MediaPart): boolean => mimeType !== '' && !mimeType.startsWith('image/')

function textOf({ source, mimeType, name }: MediaPart): string | undefined {
  const text =
    source.kind === 'text'
      ? source.text
      : source.kind === 'data' && mimeType.startsWith('text/')
        ? Buffer.from(source.base64, 'base64').toString('utf8')
        : undefined
  return text === undefined || name === undefined ? text : `${name}:\n${text}`
}

/** Encodes a cache mark, which only the newest model families accept. */
function encodeCacheMark(part: TextPart | MediaPart, { model, traits, losses }: EncodeTarget): JsonObject {
  if (!part.cache) return {}
  if (traits.takesCacheMarks !== false && takesCacheBreakpoints(model))
    return { prompt_cache_breakpoint: { mode: 'explicit' } }
  losses.add('cache_control')
  return {}
}
