import { anthropicMessages } from '../../../../src/daemon/protocols/anthropic/index.ts'
import type {
  AnswerContext,
  EncodeTarget,
  ModelAdapters,
  StreamDecoder,
  UpstreamTraits,
} from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest } from '../../../../src/daemon/protocols/conversation/types.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { someAdapters } from '../../channel-types/a-channel.ts'

const { client, upstream } = anthropicMessages
if (!client || !upstream) throw new Error('the codec has both halves')

export const { encodeAnswer, encodeStream } = client
export const { decodeAnswer } = upstream
export const decodeStream = (): StreamDecoder => upstream.decodeStream()

export function decode(body: JsonObject): { request: ConversationRequest; losses: readonly string[] } {
  const losses = new LossList()
  const request = client?.decodeRequest(body, losses)
  if (!request) throw new Error('unreachable')
  return { request, losses: losses.fields }
}

interface Target {
  readonly model?: string
  readonly isStream?: boolean
  readonly traits?: UpstreamTraits
  readonly adapters?: Partial<ModelAdapters>
}

/** Encodes a request. @param given members of the request; a plain question where they are absent */
export function encode(
  given: Partial<ConversationRequest>,
  target: Target = {},
): { body: JsonObject; losses: readonly string[] } {
  const losses = new LossList()
  const request: ConversationRequest = {
    model: 'asked',
    isStream: false,
    turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
    tools: [],
    ...given,
  }
  const encodeTarget: EncodeTarget = {
    model: target.model ?? 'claude-sonnet-4-5',
    isStream: target.isStream ?? false,
    traits: target.traits ?? {},
    // Few tests are about cache marks that the client did not set, so they are off by default.
    adapters: someAdapters({ claudeCacheMarks: false, ...target.adapters }),
    losses,
  }
  const body = upstream?.encodeRequest(request, encodeTarget)
  if (!body) throw new Error('unreachable')
  return { body, losses: losses.fields }
}

export const someContext = (given: Partial<AnswerContext> = {}): AnswerContext => ({
  model: 'asked',
  requestId: 'r1',
  created: 1_700_000_000,
  wantsStreamUsage: true,
  wantsReasoningText: undefined,
  request: { model: 'asked', isStream: true, turns: [], tools: [] },
  body: {},
  promptTokensEstimate: 42,
  ...given,
})
