import { readFileSync } from 'node:fs'
import { AnswerAssembler } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type {
  AnswerContext,
  ClientConversation,
  EncodeTarget,
  UpstreamTraits,
} from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { openaiChat } from '../../../../src/daemon/protocols/openai/index.ts'
import { SseFramer } from '../../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

/** Recorded chat answers, and the minimal context for calling the halves of a codec. */

const folder = new URL('../../../fixtures/openai-chat/', import.meta.url)

export interface ExpectedAnswer {
  readonly text: string
  readonly reasoningChars: number
  readonly calls: readonly { readonly name: string; readonly arguments: string }[]
  /** The provider's finish reason; null = none stated. */
  readonly finish: string | null
  readonly usage: Record<string, number> | null
}

export const expectedAnswers = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<
  string,
  ExpectedAnswer
>

export const readDocument = (name: string): JsonValue =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as JsonValue

export const readStreamText = (name: string): string => readFileSync(new URL(`${name}.txt`, folder), 'utf8')

/** Returns the data of a stream's events, including the terminator. */
export const dataOf = (text: string): string[] =>
  [...new SseFramer().push(Buffer.from(text))].map((event) => event.data).filter((data) => data !== '')

export function halves() {
  const { client, upstream } = openaiChat
  if (!client || !upstream) throw new Error('chat has both halves')
  return { client, upstream }
}

export const request = (rest: Partial<ConversationRequest> = {}): ConversationRequest => ({
  model: 'm',
  isStream: false,
  turns: [],
  tools: [],
  ...rest,
})

export const contextOf = (rest: Partial<AnswerContext> = {}): AnswerContext => ({
  model: 'the-model',
  requestId: 'req1',
  created: 1_700_000_000,
  wantsStreamUsage: true,
  wantsReasoningText: undefined,
  request: request(),
  body: {},
  promptTokensEstimate: 1,
  ...rest,
})

export const targetOf = (traits: UpstreamTraits = {}, model = 'upstream-model') => {
  const losses = new LossList()
  const target: EncodeTarget = {
    model,
    isStream: false,
    traits,
    losses,
    adapters: {
      claudeOutputTokens: new Map(),
      claudeCacheMarks: false,
      claudeThinkingSuffix: false,
      claudeThinkingShare: 0.8,
      geminiThinkingSuffix: false,
      geminiThinkingShare: 0.6,
      geminiThinkingModels: [],
      geminiSafety: new Map(),
      geminiVersions: new Map(),
      geminiImageModels: [],
      claudeHeaders: new Map(),
    },
  }
  return { target, losses }
}

/** Decodes all events of a chat stream. */
export function eventsOf(text: string): ConversationEvent[] {
  const decoder = halves().upstream.decodeStream()
  const events = dataOf(text).flatMap((data) => [...decoder.push(data)])
  return [...events, ...decoder.flush()]
}

export function assemble(events: readonly ConversationEvent[]): AnswerAssembler {
  const assembler = new AnswerAssembler()
  assembler.push(events)
  return assembler
}

/** Encodes events as a stream for a client. */
export function streamOf(
  client: ClientConversation,
  events: readonly ConversationEvent[],
  context: AnswerContext,
): string {
  const encoder = client.encodeStream(context)
  return events.map((event) => encoder.push([event])).join('') + encoder.end()
}

/** Returns the chunks of a stream without the terminator. @throws Error if it is missing */
export function chunksOf(text: string): JsonObject[] {
  const data = dataOf(text)
  if (data.at(-1) !== '[DONE]') throw new Error('the stream has no terminator')
  return data.slice(0, -1).map((each) => JSON.parse(each) as JsonObject)
}

export const textOf = ({ parts }: ConversationAnswer): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

export const reasoningOf = ({ parts }: ConversationAnswer): string =>
  parts.map((part) => (part.kind === 'reasoning' ? part.text : '')).join('')

export const callsOf = ({ parts }: ConversationAnswer) => parts.filter((part) => part.kind === 'tool-call')
