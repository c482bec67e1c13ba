import { readFileSync } from 'node:fs'
import { AnswerAssembler } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type {
  AnswerContext,
  EncodeTarget,
  UpstreamTraits,
} from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { decodeRequest } from '../../../../src/daemon/protocols/responses/decode-request.ts'
import { decodeStream } from '../../../../src/daemon/protocols/responses/decode-stream.ts'
import { encodeRequest } from '../../../../src/daemon/protocols/responses/encode-request.ts'
import { encodeStream } from '../../../../src/daemon/protocols/responses/encode-stream.ts'
import { SseFramer } from '../../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const FOLDER = new URL('../../../fixtures/responses/', import.meta.url)

/** Facts stated by a recorded answer. */
export interface Facts {
  readonly status: number
  readonly text: string
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  readonly reasoningTokens: number
  readonly toolCalls: number
  readonly finish: string | null
  readonly error: { readonly code: string | null; readonly message: string } | null
}

export const readFixture = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8')

export const readJson = (name: string): JsonValue => JSON.parse(readFixture(name)) as JsonValue

export const recordedFacts = Object.entries(readJson('facts.json') as unknown as Record<string, Facts>)

export const recordedRequests = Object.entries(readJson('requests.json') as Record<string, JsonObject>)

/** Returns the data texts of a stream, without comments. */
export function readData(stream: string): readonly string[] {
  const framer = new SseFramer()
  const events = [...framer.push(Buffer.from(stream))]
  const last = framer.flush()
  if (last) events.push(last)
  return events.map((event) => event.data).filter((data) => data !== '')
}

/** Decodes a stream into neutral events. */
export function decodeEvents(stream: string): readonly ConversationEvent[] {
  const decoder = decodeStream()
  return [...readData(stream).flatMap((data) => decoder.push(data)), ...decoder.flush()]
}

export function assemble(events: readonly ConversationEvent[]): ConversationAnswer {
  const assembler = new AnswerAssembler()
  assembler.push(events)
  return assembler.answer()
}

export function contextOf(body: JsonObject = {}, rest: Partial<AnswerContext> = {}): AnswerContext {
  return {
    model: 'asked-for',
    requestId: 'req-1',
    created: 1_760_000_000,
    wantsStreamUsage: true,
    wantsReasoningText: undefined,
    request: decodeRequest({ model: 'asked-for', input: 'hi', ...body }, new LossList()),
    body,
    promptTokensEstimate: 0,
    ...rest,
  }
}

/** Encodes events as the whole text of a stream. */
export function writeStream(events: readonly ConversationEvent[], context = contextOf()): string {
  const encoder = encodeStream(context)
  return events.map((event) => encoder.push([event])).join('') + encoder.end()
}

export function decoded(body: JsonObject): {
  readonly request: ConversationRequest
  readonly losses: readonly string[]
} {
  const losses = new LossList()
  return { request: decodeRequest({ model: 'm', input: 'hi', ...body }, losses), losses: losses.fields }
}

export function encoded(
  request: Partial<ConversationRequest>,
  traits: UpstreamTraits = {},
  model = 'vendor-model',
): { readonly body: JsonObject; readonly losses: readonly string[] } {
  const losses = new LossList()
  const target: EncodeTarget = { model, isStream: false, traits, losses, adapters: ADAPTERS }
  const body = encodeRequest(
    {
      model: 'asked-for',
      isStream: false,
      turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
      tools: [],
      ...request,
    },
    target,
  )
  return { body, losses: losses.fields }
}

const ADAPTERS: EncodeTarget['adapters'] = {
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
}
