import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** A search that Anthropic runs. A client with a search of its own has none of these. */
const SEARCH = /^tool_search_tool_/

/**
 * The tools that the model sees at this point of the conversation. A client with a search of its own sends the definitions of
 * deferred tools (`defer_loading`) along, and its results name those that were found; Claude Code and clients of large MCP
 * servers do that. Where Anthropic runs the search, all are offered, because nobody else would find them.
 *
 * @see https://docs.claude.com/en/docs/agents-and-tools/tool-use/tool-search-tool (custom tool search)
 */
export function offeredTools(body: JsonObject): JsonObject[] {
  const tools = objectsOf(body.tools)
  if (!tools.some(isDeferred) || tools.some(({ type }) => SEARCH.test(asText(type) ?? ''))) return tools
  const named = namedTools(body)
  return tools.filter((tool) => !isDeferred(tool) || named.has(asText(tool.name)))
}

const isDeferred = (tool: JsonObject): boolean => tool.defer_loading === true

/** Found, called or forced. */
function namedTools({ messages, tool_choice }: JsonObject): ReadonlySet<string | undefined> {
  const blocks = objectsOf(messages).flatMap(({ content }) => objectsOf(content))
  const names = blocks.flatMap((block) => {
    if (block.type === 'tool_use') return asText(block.name)
    return objectsOf(block.content).flatMap((each) =>
      each.type === 'tool_reference' ? readReference(each) : [],
    )
  })
  return new Set([...names, asText(asObject(tool_choice)?.name)])
}

/** The tool that a result of a search names. */
export const readReference = (block: JsonObject): string => asText(block.tool_name) ?? ''
