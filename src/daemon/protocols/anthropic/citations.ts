import type { Citation } from '../conversation/types.ts'
import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** Decodes a citation of a page. The other three of the five kinds point into the client's own documents. */
export function decodeCitation(citation: JsonObject): Citation | undefined {
  const url =
    citation.type === 'web_search_result_location'
      ? asText(citation.url)
      : citation.type === 'search_result_location'
        ? asText(citation.source)
        : undefined
  if (url === undefined) return undefined
  const quotedText = asText(citation.cited_text)
  return {
    url,
    title: asText(citation.title) ?? '',
    ...(quotedText !== undefined && { quotedText }),
  }
}

/** Encodes a citation. Its empty index says that Anthropic's search did not find it: it is not sent back to Claude. */
export function encodeCitation({ url, title, quotedText }: Citation): JsonObject {
  return {
    type: 'web_search_result_location',
    url,
    title,
    cited_text: quotedText ?? '',
    encrypted_index: '',
  }
}
