import { type Ask, askOf, decodePath, type Received } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'

const toolsOf = (body: Fields): Ask['tools'] =>
  new Map(
    itemsOf(body.tools)
      // Tools with a dated type run at the vendor.
      .filter((tool) => tool.type === undefined || tool.type === null || tool.type === 'custom')
      .map((tool): [string, 'function'] => [stringOf(tool.name), 'function']),
  )

const forcedToolOf = (body: Fields, tools: Ask['tools']): string | undefined => {
  const { type, name } = fieldsOf(body.tool_choice)
  if (type === 'tool') return stringOf(name)
  return type === 'any' && tools.size === 1 ? [...tools.keys()][0] : undefined
}

/** Reads an Anthropic body, with model and stream flag given separately. */
export const readAnthropicBody = (json: unknown, model: string, isStream: boolean): Ask => {
  const body = fieldsOf(json)
  const tools = toolsOf(body)
  const messages = itemsOf(body.messages)
  const texts = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content))
  const last = messages.at(-1)
  return askOf({
    operation: 'chat',
    model,
    isStream,
    json,
    lastMessage: texts.findLast((text) => text !== '') ?? '',
    tools: fieldsOf(body.tool_choice).type === 'none' ? new Map() : tools,
    forcedTool: forcedToolOf(body, tools),
    endsWithToolResult: itemsOf(last?.content).some((block) => block.type === 'tool_result'),
    wantsJson: fieldsOf(body.output_config).format !== undefined,
  })
}

/** Matches the model's name and method in an Anthropic path of Vertex. */
const vertexPath = /\/publishers\/anthropic\/models\/([^/:]+):(\w+)$/

export const vertexModelOf = (path: string): readonly [model: string, method: string] | undefined => {
  const match = vertexPath.exec(decodePath(path))
  return match ? [match[1] ?? '', match[2] ?? ''] : undefined
}

export const readAnthropicAsk = (received: Received): Ask | undefined => {
  const { path, json, method } = received
  const body = fieldsOf(json)
  const onVertex = vertexModelOf(path)
  if (onVertex) {
    const ask = readAnthropicBody(
      json,
      onVertex[0],
      body.stream === true || onVertex[1] === 'streamRawPredict',
    )
    return onVertex[0] === 'count-tokens' ? { ...ask, operation: 'count', model: stringOf(body.model) } : ask
  }
  if (method === 'GET' && path.endsWith('/models') && received.headers['anthropic-version'] !== undefined)
    return askOf({ operation: 'models' })
  const isCount = path.endsWith('/messages/count_tokens')
  if (!isCount && !path.endsWith('/messages')) return undefined
  const ask = readAnthropicBody(json, stringOf(body.model), body.stream === true)
  return isCount ? { ...ask, operation: 'count' } : ask
}
