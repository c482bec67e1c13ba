import type { Losses } from '../conversation/codec.ts'
import type { MediaPart, MediaSource, TextPart } from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { decodeCacheMark } from './cache-marks.ts'

export function decodeImage(block: JsonObject): MediaPart[] {
  return decodeSource(asObject(block.source) ?? {}, '', block)
}

/** Decodes a document, which may itself consist of texts and images. */
export function decodeDocument(block: JsonObject, losses: Losses): (TextPart | MediaPart)[] {
  if (asText(block.context) !== undefined) losses.add('document_context')
  if (asObject(block.citations)?.enabled === true) losses.add('citations')
  const source = asObject(block.source) ?? {}
  if (source.type !== 'content') return decodeSource(source, 'application/pdf', block)
  if (typeof source.content === 'string') return [documentOfText(source.content, block)]
  return objectsOf(source.content).flatMap((each): (TextPart | MediaPart)[] => {
    if (each.type === 'image') return decodeImage(each)
    const text = asText(each.text)
    return text === undefined ? [] : [documentOfText(text, block)]
  })
}

const documentOfText = (text: string, block: JsonObject): MediaPart =>
  mediaPart('text/plain', { kind: 'text', text }, block)

/** @param linkType the media type of a link or file if the block does not state one */
function decodeSource(source: JsonObject, linkType: string, block: JsonObject): MediaPart[] {
  switch (source.type) {
    case 'base64':
      return [
        mediaPart(
          asText(source.media_type) ?? linkType,
          { kind: 'data', base64: (asText(source.data) ?? '').replaceAll(/\s/g, '') },
          block,
        ),
      ]
    case 'text':
      return [documentOfText(asText(source.data) ?? '', block)]
    case 'url':
      return [mediaPart(linkType, { kind: 'url', url: asText(source.url) ?? '' }, block)]
    case 'file':
      return [mediaPart(linkType, { kind: 'file', id: asText(source.file_id) ?? '' }, block)]
    default:
      return []
  }
}

function mediaPart(mimeType: string, source: MediaSource, block: JsonObject): MediaPart {
  const name = asText(block.title)
  const cache = decodeCacheMark(block)
  return {
    kind: 'media',
    mimeType,
    source,
    ...(name !== undefined && { name }),
    ...(cache && { cache }),
  }
}
