import type { Losses } from '../conversation/codec.ts'
import type { CacheMark, MediaPart, MediaSource, TextPart } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { readDataUrl } from './data-url.ts'
import { contentParts } from './input-items.ts'

/** Decodes the parts of a message's content or of a tool's output. */
export function decodeParts(
  content: JsonValue | undefined,
  losses: Losses,
): readonly (TextPart | MediaPart)[] {
  return contentParts(content).flatMap((part) => decodePart(part, losses) ?? [])
}

function decodePart(part: JsonObject, losses: Losses): TextPart | MediaPart | undefined {
  const media = decodeMedia(part, losses)
  if (media) return { ...media, ...readCacheMark(part) }
  if (typeof part.text === 'string')
    return part.text === '' ? undefined : { kind: 'text', text: part.text, ...readCacheMark(part) }
  losses.add(asText(part.type) ?? 'content')
  return undefined
}

/** Reads `prompt_cache_breakpoint`, which asks to cache everything up to this part. */
function readCacheMark(part: JsonObject): { cache?: CacheMark } {
  return asObject(part.prompt_cache_breakpoint) ? { cache: {} } : {}
}

function decodeMedia(part: JsonObject, losses: Losses): MediaPart | undefined {
  switch (part.type) {
    case 'input_image':
      return decodeImage(part, losses)
    case 'input_file':
      return decodeFile(part)
    case 'input_audio':
      return decodeAudio(part)
    default:
      return undefined
  }
}

function decodeImage(part: JsonObject, losses: Losses): MediaPart | undefined {
  // Some clients send chat's form, an object with `url`, in this format as well.
  const url = asText(part.image_url) ?? asText(asObject(part.image_url)?.url)
  const fileId = asText(part.file_id)
  if (part.detail === 'original') losses.add('detail')
  const detail = part.detail === 'original' ? 'high' : asText(part.detail)
  const extra = detail === undefined ? {} : { detail }
  if (url !== undefined) return { ...fromUrl(url, ''), ...extra }
  return fileId === undefined ? undefined : { ...media('image/*', { kind: 'file', id: fileId }), ...extra }
}

function decodeFile(part: JsonObject): MediaPart | undefined {
  const name = asText(part.filename)
  const extra = name === undefined ? {} : { name }
  const data = asText(part.file_data)
  const url = asText(part.file_url)
  const id = asText(part.file_id)
  // The data is documented as a data URL; the type of plain base64 is taken from the file name.
  if (data !== undefined) {
    const inline = readDataUrl(data) ?? { mimeType: mimeTypeOf(name), base64: data }
    return { ...media(inline.mimeType, { kind: 'data', base64: inline.base64 }), ...extra }
  }
  if (url !== undefined) return { ...fromUrl(url, mimeTypeOf(name ?? url)), ...extra }
  return id === undefined ? undefined : { ...media(mimeTypeOf(name), { kind: 'file', id }), ...extra }
}

function decodeAudio(part: JsonObject): MediaPart | undefined {
  const audio = asObject(part.input_audio)
  const base64 = asText(audio?.data)
  if (base64 === undefined) return undefined
  return media(`audio/${asText(audio?.format) ?? 'wav'}`, { kind: 'data', base64 })
}

function fromUrl(url: string, mimeType: string): MediaPart {
  const inline = readDataUrl(url)
  return inline
    ? media(inline.mimeType, { kind: 'data', base64: inline.base64 })
    : media(mimeType, { kind: 'url', url })
}

const media = (mimeType: string, source: MediaSource): MediaPart => ({ kind: 'media', mimeType, source })

/** Returns the type of a document: PDF, which every vendor accepts, unless the name states another one. */
function mimeTypeOf(name: string | undefined): string {
  // With the flag `s`, `.` matches line breaks too. Otherwise a line break makes the search start again at every dot.
  const ending = /\.([a-z0-9]+)(?:[?#].*)?$/is.exec(name ?? '')?.[1]?.toLowerCase()
  return MIME_TYPES.get(ending ?? '') ?? 'application/pdf'
}

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['html', 'text/html'],
])
