import { Buffer } from 'node:buffer'
import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import type { MediaPart } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { member, objectMember, textMember } from './members.ts'

/** Media types by the first base64 characters, for clients that state none. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi', 'application/pdf'],
]

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['heic', 'image/heic'],
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['mp3', 'audio/mp3'],
  ['wav', 'audio/wav'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/mov'],
  ['webm', 'video/webm'],
])

const YOUTUBE = /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)\//
const GOOGLE_FILE = /^(?:https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\/|gs:\/\/)/

/**
 * Whether Google's own API opens the link, so that it need not (or cannot) be fetched before: YouTube videos and
 * uploaded files.
 */
export const isGeminiFileLink = (url: string): boolean => YOUTUBE.test(url) || isHostedByGoogle(url)

/** Whether the URI is a file that a client uploaded to Google; no other vendor can read it. */
export const isHostedByGoogle = (uri: string): boolean => GOOGLE_FILE.test(uri)

/** Decodes a part with an image, audio or document; undefined if it contains none. */
export function decodeMedia(part: JsonObject): MediaPart | undefined {
  const inline = objectMember(part, 'inlineData')
  const file = objectMember(part, 'fileData')
  const detail = detailOf(part)
  const common = (data: JsonObject) => ({
    kind: 'media' as const,
    mimeType: textMember(data, 'mimeType') ?? '',
    ...(textMember(data, 'displayName') !== undefined && { name: textMember(data, 'displayName') ?? '' }),
    ...(detail && { detail }),
  })
  if (inline) {
    // The API accepts both base64 alphabets; other vendors accept only the standard one.
    const base64 = (textMember(inline, 'data') ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return { ...common(inline), source: { kind: 'data', base64 } }
  }
  const uri = file && textMember(file, 'fileUri')
  if (!file || uri === undefined) return undefined
  return {
    ...common(file),
    source: isHostedByGoogle(uri) ? { kind: 'file', id: uri } : { kind: 'url', url: uri },
  }
}

/** Reads the resolution: `MEDIA_RESOLUTION_LOW`, or an object with that value as `level`. */
function detailOf(part: JsonObject): string | undefined {
  const stated = member(part, 'mediaResolution')
  const level = typeof stated === 'string' ? stated : asObject(stated)?.level
  return /^MEDIA_RESOLUTION_(LOW|HIGH)$/.exec(String(level))?.[1]?.toLowerCase()
}

/**
 * Encodes media as a part with `inlineData` or `fileData`.
 *
 * @throws AppError `translation_unsupported` for another vendor's file, and for a link if the vendor opens none
 */
export function encodeMedia(part: MediaPart, target: EncodeTarget, takesDetail: boolean): JsonObject {
  const resolution = encodeDetail(part, target, takesDetail)
  const { source } = part
  switch (source.kind) {
    case 'data':
      return {
        inlineData: { mimeType: part.mimeType || sniffedType(source.base64), data: source.base64 },
        ...resolution,
      }
    case 'text': {
      const data = Buffer.from(source.text).toString('base64')
      return { inlineData: { mimeType: 'text/plain', data }, ...resolution }
    }
    case 'file':
      if (!isHostedByGoogle(source.id)) return target.losses.refuse('file_id', refusals.fileElsewhere)
      return { fileData: fileData(part, source.id), ...resolution }
    case 'url':
      if (target.traits.takesMediaUrls === false && !isGeminiFileLink(source.url))
        return target.losses.refuse('image_url', refusals.noLinks)
      return { fileData: fileData(part, source.url), ...resolution }
  }
}

function encodeDetail({ detail }: MediaPart, { losses }: EncodeTarget, takesDetail: boolean): JsonObject {
  if (detail !== 'low' && detail !== 'high') return {}
  if (takesDetail) return { mediaResolution: { level: `MEDIA_RESOLUTION_${detail.toUpperCase()}` } }
  losses.add('detail')
  return {}
}

function fileData({ mimeType }: MediaPart, fileUri: string): JsonObject {
  const type = mimeType || typeOfUrl(fileUri)
  return { ...(type && { mimeType: type }), fileUri }
}

const sniffedType = (base64: string): string =>
  BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1] ?? 'application/octet-stream'

/** Guesses the media type from the extension of a link, because Vertex AI requires one. YouTube videos need none. */
function typeOfUrl(url: string): string | undefined {
  const extension = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase()
  return extension === undefined ? undefined : EXTENSIONS.get(extension)
}
