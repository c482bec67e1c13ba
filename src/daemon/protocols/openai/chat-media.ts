import { randomBytes } from 'node:crypto'
import type { CacheMark, MediaPart, MediaSource } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Readers and writers for parts of chat messages other than text, and for cache marks. */

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*?)(;base64)?,/

/** Reads a link, or the content of a `data:` link. */
export function readLink(url: string): { readonly mimeType: string; readonly source: MediaSource } {
  const match = DATA_URL.exec(url)
  if (!match) return { mimeType: '', source: { kind: 'url', url } }
  const rest = url.slice(match[0].length)
  const base64 = match[3] ? rest.replace(/\s/g, '') : Buffer.from(decodeText(rest)).toString('base64')
  return { mimeType: match[1] ?? '', source: { kind: 'data', base64 } }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** @returns undefined for sources that cannot be written as a link */
export function writeLink({ mimeType, source }: MediaPart): string | undefined {
  if (source.kind === 'url') return source.url
  return source.kind === 'data' ? `data:${mimeType};base64,${source.base64}` : undefined
}

/** Reads a link, which is a string or `{ url }`. */
const readUrl = (value: JsonValue | undefined): string | undefined =>
  asText(value) ?? asText(asObject(value)?.url)

/** Reads a part that is not text; undefined = unknown or without content. */
export function readMediaPart(part: JsonObject): MediaPart | undefined {
  const cache = readCacheMark(part)
  const media = readMedia(part)
  return media && cache ? { ...media, cache } : media
}

function readMedia(part: JsonObject): MediaPart | undefined {
  switch (part.type) {
    case 'image_url':
      return readImage(part.image_url)
    case 'input_audio':
      return readAudio(asObject(part.input_audio))
    case 'file':
      return readFile(asObject(part.file))
    case 'video_url':
      return readLinked(readUrl(part.video_url), 'video/mp4')
    case 'document_url':
      return readLinked(readUrl(part.document_url), 'application/pdf')
    default:
      return undefined
  }
}

/** Reads an `image_url` member, in parts of requests or in `images` of answers. */
export function readImage(image: JsonValue | undefined): MediaPart | undefined {
  const media = readLinked(readUrl(image), '')
  const detail = asText(asObject(image)?.detail)
  return media && detail !== undefined ? { ...media, detail } : media
}

/** @param fallback the media type if the link does not state one */
function readLinked(url: string | undefined, fallback: string): MediaPart | undefined {
  if (url === undefined) return undefined
  const { mimeType, source } = readLink(url)
  return { kind: 'media', mimeType: mimeType || fallback, source }
}

/** Reads audio. Some vendors accept a `data:` link where OpenAI expects plain base64. */
function readAudio(audio: JsonObject | undefined): MediaPart | undefined {
  const data = asText(audio?.data)
  if (data === undefined) return undefined
  const format = asText(audio?.format) ?? 'wav'
  if (/^(?:data|https?):/.test(data)) return readLinked(data, `audio/${format}`)
  return { kind: 'media', mimeType: `audio/${format}`, source: { kind: 'data', base64: data } }
}

function readFile(file: JsonObject | undefined): MediaPart | undefined {
  const name = asText(file?.filename)
  const data = asText(file?.file_data)
  const id = asText(file?.file_id)
  const named = name === undefined ? {} : { name }
  if (data === undefined)
    return id === undefined
      ? undefined
      : { kind: 'media', mimeType: '', source: { kind: 'file', id }, ...named }
  // OpenAI also accepts plain base64, and some clients send it.
  if (!/^(?:data|https?):/.test(data))
    return { kind: 'media', mimeType: 'application/pdf', source: { kind: 'data', base64: data }, ...named }
  const media = readLinked(data, 'application/pdf')
  return media && { ...media, ...named }
}

/** Returns the format `wav` or `mp3`, for any spelling of the media type. */
export const writeAudioFormat = (mimeType: string): string => {
  const format = mimeType.replace(/^audio\/(?:x-)?/, '')
  return format === 'mpeg' ? 'mp3' : format
}

const SECONDS_BY_TTL: ReadonlyMap<JsonValue | undefined, number> = new Map([
  ['5m', 300],
  ['1h', 3600],
])

/**
 * Reads a mark on a part, message or tool: Anthropic's `cache_control`, which several vendors have adopted, or OpenAI's
 * `prompt_cache_breakpoint`.
 */
export function readCacheMark(holder: JsonObject): CacheMark | undefined {
  const control = asObject(holder.cache_control)
  if (!control) return asObject(holder.prompt_cache_breakpoint) ? {} : undefined
  const seconds = SECONDS_BY_TTL.get(control.ttl)
  return seconds === undefined ? {} : { seconds }
}

export function writeCacheControl({ seconds }: CacheMark): JsonObject {
  if (seconds === undefined) return { type: 'ephemeral' }
  return { type: 'ephemeral', ttl: seconds > 300 ? '1h' : '5m' }
}

const ID_CHARS = 24
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Generates an id for a call without one. */
export const makeCallId = (): string =>
  `call_${Array.from(randomBytes(ID_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`
