import type { Citation, MediaPart } from '../conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { readImage } from './chat-media.ts'

/** Readers for members of assistant messages that requests, answers and deltas share. */

/** Reads `annotations[].url_citation`. */
export function readCitations(message: JsonObject): readonly Citation[] {
  return objectsOf(message.annotations).flatMap((annotation) => {
    const cited = asObject(annotation.url_citation)
    const url = asText(cited?.url)
    if (!cited || url === undefined) return []
    const { start_index: start, end_index: end } = cited
    const quotedText = asText(cited.content)
    return {
      url,
      title: asText(cited.title) ?? '',
      ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
      ...(quotedText !== undefined && { quotedText }),
    }
  })
}

/** Reads `images` of an answer, an extension of OpenRouter and others. */
export const readImages = (message: JsonObject): readonly MediaPart[] =>
  objectsOf(message.images).flatMap((image) => readImage(image.image_url) ?? [])

/** Reads Perplexity's sources: `search_results` with titles, or the older `citations` with URLs only. */
export function readSources(body: JsonObject): readonly Citation[] {
  const results = objectsOf(body.search_results).flatMap((result): Citation | [] => {
    const url = asText(result.url)
    return url === undefined ? [] : { url, title: asText(result.title) ?? '' }
  })
  if (results.length > 0) return results
  return (asArray(body.citations) ?? []).flatMap((each): Citation | [] => {
    const url = asText(each)
    return url === undefined ? [] : { url, title: '' }
  })
}
