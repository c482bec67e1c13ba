import { anthropicError, anthropicMessage, anthropicStream } from './anthropic-answers.ts'
import { readAnthropicAsk, vertexModelOf } from './anthropic-ask.ts'
import { type AnthropicPlace, checkAnthropic, firstParty } from './anthropic-checks.ts'
import { event, type Protocol } from './protocol.ts'
import { figuresOf } from './reply.ts'
import { sseWire } from './wire.ts'

const vertex: AnthropicPlace = {
  takesLinks: false,
  forbidden: ['model', 'thread'],
  bodyVersion: 'vertex-2023-10-16',
}

const vertexCount: AnthropicPlace = { takesLinks: false, forbidden: ['thread'] }

/** Anthropic Messages, under Anthropic's own paths and those of Vertex AI. */
export const anthropic: Protocol = {
  name: 'anthropic',
  read: readAnthropicAsk,
  check: (ask, { path, headers }, memory) => {
    if (ask.operation === 'models') return undefined
    const onVertex = vertexModelOf(path)
    if (onVertex) return checkAnthropic(ask, memory, ask.operation === 'count' ? vertexCount : vertex)
    if (headers['anthropic-version'] === undefined)
      return { status: 400, message: 'anthropic-version: header is required' }
    return checkAnthropic(ask, memory, firstParty)
  },
  plain: (turn) =>
    turn.ask.operation === 'count'
      ? { json: { input_tokens: figuresOf(turn.behaviour).input } }
      : { json: anthropicMessage(turn) },
  stream: (turn) => (turn.ask.isStream && turn.ask.operation === 'chat' ? anthropicStream(turn) : undefined),
  // The real server pads its lines.
  wire: ({ behaviour }) => sseWire(behaviour, '  '),
  error: (status, error) => ({ json: anthropicError(status, error) }),
  errorEvent: (error) => event(anthropicError(529, error), 'error'),
}
