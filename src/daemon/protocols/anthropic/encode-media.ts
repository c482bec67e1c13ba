import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import type { MediaPart } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** The prefix of Anthropic's file ids; OpenAI's have a hyphen after `file`. */
const OWN_FILE_ID = /^file_/

/**
 * Encodes an image or document as a content block.
 *
 * @throws AppError `translation_unsupported` for audio, video, other image formats, and files stored by other vendors
 */
export function encodeMedia(part: MediaPart, losses: Losses): JsonObject {
  const mimeType = part.mimeType === 'image/jpg' ? 'image/jpeg' : part.mimeType
  if (part.detail !== undefined && part.detail !== 'auto') losses.add('detail')
  if (mimeType.startsWith('audio/')) losses.refuse('input_audio', refusals.claudeNoSound)
  if (mimeType.startsWith('video/')) losses.refuse('video_url', refusals.claudeNoVideo)
  if (isPicture(mimeType, part)) return { type: 'image', source: encodeImageSource(mimeType, part, losses) }
  return {
    type: 'document',
    source: encodeDocumentSource(mimeType, part, losses),
    ...(part.name !== undefined && { title: part.name }),
  }
}

/** Whether the part is an image. So is a link without a type, unless its path says otherwise: only images lack one. */
function isPicture(mimeType: string, { source }: MediaPart): boolean {
  if (mimeType.startsWith('image/')) return true
  if (mimeType !== '' || source.kind === 'text') return false
  return source.kind !== 'url' || !/\.pdf(?:$|[?#])/i.test(source.url)
}

function encodeImageSource(mimeType: string, { source }: MediaPart, losses: Losses): JsonObject {
  switch (source.kind) {
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return encodeFile(source.id, losses)
    case 'text':
      return losses.refuse('image_url', refusals.pictureAsText)
    case 'data':
      if (!IMAGE_TYPES.has(mimeType)) losses.refuse('image_url', refusals.claudePictures)
      return { type: 'base64', media_type: mimeType, data: source.base64 }
  }
}

function encodeDocumentSource(mimeType: string, { source }: MediaPart, losses: Losses): JsonObject {
  switch (source.kind) {
    case 'url':
      return { type: 'url', url: source.url }
    case 'file':
      return encodeFile(source.id, losses)
    case 'text':
      return { type: 'text', media_type: 'text/plain', data: source.text }
    case 'data': {
      const { base64 } = source
      if (mimeType === 'application/pdf') return { type: 'base64', media_type: mimeType, data: base64 }
      if (!isText(mimeType)) losses.refuse('file', refusals.claudeDocuments)
      const text = Buffer.from(base64, 'base64').toString('utf8')
      return { type: 'text', media_type: 'text/plain', data: text }
    }
  }
}

const isText = (mimeType: string): boolean =>
  mimeType.startsWith('text/') ||
  /^application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson)\b/.test(mimeType)

function encodeFile(id: string, losses: Losses): JsonObject {
  if (!OWN_FILE_ID.test(id)) losses.refuse('file_id', refusals.fileElsewhere)
  return { type: 'file', file_id: id }
}
