import { type Ask, askOf, countInputs, type Operation, type Received } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'

/** Operations by the end of the path, because vendors differ in what comes before it. */
const operations: readonly (readonly [suffix: string, operation: Operation])[] = [
  ['/chat/completions', 'chat'],
  ['/completions', 'completion'],
  ['/embeddings', 'embedding'],
  ['/moderations', 'moderation'],
  ['/models', 'models'],
  ['/images/generations', 'image'],
  ['/images/edits', 'image'],
  ['/images/variations', 'image'],
  ['/audio/speech', 'speech'],
  ['/audio/transcriptions', 'transcription'],
  ['/audio/translations', 'transcription'],
  ['/rerank', 'rerank'],
  ['/rerankers', 'rerank'],
]

const lastMessageOf = (body: Fields): string => {
  const user = itemsOf(body.messages).findLast((message) => message.role === 'user')
  return textOf(user?.content ?? body.prompt ?? body.input ?? body.query)
}

const toolsOf = (body: Fields): Ask['tools'] =>
  new Map(
    itemsOf(body.tools).flatMap((tool): [string, 'function' | 'custom'][] => {
      if (tool.type === 'custom') return [[stringOf(fieldsOf(tool.custom).name), 'custom']]
      return tool.type === 'function' ? [[stringOf(fieldsOf(tool.function).name), 'function']] : []
    }),
  )

const forcedToolOf = (body: Fields, tools: Ask['tools']): string | undefined => {
  if (body.tool_choice === 'required') return tools.size === 1 ? [...tools.keys()][0] : undefined
  const { function: named, custom } = fieldsOf(body.tool_choice)
  const name = fieldsOf(named ?? custom).name
  return typeof name === 'string' ? name : undefined
}

/** Returns the fields of a form as if they were JSON: texts only, the last value of repeated ones. */
const formTexts = (form: Received['form']): Fields =>
  Object.fromEntries(
    Object.entries(form ?? {}).flatMap(([name, values]) => {
      const text = values.findLast((value) => typeof value === 'string')
      return text === undefined ? [] : [[name, text]]
    }),
  )

/** Reads any request that no other protocol recognized. */
export const readOpenaiAsk = (received: Received): Ask => {
  const fields = received.form ? formTexts(received.form) : fieldsOf(received.json)
  const tools = toolsOf(fields)
  const format = fieldsOf(fields.response_format).type
  return askOf({
    operation: operations.find(([suffix]) => received.path.endsWith(suffix))?.[1] ?? 'other',
    model: typeof fields.model === 'string' ? fields.model : 'gpt-4o-mini',
    isStream: fields.stream === true || (received.form !== undefined && fields.stream === 'true'),
    includeUsage: fieldsOf(fields.stream_options).include_usage === true,
    lastMessage: lastMessageOf(fields),
    inputs: countInputs(fields.input),
    json: received.json,
    tools: fields.tool_choice === 'none' ? new Map() : tools,
    forcedTool: forcedToolOf(fields, tools),
    endsWithToolResult: itemsOf(fields.messages).at(-1)?.role === 'tool',
    wantsJson: format === 'json_object' || format === 'json_schema',
  })
}
