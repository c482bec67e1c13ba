import { type Ask, askOf, type Received } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'

const toolsOf = (body: Fields): Ask['tools'] =>
  new Map(
    itemsOf(body.tools)
      .filter(({ type }) => type === 'function' || type === 'custom')
      .map(({ name, type }) => [stringOf(name), type === 'custom' ? 'custom' : 'function']),
  )

const forcedToolOf = (body: Fields, tools: Ask['tools']): string | undefined => {
  if (body.tool_choice === 'required') return tools.size === 1 ? [...tools.keys()][0] : undefined
  const { name } = fieldsOf(body.tool_choice)
  return typeof name === 'string' ? name : undefined
}

/** Returns the input as items: a plain text is one message. */
export const inputItemsOf = (body: Fields): readonly Fields[] =>
  typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : itemsOf(body.input)

export const isToolOutput = ({ type }: Fields): boolean =>
  type === 'function_call_output' || type === 'custom_tool_call_output'

export const readResponsesAsk = ({ path, json, method }: Received): Ask | undefined => {
  if (method === 'GET' && /\/responses\/[^/]+$/.test(path)) return askOf({ operation: 'other', json })
  const isCount = path.endsWith('/responses/input_tokens')
  if (!isCount && !path.endsWith('/responses')) return undefined
  const body = fieldsOf(json)
  const items = inputItemsOf(body)
  const tools = toolsOf(body)
  const format = fieldsOf(fieldsOf(body.text).format).type
  return askOf({
    operation: isCount ? 'count' : 'chat',
    model: stringOf(body.model),
    isStream: body.stream === true,
    json,
    lastMessage: textOf(items.findLast(({ role }) => role === 'user')?.content),
    tools: body.tool_choice === 'none' ? new Map() : tools,
    forcedTool: forcedToolOf(body, tools),
    endsWithToolResult: items.length > 0 && isToolOutput(items.at(-1) ?? {}),
    wantsJson: format === 'json_schema' || format === 'json_object',
  })
}
