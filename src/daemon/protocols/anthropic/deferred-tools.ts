import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** A tool search run by Anthropic. Clients with their own search do not offer these. */
const SEARCH = /^tool_search_tool_/

/**
 * Returns the tools that the model sees at this point of the conversation. A client with its own search sends the
 * definitions of deferred tools (`defer_loading`) with every request, and its results name the tools that were found;
 * Claude Code and clients of large MCP servers do that. If Anthropic would run the search, all tools are offered,
 * because other vendors have no such search.
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

/** Returns the names of the tools that were found, called or forced. */
function namedTools({ messages, tool_choice }: JsonObject): ReadonlySet<string | undefined> {
  const blocks = objectsOf(messages).flatMap(({ content }) => objectsOf(content))
  const names = blocks.flatMap((block) => {
    if (block.type === 'tool_use') return asText(block.name)
    return objectsOf(block.content).flatMap((each) =>
      each.type === 'tool_reference' ? asText(each.tool_name) : [],
    )
  })
  return new Set([...names, asText(asObject(tool_choice)?.name)])
}

/** States in words that a tool was found, for models that do not see its definition at that point. */
export const referenceText = (reference: JsonObject): string =>
  `The tool ${asText(reference.tool_name) ?? ''} is available now.`

/**
 * Rewrites a Messages body for vendors without deferred tools: it offers the tools that were found, and has text
 * instead of tool references. Returns the same body if no tool is deferred.
 */
export function withoutDeferral(body: JsonObject): JsonObject {
  if (!objectsOf(body.tools).some(isDeferred)) return body
  const tools = offeredTools(body).map(({ defer_loading: _deferred, ...tool }) => tool)
  const messages = asArray(body.messages)?.map((message) => withContent(message, inWords))
  return { ...body, tools, ...(messages && { messages }) }
}

/** Replaces the references in a tool result with text. Returns any other block unchanged. */
const inWords = (block: JsonValue): JsonValue =>
  isObject(block) && block.type === 'tool_result'
    ? withContent(block, (each) =>
        isObject(each) && each.type === 'tool_reference' ? referenceInWords(each) : each,
      )
    : block

function referenceInWords(reference: JsonObject): JsonObject {
  const { tool_name: _name, ...rest } = reference
  return { ...rest, type: 'text', text: referenceText(reference) }
}

function withContent(holder: JsonValue, change: (block: JsonValue) => JsonValue): JsonValue {
  const content = isObject(holder) ? asArray(holder.content) : undefined
  return isObject(holder) && content ? { ...holder, content: content.map(change) } : holder
}
