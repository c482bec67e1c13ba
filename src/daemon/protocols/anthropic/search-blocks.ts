import type { AnswerContext } from '../conversation/codec.ts'
import type { Citation } from '../conversation/types.ts'
import { asArray, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Prefix of the ids of searches made by other vendors. Anthropic's own ids do not have it. */
const FOREIGN = 'srvtoolu_tollgate_'

/**
 * Encodes the searches of another vendor, with the pages they found, in Anthropic's form. Clients such as Claude Code
 * take the list of pages only from these blocks. Other vendors name their sources after the text, so the blocks go to
 * the end.
 *
 * @returns an empty list if the client asked for no search, or if the answer cites no page
 */
export function searchBlocks(
  queries: readonly string[],
  citations: readonly Citation[],
  { request, requestId }: AnswerContext,
): JsonObject[] {
  const pages = new Map(citations.map(({ url, title }) => [url, title]))
  if (!request.webSearch || pages.size === 0) return []
  // Vendors do not say which search found a page, so all pages are listed under the last search.
  const searches = queries.length > 0 ? queries : ['']
  const idOf = (index: number) => `${FOREIGN}${requestId}_${index}`
  const calls = searches.map((query, index) => ({
    type: 'server_tool_use',
    id: idOf(index),
    name: 'web_search',
    input: { query },
  }))
  const results = calls.map(({ id }, index) => ({
    type: 'web_search_tool_result',
    tool_use_id: id,
    content:
      index === calls.length - 1
        ? [...pages].map(([url, title]) => ({
            type: 'web_search_result',
            url,
            title,
            encrypted_content: '',
            page_age: null,
          }))
        : [],
  }))
  return calls.flatMap((call, index) => [call, results[index] as JsonObject])
}

/** Whether a block is about a search that another vendor made. */
export const isForeignSearch = ({ type, id, tool_use_id: of }: JsonObject): boolean =>
  (type === 'server_tool_use' || type === 'web_search_tool_result') &&
  (asText(type === 'server_tool_use' ? id : of)?.startsWith(FOREIGN) ?? false)

/** Removes the searches of other vendors, which vendors of this format cannot read. */
export function withoutForeignSearches(body: JsonObject): JsonObject {
  const messages = asArray(body.messages) ?? []
  if (!messages.some((each) => contentOf(each).some(isForeignSearch))) return body
  const cleaned = messages.map((each) => {
    if (!isObject(each) || !contentOf(each).some(isForeignSearch)) return each
    return { ...each, content: contentOf(each).filter((block) => !isForeignSearch(block)) }
  })
  return { ...body, messages: cleaned }
}

const contentOf = (message: JsonValue): readonly JsonObject[] =>
  isObject(message) && message.role === 'assistant' ? objectsOf(message.content) : []
