import type { Citation } from '../conversation/types.ts'
import { asArray, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { member, numberMember, objectMember, objectsMember, textMember } from './members.ts'

/**
 * Decodes the sources of an answer: search results, and texts that were recited. Google counts positions in UTF-8 bytes
 * of the whole text without thoughts; all other formats count characters.
 *
 * @param text undefined = the text was changed, so that positions in it are unknown
 */
export function decodeCitations(candidate: JsonObject, text: string | undefined): Citation[] {
  const grounding = objectMember(candidate, 'groundingMetadata')
  const recited = objectMember(candidate, 'citationMetadata')
  // Ordinary chunks have neither. Return early, because the text grows with each of them.
  if (!grounding && !recited) return []
  const bytes = text === undefined ? undefined : Buffer.from(text)
  return [
    ...(grounding ? groundedCitations(grounding, bytes) : []),
    ...(recited ? recitedCitations(recited, bytes) : []),
  ]
}

/** Returns the queries of Google's searches. */
export function readQueries(candidate: JsonObject): readonly string[] {
  const grounding = objectMember(candidate, 'groundingMetadata')
  const queries = grounding && asArray(member(grounding, 'webSearchQueries'))
  return (queries ?? []).flatMap((each) => asText(each) ?? [])
}

interface Source {
  readonly url: string
  readonly title: string
}

function groundedCitations(grounding: JsonObject, bytes: Buffer | undefined): Citation[] {
  const sources = objectsMember(grounding, 'groundingChunks').map(readSource)
  const supports = objectsMember(grounding, 'groundingSupports')
  if (supports.length === 0) return sources.flatMap((source) => source ?? [])
  return supports.flatMap((support) => {
    const segment = objectMember(support, 'segment') ?? {}
    const quotedText = textMember(segment, 'text')
    const indices = asArray(member(support, 'groundingChunkIndices')) ?? []
    return indices.flatMap((index) => {
      const source = typeof index === 'number' ? sources[index] : undefined
      if (!source) return []
      return { ...source, ...spanOf(segment, bytes), ...(quotedText !== undefined && { quotedText }) }
    })
  })
}

/** Reads a source: a web page, or a document of the client's own store that has a URL. */
function readSource(chunk: JsonObject): Source | undefined {
  for (const kind of ['web', 'retrievedContext', 'maps', 'image']) {
    const source = objectMember(chunk, kind)
    const url = source && (textMember(source, 'uri') ?? textMember(source, 'sourceUri'))
    if (source && url !== undefined) return { url, title: textMember(source, 'title') ?? '' }
  }
  return undefined
}

function recitedCitations(recited: JsonObject, bytes: Buffer | undefined): Citation[] {
  const sources = [...objectsMember(recited, 'citationSources'), ...objectsMember(recited, 'citations')]
  return sources.flatMap((source) => {
    const url = textMember(source, 'uri')
    if (url === undefined) return []
    return { url, title: textMember(source, 'title') ?? '', ...spanOf(source, bytes) }
  })
}

function spanOf(segment: JsonObject, bytes: Buffer | undefined): { start: number; end: number } | undefined {
  const end = numberMember(segment, 'endIndex')
  const start = numberMember(segment, 'startIndex') ?? 0
  if (!bytes || end === undefined || start < 0 || start > end) return undefined
  const before = bytes.toString('utf8', 0, start).length
  return { start: before, end: before + bytes.toString('utf8', start, end).length }
}

/** Encodes sources for a client: each source once, each span with a reference to its source. */
export function encodeGrounding(citations: readonly Citation[], text: string): JsonObject | undefined {
  if (citations.length === 0) return undefined
  const places = new Map<string, number>()
  const chunks: JsonObject[] = []
  const supports: JsonObject[] = []
  for (const { url, title, start, end, quotedText } of citations) {
    const place = places.get(url) ?? chunks.length
    if (place === chunks.length) {
      places.set(url, place)
      chunks.push({ web: { uri: url, title } })
    }
    const segment = segmentOf(text, start, end) ?? (quotedText !== undefined && { text: quotedText })
    // A source without a position supports no particular part of the text.
    if (segment) supports.push({ segment, groundingChunkIndices: [place] })
  }
  return { groundingChunks: chunks, ...(supports.length > 0 && { groundingSupports: supports }) }
}

/** Returns the part of the answer that the source supports. Other vendors quote the source itself in `quotedText`. */
function segmentOf(text: string, start?: number, end?: number): JsonObject | undefined {
  if (start === undefined || end === undefined) return undefined
  const supported = text.slice(start, end)
  const startIndex = Buffer.byteLength(text.slice(0, start))
  return { startIndex, endIndex: startIndex + Buffer.byteLength(supported), text: supported }
}
