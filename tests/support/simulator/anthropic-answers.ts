import type { Behaviour } from './behaviour.ts'
import { parseJson } from './json-fields.ts'
import { event, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, halvesOf, piecesOf, type Reply, replyOf } from './reply.ts'

const finishWords = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Builds usage with exclusive counting: `input_tokens` excludes tokens that came from or went to the cache. */
const usageOf = (behaviour: Behaviour) => {
  const { input, output, cached, cacheWrite, reasoning } = figuresOf(behaviour)
  return {
    input_tokens: input - cached - cacheWrite,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cached,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    ...(reasoning > 0 && { output_tokens_details: { thinking_tokens: reasoning } }),
    service_tier: 'standard',
    ...behaviour.usageValues,
  }
}

const usagePart = (behaviour: Behaviour) =>
  behaviour.usage === 'missing' ? {} : { usage: usageOf(behaviour) }

type Block = Readonly<Record<string, unknown>>

const blocksOf = ({ behaviour, memory }: Turn, reply: Reply): Block[] => {
  const { reasoning, text, calls } = reply
  const signed = (thinking: string): Block => ({
    type: 'thinking',
    thinking,
    signature: memory.sign(`thinking:${thinking}`, behaviour.signature),
  })
  return [
    ...(reasoning === undefined ? [] : [signed(reasoning)]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, arguments: input }) => ({
      type: 'tool_use',
      id,
      name,
      input: parseJson(input) ?? {},
    })),
  ]
}

const stopOf = ({ finish }: Reply) => ({
  stop_reason: finishWord(finishWords, finish),
  stop_sequence: finish === 'stop_sequence' ? 'END' : null,
  ...(finish === 'content_filter' && {
    stop_details: { type: 'refusal', category: null, explanation: null },
  }),
})

const idPrefix = 'toolu_'

export const anthropicMessage = (turn: Turn) => {
  const { behaviour, ask, memory } = turn
  const reply = replyOf(behaviour, ask, memory, idPrefix)
  return {
    id: memory.nextId('msg_'),
    type: 'message',
    role: 'assistant',
    model: ask.model,
    content: blocksOf(turn, reply),
    ...stopOf(reply),
    ...usagePart(behaviour),
  }
}

const deltasOf = function* (behaviour: Behaviour, block: Block): Generator<Block> {
  const { type, thinking, signature, text, input } = block
  if (type === 'thinking') {
    for (const piece of String(thinking).match(/\S+\s*/g) ?? [])
      yield { type: 'thinking_delta', thinking: piece }
    yield { type: 'signature_delta', signature }
  } else if (type === 'text') {
    for (const piece of piecesOf(behaviour, String(text))) yield { type: 'text_delta', text: piece }
  } else {
    yield { type: 'input_json_delta', partial_json: '' }
    for (const piece of halvesOf(JSON.stringify(input)))
      yield { type: 'input_json_delta', partial_json: piece }
  }
}

/** Returns a block in the form of its start event. */
const emptied = (block: Block): Block => {
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} }
}

const named = (type: string, fields: object): StreamEvent => event({ type, ...fields }, type)

/** Builds the stream. `message_start` has the usage known so far, `message_delta` all of it. */
export const anthropicStream = function* (turn: Turn): Generator<StreamEvent> {
  const { behaviour, ask, memory } = turn
  const reply = replyOf(behaviour, ask, memory, idPrefix)
  const hasUsage = behaviour.usage !== 'missing'
  const message = {
    id: memory.nextId('msg_'),
    type: 'message',
    role: 'assistant',
    model: ask.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    ...(hasUsage && { usage: { ...usageOf(behaviour), output_tokens: 1 } }),
  }
  yield named('message_start', { message })
  const blocks = blocksOf(turn, behaviour.endless ? { ...reply, text: 'endless' } : reply)
  for (const [index, block] of blocks.entries()) {
    yield named('content_block_start', { index, content_block: emptied(block) })
    if (index === 0) yield named('ping', {})
    for (const delta of deltasOf(behaviour, block)) yield named('content_block_delta', { index, delta })
    yield named('content_block_stop', { index })
  }
  yield named('message_delta', { delta: stopOf(reply), ...(hasUsage && { usage: usageOf(behaviour) }) })
  yield named('message_stop', {})
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

export const anthropicError = (status: number, error: Behaviour['error'] = {}) => ({
  type: 'error',
  error: {
    type: error.type ?? errorTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
    message: error.message ?? `The simulator was told to fail with ${status}.`,
  },
  request_id: 'req_simulator',
})
