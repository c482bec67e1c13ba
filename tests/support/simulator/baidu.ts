import { type Ask, askOf, countInputs, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { fieldsOf, itemsOf, stringOf } from './json-fields.ts'
import type { Memory } from './memory.ts'
import { created, vector } from './openai-answers.ts'
import { type Complaint, event, type Plain, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, piecesOf, replyOf } from './reply.ts'

const finishWords = { stop: 'normal', stop_sequence: 'stop', tool_calls: 'function_call' }

const usagePart = (behaviour: Behaviour) => {
  if (behaviour.usage === 'missing') return {}
  const { input, output } = figuresOf(behaviour)
  return {
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      ...behaviour.usageValues,
    },
  }
}

const common = { id: 'as-simulator', object: 'chat.completion', created, need_clear_history: false }

/** Builds the end of a response, which has at most one call per turn. */
const endOf = ({ behaviour, ask, memory }: Turn) => {
  const { text, calls, finish } = replyOf(behaviour, ask, memory)
  const [call] = calls
  return {
    text,
    end: {
      is_truncated: finish === 'length',
      finish_reason: finishWord(finishWords, finish),
      ...(call && { function_call: { name: call.name, arguments: call.arguments, thoughts: '' } }),
    },
  }
}

const chatAnswer = (turn: Turn) => {
  const { text, end } = endOf(turn)
  return { ...common, result: text, ...end, ...usagePart(turn.behaviour) }
}

const chatStream = function* (turn: Turn): Generator<StreamEvent> {
  const { text, end } = endOf(turn)
  let sentence = 0
  for (const result of piecesOf(turn.behaviour, text)) {
    yield event({ ...common, sentence_id: sentence, is_end: false, is_truncated: false, result })
    sentence += 1
  }
  yield event({
    ...common,
    sentence_id: sentence,
    is_end: true,
    result: '',
    ...end,
    ...usagePart(turn.behaviour),
  })
}

const embedAnswer = ({ ask, behaviour }: Turn) => {
  const tokens = behaviour.tokens?.input ?? 8 * ask.inputs
  return {
    ...common,
    object: 'embedding_list',
    data: Array.from({ length: ask.inputs }, (_, index) => ({
      object: 'embedding',
      embedding: vector,
      index,
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  }
}

const tokenMark = 'baidu token '

const issueToken = ({ memory }: Turn): Plain => {
  const token = `24.${memory.nextId('token')}`
  memory.documents.set(tokenMark + token, true)
  return { json: { access_token: token, expires_in: 2_592_000, scope: 'ai_custom_qianfan_bloomz_7b' } }
}

const checkMessages = (messages: readonly ReturnType<typeof fieldsOf>[]): Complaint | undefined => {
  const invalid = (code: string, message: string): Complaint => ({ status: 400, code, message })
  if (messages.length % 2 === 0) return invalid('336104', 'the length of messages must be an odd number')
  const isOutOfTurn = messages.some(({ role }, at) => (role === 'assistant') !== (at % 2 === 1))
  return isOutOfTurn
    ? invalid('336106', 'the role of odd-position messages must be user or function')
    : undefined
}

const check = (ask: Ask, { query }: Received, memory: Memory): Complaint | undefined => {
  if (ask.operation === 'token') return undefined
  if (!memory.documents.has(tokenMark + (query.get('access_token') ?? '')))
    return { status: 401, code: '110', message: 'Access token invalid or no longer valid' }
  return ask.operation === 'chat' ? checkMessages(itemsOf(fieldsOf(ask.json).messages)) : undefined
}

const read = ({ path, json }: Received): Ask | undefined => {
  if (path.endsWith('/oauth/2.0/token')) return askOf({ operation: 'token' })
  const [, kind, endpoint = ''] = /\/wenxinworkshop\/(chat|embeddings)\/([^/]+)$/.exec(path) ?? []
  if (kind === undefined) return undefined
  const body = fieldsOf(json)
  const messages = itemsOf(body.messages)
  return askOf({
    operation: kind === 'chat' ? 'chat' : 'embedding',
    model: endpoint,
    isStream: body.stream === true,
    json,
    lastMessage: stringOf(messages.findLast(({ role }) => role === 'user')?.content),
    inputs: countInputs(body.input),
    tools: new Map(itemsOf(body.functions).map(({ name }) => [stringOf(name), 'function'])),
    forcedTool: stringOf(fieldsOf(fieldsOf(body.tool_choice).function).name) || undefined,
    endsWithToolResult: messages.at(-1)?.role === 'function',
    wantsJson: body.response_format === 'json_object',
  })
}

const codes: Readonly<Record<number, number>> = { 400: 336_003, 401: 110, 403: 6, 429: 18 }

/** Baidu's first version: a token in exchange for two keys, then responses whose errors have status 200. */
export const baidu: Protocol = {
  name: 'baidu',
  isSigned: true,
  read,
  check,
  plain: (turn) => {
    if (turn.ask.operation === 'token') return issueToken(turn)
    return { json: turn.ask.operation === 'chat' ? chatAnswer(turn) : embedAnswer(turn) }
  },
  stream: (turn) => (turn.ask.isStream && turn.ask.operation === 'chat' ? chatStream(turn) : undefined),
  error: (status, error = {}, { path }) => {
    const message = error.message ?? `The simulator was told to fail with ${status}.`
    if (path.endsWith('/oauth/2.0/token'))
      return { status: 401, json: { error: 'invalid_client', error_description: message } }
    const code = error.code ? Number(error.code) : (codes[status] ?? 336_000)
    return { status: 200, json: { error_code: code, error_msg: message, id: 'as-simulator' } }
  },
  errorEvent: (error = {}) => event({ error_code: 336_000, error_msg: error.message ?? 'Internal error' }),
}
