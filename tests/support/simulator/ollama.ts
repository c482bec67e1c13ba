import { type Ask, askOf, countInputs, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { fieldsOf, itemsOf, parseJson, stringOf, textOf } from './json-fields.ts'
import { vector } from './openai-answers.ts'
import { event, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, piecesOf, type Reply, replyOf } from './reply.ts'
import { lineWire } from './wire.ts'

const finishWords = { tool_calls: 'stop', stop_sequence: 'stop', content_filter: 'stop' }

const createdAt = '2026-01-02T03:04:05.000000Z'

const countsOf = (behaviour: Behaviour) => {
  if (behaviour.usage === 'missing') return {}
  const { input, output } = figuresOf(behaviour)
  return { prompt_eval_count: input, eval_count: output, ...behaviour.usageValues }
}

const durations = {
  total_duration: 1_200_000_000,
  load_duration: 100_000_000,
  prompt_eval_duration: 300_000_000,
  eval_duration: 800_000_000,
}

const callsOf = ({ calls }: Reply) =>
  calls.length === 0
    ? {}
    : {
        tool_calls: calls.map(({ name, arguments: args }) => ({
          function: { name, arguments: parseJson(args) ?? {} },
        })),
      }

const line = (turn: Turn, message: object, done: object = { done: false }) => ({
  model: turn.ask.model,
  created_at: createdAt,
  message: { role: 'assistant', ...message },
  ...done,
})

const doneOf = ({ behaviour }: Turn, reply: Reply) => ({
  done: true,
  done_reason: finishWord(finishWords, reply.finish),
  ...durations,
  ...countsOf(behaviour),
})

const chatAnswer = (turn: Turn) => {
  const reply = replyOf(turn.behaviour, turn.ask, turn.memory)
  const thinking = reply.reasoning === undefined ? {} : { thinking: reply.reasoning }
  return line(turn, { content: reply.text, ...thinking, ...callsOf(reply) }, doneOf(turn, reply))
}

const chatStream = function* (turn: Turn): Generator<StreamEvent> {
  const { behaviour } = turn
  const reply = replyOf(behaviour, turn.ask, turn.memory)
  for (const thinking of reply.reasoning?.match(/\S+\s*/g) ?? [])
    yield event(line(turn, { content: '', thinking }))
  if (reply.calls.length > 0) yield event(line(turn, { content: '', ...callsOf(reply) }))
  else for (const content of piecesOf(behaviour, reply.text)) yield event(line(turn, { content }))
  yield event(line(turn, { content: '' }, doneOf(turn, reply)))
}

const embedAnswer = ({ ask, behaviour }: Turn) => ({
  model: ask.model,
  embeddings: Array.from({ length: ask.inputs }, () => vector),
  ...durations,
  prompt_eval_count: behaviour.tokens?.input ?? 8 * ask.inputs,
})

const read = ({ path, json, method }: Received): Ask | undefined => {
  if (method === 'GET' && path.endsWith('/api/tags')) return askOf({ operation: 'models' })
  const isEmbed = path.endsWith('/api/embed')
  if (!isEmbed && !path.endsWith('/api/chat')) return undefined
  const body = fieldsOf(json)
  const messages = itemsOf(body.messages)
  const tools = itemsOf(body.tools).map(({ function: named }) => stringOf(fieldsOf(named).name))
  return askOf({
    operation: isEmbed ? 'embedding' : 'chat',
    model: stringOf(body.model),
    // Ollama streams unless told not to.
    isStream: !isEmbed && body.stream !== false,
    json,
    lastMessage: textOf(messages.findLast(({ role }) => role === 'user')?.content ?? body.input),
    inputs: countInputs(body.input),
    tools: new Map(tools.map((name) => [name, 'function'])),
    endsWithToolResult: messages.at(-1)?.role === 'tool',
    wantsJson: body.format !== undefined && body.format !== null,
  })
}

/** Ollama's own API; the APIs that it copies are handled by their own protocols. */
export const ollama: Protocol = {
  name: 'ollama',
  read,
  plain: (turn) => ({ json: turn.ask.operation === 'embedding' ? embedAnswer(turn) : chatAnswer(turn) }),
  stream: (turn) => (turn.ask.isStream ? chatStream(turn) : undefined),
  wire: () => lineWire,
  error: (status, error = {}) => ({
    json: { error: error.message ?? `The simulator was told to fail with ${status}.` },
  }),
  errorEvent: (error = {}) =>
    event({ error: error.message ?? 'an error was encountered while running the model' }),
}
