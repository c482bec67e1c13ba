import { type Ask, askOf, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { fieldsOf, stringOf } from './json-fields.ts'
import { created } from './openai-answers.ts'
import { type Complaint, event, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, piecesOf, replyTextOf } from './reply.ts'

const metadataOf = (behaviour: Behaviour) => {
  if (behaviour.usage === 'missing') return { metadata: {} }
  const { input, output } = figuresOf(behaviour)
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    total_price: '0.0001',
    currency: 'USD',
    latency: 0.5,
    ...behaviour.usageValues,
  }
  return { metadata: { usage, retriever_resources: [] } }
}

const common = {
  task_id: 'dify-task',
  message_id: 'dify-message',
  conversation_id: 'dify-conversation',
  created_at: created,
}

const answer = ({ behaviour, ask }: Turn) => ({
  event: 'message',
  ...common,
  id: 'dify-message',
  mode: 'advanced-chat',
  answer: replyTextOf(behaviour, ask),
  ...metadataOf(behaviour),
})

const stream = function* ({ behaviour, ask }: Turn): Generator<StreamEvent> {
  yield event({ event: 'workflow_started', ...common, data: { id: 'run', inputs: {} } })
  if (behaviour.reasoning !== undefined)
    yield event({
      event: 'reasoning_chunk',
      ...common,
      data: { reasoning: behaviour.reasoning, is_final: true },
    })
  for (const piece of piecesOf(behaviour, replyTextOf(behaviour, ask)))
    yield event({ event: 'message', ...common, id: 'dify-message', answer: piece })
  yield event({ event: 'workflow_finished', ...common, data: { id: 'run', status: 'succeeded' } })
  yield event({ event: 'message_end', ...common, id: 'dify-message', ...metadataOf(behaviour) })
}

const check = ({ json }: Ask): Complaint | undefined => {
  const { query, user, inputs, response_mode: mode } = fieldsOf(json)
  const missing = Object.entries({ query, user }).find(([, value]) => stringOf(value) === '')?.[0]
  const fault =
    missing === undefined
      ? typeof inputs !== 'object' || inputs === null
        ? 'inputs'
        : ['streaming', 'blocking', undefined].includes(mode as string | undefined)
          ? undefined
          : 'response_mode'
      : missing
  return fault === undefined
    ? undefined
    : { status: 400, code: 'invalid_param', message: `${fault} is required or invalid` }
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_param',
  401: 'unauthorized',
  429: 'too_many_requests',
}

const documentOf = (status: number, error: Behaviour['error'] = {}) => ({
  code: error.code ?? codes[status] ?? 'internal_server_error',
  message: error.message ?? `The simulator was told to fail with ${status}.`,
  status,
})

/** A chat application of Dify, which has no tools and no choice of models. */
export const dify: Protocol = {
  name: 'dify',
  read: ({ path, json }: Received) => {
    if (!path.endsWith('/chat-messages')) return undefined
    const { query, response_mode: mode } = fieldsOf(json)
    return askOf({
      operation: 'chat',
      model: 'dify',
      isStream: mode === 'streaming',
      lastMessage: stringOf(query),
      json,
    })
  },
  check,
  plain: (turn) => ({ json: answer(turn) }),
  stream: (turn) => (turn.ask.isStream ? stream(turn) : undefined),
  error: (status, error) => ({ json: documentOf(status, error) }),
  errorEvent: (error) => event({ event: 'error', ...common, ...documentOf(500, error) }),
}
