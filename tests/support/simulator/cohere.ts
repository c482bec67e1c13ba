import { type Ask, askOf, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { type Fields, fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'
import { vector } from './openai-answers.ts'
import { type Complaint, event, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, halvesOf, piecesOf, replyOf } from './reply.ts'

const finishWords = {
  stop: 'COMPLETE',
  stop_sequence: 'STOP_SEQUENCE',
  length: 'MAX_TOKENS',
  tool_calls: 'TOOL_CALL',
  content_filter: 'ERROR_TOXIC',
}

/** Builds the usage. Cohere bills other figures than its models count: it does not bill what it adds to a prompt. */
const usageOf = (behaviour: Behaviour) => {
  const { input, output, cached } = figuresOf(behaviour)
  return {
    billed_units: { input_tokens: input, output_tokens: output },
    tokens: { input_tokens: input + 400, output_tokens: output + 2 },
    cached_tokens: cached,
    ...behaviour.usageValues,
  }
}

const usagePart = (behaviour: Behaviour) =>
  behaviour.usage === 'missing' ? {} : { usage: usageOf(behaviour) }

const chatAnswer = ({ behaviour, ask, memory }: Turn) => {
  const { reasoning, text, calls, finish } = replyOf(behaviour, ask, memory)
  return {
    id: memory.nextId('cohere-'),
    finish_reason: finishWord(finishWords, finish),
    message: {
      role: 'assistant',
      ...(reasoning !== undefined && calls.length > 0 && { tool_plan: reasoning }),
      content: [
        ...(reasoning !== undefined && calls.length === 0 ? [{ type: 'thinking', thinking: reasoning }] : []),
        ...(text === '' ? [] : [{ type: 'text', text }]),
      ],
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, arguments: args }) => ({
          id,
          type: 'function',
          function: { name, arguments: args },
        })),
      }),
    },
    ...usagePart(behaviour),
  }
}

const named = (type: string, fields: object): StreamEvent => event({ type, ...fields }, type)

const message = (fields: object) => ({ delta: { message: fields } })

const contentEvents = function* (
  index: number,
  type: string,
  pieces: Iterable<string>,
): Generator<StreamEvent> {
  yield named('content-start', { index, ...message({ content: { type, [type]: '' } }) })
  for (const piece of pieces)
    yield named('content-delta', { index, ...message({ content: { [type]: piece } }) })
  yield named('content-end', { index })
}

const chatStream = function* ({ behaviour, ask, memory }: Turn): Generator<StreamEvent> {
  const { reasoning, text, calls, finish } = replyOf(behaviour, ask, memory)
  const empty = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
  yield named('message-start', { id: memory.nextId('cohere-'), ...message(empty) })
  const thoughts = reasoning?.match(/\S+\s*/g) ?? []
  let index = 0
  if (calls.length > 0)
    for (const piece of thoughts) yield named('tool-plan-delta', message({ tool_plan: piece }))
  else if (thoughts.length > 0) {
    yield* contentEvents(index, 'thinking', thoughts)
    index += 1
  }
  if (text !== '' || behaviour.endless) yield* contentEvents(index, 'text', piecesOf(behaviour, text))
  for (const [at, { id, name, arguments: args }] of calls.entries()) {
    // A single call instead of a list.
    const first = { id, type: 'function', function: { name, arguments: '' } }
    yield named('tool-call-start', { index: at, ...message({ tool_calls: first }) })
    for (const piece of halvesOf(args))
      yield named('tool-call-delta', {
        index: at,
        ...message({ tool_calls: { function: { arguments: piece } } }),
      })
    yield named('tool-call-end', { index: at })
  }
  yield named('message-end', {
    delta: { finish_reason: finishWord(finishWords, finish), ...usagePart(behaviour) },
  })
}

const embedAnswer = ({ ask, behaviour }: Turn) => ({
  id: 'cohere-embed',
  embeddings: { float: Array.from({ length: ask.inputs }, () => vector) },
  meta: {
    api_version: { version: '2' },
    billed_units: { input_tokens: behaviour.tokens?.input ?? 8 * ask.inputs },
  },
})

const rerankAnswer = ({ ask }: Turn) => {
  const { documents, top_n: top } = fieldsOf(ask.json)
  const count = Array.isArray(documents) ? documents.length : 0
  const results = Array.from({ length: count }, (_, at) => {
    const index = count - 1 - at
    return { index, relevance_score: (index + 1) / count }
  })
  return {
    id: 'cohere-rerank',
    results: results.slice(0, typeof top === 'number' ? top : count),
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  }
}

const topLevel = new Set(
  'model messages tools strict_tools documents citation_options response_format safety_mode max_tokens stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs tool_choice thinking stream priority'.split(
    ' ',
  ),
)

const checkToolMessages = (messages: readonly Fields[]): string | undefined => {
  let open: string[] = []
  for (const each of messages) {
    if (each.role === 'tool') {
      const id = stringOf(each.tool_call_id)
      if (!open.includes(id)) return `invalid request: tool call id ${id} not found in previous tool calls`
      open = open.filter((one) => one !== id)
      continue
    }
    if (open.length > 0) break
    open = itemsOf(each.tool_calls).map(({ id }) => stringOf(id))
  }
  return open.length > 0 ? `invalid request: tool call ids ${open.join(', ')} have no result` : undefined
}

const chatFault = (body: Fields): string | undefined => {
  const unknown = Object.keys(body).find((name) => !topLevel.has(name))
  if (unknown !== undefined) return `invalid request: unknown field '${unknown}'`
  const messages = itemsOf(body.messages)
  if (messages.length === 0) return 'invalid request: messages must not be empty'
  const stranger = messages.find(
    ({ role }) => !['system', 'user', 'assistant', 'tool'].includes(String(role)),
  )
  if (stranger) return `invalid request: role '${String(stranger.role)}' is not supported`
  const { tool_choice: choice } = body
  if (choice !== undefined && choice !== 'REQUIRED' && choice !== 'NONE')
    return 'invalid request: tool_choice must be REQUIRED or NONE'
  return checkToolMessages(messages)
}

const embedFault = (body: Fields): string | undefined => {
  if (stringOf(body.input_type) === '')
    return 'invalid request: valid input_type must be provided with the provided model'
  const texts = Array.isArray(body.texts) ? body.texts.length : 0
  return texts > 96
    ? `invalid request: total number of texts must be at most 96 - received ${texts}`
    : undefined
}

const check = ({ operation, json }: Ask): Complaint | undefined => {
  const body = fieldsOf(json)
  const fault =
    operation === 'chat' ? chatFault(body) : operation === 'embedding' ? embedFault(body) : undefined
  return fault === undefined ? undefined : { status: 400, message: fault }
}

const operations = { '/v2/chat': 'chat', '/v2/embed': 'embedding', '/v2/rerank': 'rerank' } as const

const read = ({ path, json, method, query }: Received): Ask | undefined => {
  if (method === 'GET' && path.endsWith('/v1/models') && query.has('endpoint'))
    return askOf({ operation: 'models' })
  const known = Object.entries(operations).find(([suffix]) => path.endsWith(suffix))
  if (!known) return undefined
  const body = fieldsOf(json)
  const messages = itemsOf(body.messages)
  const tools = itemsOf(body.tools).map(({ function: named }) => stringOf(fieldsOf(named).name))
  const texts = body.texts ?? body.images ?? body.inputs
  return askOf({
    operation: known[1],
    model: stringOf(body.model),
    isStream: body.stream === true,
    json,
    lastMessage: textOf(
      messages.findLast(({ role }) => role === 'user')?.content ?? body.query ?? body.texts,
    ),
    inputs: Array.isArray(texts) ? texts.length : 1,
    tools: new Map(body.tool_choice === 'NONE' ? [] : tools.map((name) => [name, 'function'])),
    forcedTool: body.tool_choice === 'REQUIRED' && tools.length === 1 ? tools[0] : undefined,
    endsWithToolResult: messages.at(-1)?.role === 'tool',
    wantsJson: fieldsOf(body.response_format).type === 'json_object',
  })
}

const answers: Readonly<Record<string, (turn: Turn) => unknown>> = {
  chat: chatAnswer,
  embedding: embedAnswer,
  rerank: rerankAnswer,
}

/** Cohere's second version. */
export const cohere: Protocol = {
  name: 'cohere',
  read,
  check,
  plain: (turn) => ({ json: answers[turn.ask.operation]?.(turn) }),
  stream: (turn) => (turn.ask.isStream && turn.ask.operation === 'chat' ? chatStream(turn) : undefined),
  terminator: () => event('[DONE]'),
  error: (status, error = {}) => ({
    json: { id: 'cohere-error', message: error.message ?? `The simulator was told to fail with ${status}.` },
  }),
  errorEvent: (error = {}) =>
    named('message-end', {
      delta: { finish_reason: 'ERROR', error: error.message ?? 'internal server error' },
    }),
}
