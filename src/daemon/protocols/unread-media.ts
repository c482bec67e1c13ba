import type { UnreadMedia } from '../counting/media-tokens.ts'
import { asArray, asObject, asText } from './json-access.ts'
import type { JsonObject, JsonValue } from './types.ts'

/** The members of requests that contain what the model reads, in all protocols. */
const CONTENTS: readonly string[] = ['messages', 'contents', 'content', 'input', 'documents', 'message']

/**
 * Returns the documents, recordings and videos of a request in any protocol. Leaves out pictures, which have a limited
 * number of tokens, and text files, which are counted as text.
 */
export function unreadMedia(body: JsonObject): UnreadMedia[] {
  const found: UnreadMedia[] = []
  for (const name of CONTENTS) collect(found, body[name], { kind: undefined, depth: 0 })
  return found
}

/** Returns the documents, recordings and videos in one part of a request. */
export function mediaOfPart(part: JsonObject): UnreadMedia[] {
  const found: UnreadMedia[] = []
  collect(found, part, { kind: undefined, depth: 0 })
  return found
}

/** Members with the bytes of a file, as base64 or as a data URL. */
const DATA: ReadonlySet<string> = new Set(['data', 'file_data', 'bytes'])

/** Members that refer to a file outside the request. */
const NAMES: ReadonlySet<string> = new Set(['file_id', 'file_url', 'file_uri', 'fileUri'])

/** Members with a link to a file or its data URL, in parts that are files. */
const LINKS: ReadonlySet<string> = new Set(['url', 'video_url', 'audio_url', 'input_audio', 'input_video'])

/** Members whose values are arbitrary data of the client's own tools. */
const OPAQUE: ReadonlySet<string> = new Set(['args', 'arguments', 'input', 'response'])

/** Parts nest a few levels: a tool's result contains parts, a part its source. */
const DEPTH_MAX = 8

interface Place {
  /** The kind of file that the surrounding part contains; undefined = it is not a file. */
  readonly kind: Kind | undefined
  readonly depth: number
}

type Kind = UnreadMedia['kind'] | 'other'

function collect(into: UnreadMedia[], value: JsonValue | undefined, { kind, depth }: Place): void {
  if (depth > DEPTH_MAX) return
  const list = asArray(value)
  if (list) {
    for (const each of list) collect(into, each, { kind, depth: depth + 1 })
    return
  }
  const part = asObject(value)
  if (!part) return
  const own = kindOf(part, kind)
  for (const [name, each] of Object.entries(part))
    if (typeof each === 'string') collectText(into, name, each, own)
    else if (!OPAQUE.has(name)) collect(into, each, { kind: own, depth: depth + 1 })
}

function collectText(into: UnreadMedia[], name: string, text: string, kind: Kind | undefined): void {
  const isFile = DATA.has(name)
  if (!isFile && !NAMES.has(name) && !(kind !== undefined && LINKS.has(name))) return
  const dataUrl = DATA_URL.exec(text)
  const found = dataUrl?.[1] ? kindOfType(dataUrl[1]) : (kind ?? 'document')
  if (found === 'other') return
  const isIncluded = dataUrl !== null || (isFile && !/^https?:/.test(text))
  into.push({ kind: found, data: isIncluded ? text : undefined })
}

const DATA_URL = /^data:([^;,]{0,256})[^,]{0,256},/

/** Returns the kind of a part by its media type, by the part around it, or by its own type. */
function kindOf(part: JsonObject, around: Kind | undefined): Kind | undefined {
  const mediaType = asText(part.mimeType) ?? asText(part.mime_type) ?? asText(part.media_type)
  return mediaType === undefined ? (around ?? KINDS.get(asText(part.type) ?? '')) : kindOfType(mediaType)
}

function kindOfType(mediaType: string): Kind {
  if (mediaType.startsWith('audio/')) return 'audio'
  if (mediaType.startsWith('video/')) return 'video'
  return /^(image|text)\//.test(mediaType) ? 'other' : 'document'
}

/** The types of parts, in all protocols. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['input_audio', 'audio'],
  ['audio', 'audio'],
  ['audio_url', 'audio'],
  ['video', 'video'],
  ['video_url', 'video'],
  ['input_video', 'video'],
  ['file', 'document'],
  ['input_file', 'document'],
  ['document', 'document'],
  ['document_url', 'document'],
  ['image', 'other'],
  ['image_url', 'other'],
  ['input_image', 'other'],
  ['computer_screenshot', 'other'],
])
