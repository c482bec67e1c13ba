import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
} from '../../../src/daemon/protocols/conversation/types.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import { someAdapters } from './a-channel.ts'

/** Builds a request with one question. @param given members that a test changes */
export function aRequest(given: Partial<ConversationRequest> = {}): ConversationRequest {
  return {
    model: 'asked',
    isStream: false,
    turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
    tools: [],
    ...given,
  }
}

/** A conversation in which a tool was called and its result returned. */
export const WITH_CALL: ConversationRequest = aRequest({
  turns: [
    { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'Weather in Rome?' }] },
    {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'hm' },
        { kind: 'tool-call', id: 'call_1', name: 'weather', arguments: '{"city":"Rome"}' },
        { kind: 'tool-call', id: 'call_2', name: 'time', arguments: '' },
      ],
    },
    {
      role: 'user',
      parts: [
        { kind: 'tool-result', callId: 'call_2', parts: [{ kind: 'text', text: '12:00' }] },
        { kind: 'tool-result', callId: 'call_1', parts: [{ kind: 'text', text: 'sunny' }], isError: false },
      ],
    },
  ],
  tools: [
    { kind: 'function', name: 'weather', description: 'Tells it.', parameters: { type: 'object' } },
    { kind: 'function', name: 'time' },
  ],
})

/** Encodes a request. @returns the body that the codec writes, and what it could not carry */
export function encoded(
  codec: Codec,
  request: ConversationRequest,
  target: { readonly model?: string; readonly isStream?: boolean } = {},
): { readonly body: JsonObject; readonly lost: readonly string[] } {
  const losses = new LossList()
  const body = codec.upstream?.encodeRequest(request, {
    model: target.model ?? 'upstream-model',
    isStream: target.isStream ?? false,
    traits: {},
    adapters: someAdapters(),
    losses,
  })
  if (!body) throw new Error(`${codec.id} is no upstream's`)
  return { body, lost: losses.fields }
}

/** Decodes a streamed answer. @returns its events, and the answer assembled from them */
export function decoded(
  codec: Codec,
  documents: readonly JsonObject[],
): {
  readonly events: readonly ConversationEvent[]
  readonly answer: ConversationAnswer
  readonly failure: unknown
} {
  const decoder = codec.upstream?.decodeStream()
  const events = [
    ...documents.flatMap((each) => decoder?.push(JSON.stringify(each)) ?? []),
    ...(decoder?.flush() ?? []),
  ]
  const assembler = new AnswerAssembler()
  assembler.push(events)
  return { events, answer: assembler.answer(), failure: assembler.failure }
}
