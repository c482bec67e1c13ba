import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import { AnswerAssembler, replayAnswer } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { statesBeforeCalls } from '../../../src/daemon/protocols/conversation/call-state.ts'
import type {
  AnswerContext,
  ClientConversation,
  ModelAdapters,
  UpstreamConversation,
} from '../../../src/daemon/protocols/conversation/codec.ts'
import { emulateCustomTools } from '../../../src/daemon/protocols/conversation/custom-tools.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { untagBase64State, untagState } from '../../../src/daemon/protocols/conversation/opaque-state.ts'
import type {
  AssistantPart,
  ConversationAnswer,
  ConversationRequest,
  MediaPart,
  OpaqueState,
  Turn,
} from '../../../src/daemon/protocols/conversation/types.ts'
import { geminiGenerate } from '../../../src/daemon/protocols/gemini/index.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import type { ProtocolName } from './requests.ts'

/** The outcome of translating one feature between two protocols. */
export type Verdict =
  | { readonly kind: 'exact' }
  /** Something is lost, and the client is told which fields. */
  | { readonly kind: 'announced'; readonly fields: readonly string[] }
  | { readonly kind: 'refused'; readonly field: string }
  /** The other protocol cannot express the feature, and the client is not told: a defect. */
  | { readonly kind: 'silent'; readonly detail: string }

export interface Protocol {
  readonly name: ProtocolName
  readonly label: string
  readonly codec: Codec
  readonly client: ClientConversation
  readonly upstream: UpstreamConversation
  /** A current model of the vendor whose protocol this is. */
  readonly model: string
}

function protocol(name: ProtocolName, label: string, codec: Codec, model: string): Protocol {
  const { client, upstream } = codec
  if (!client || !upstream) throw new Error(`${codec.id} lacks a half`)
  return { name, label, codec, client, upstream, model }
}

export const protocols: readonly Protocol[] = [
  protocol('chat', 'OpenAI Chat', openaiChat, 'gpt-4.1'),
  protocol('responses', 'OpenAI Responses', openaiResponses, 'gpt-5.4'),
  protocol('messages', 'Anthropic Messages', anthropicMessages, 'claude-opus-4-6'),
  protocol('generate', 'Google Gemini', geminiGenerate, 'gemini-3.5-flash'),
]

export const adapters: ModelAdapters = {
  claudeOutputTokens: new Map([['default', 8192]]),
  claudeCacheMarks: false,
  claudeThinkingSuffix: false,
  claudeThinkingShare: 0.8,
  geminiThinkingSuffix: false,
  geminiThinkingShare: 0.6,
  geminiThinkingModels: [],
  geminiSafety: new Map(),
  geminiVersions: new Map([['default', 'v1beta']]),
  geminiImageModels: [],
  claudeHeaders: new Map(),
}

/**
 * Translates a request from one protocol to another and reads it back: what the upstream's own protocol understands
 * must match what the client asked for.
 */
export function judgeRequest(from: Protocol, to: Protocol, document: JsonObject): Verdict {
  const losses = new LossList()
  let asked: ConversationRequest
  let body: JsonObject
  try {
    asked = from.client.decodeRequest(structuredClone(document), losses)
    body = to.upstream.encodeRequest(asked, {
      model: to.model,
      isStream: false,
      traits: {},
      adapters,
      losses,
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'translation_unsupported') throw error
    return { kind: 'refused', field: error.options.field ?? '' }
  }
  const ignored = new LossList()
  const read = to.client.decodeRequest(
    { ...body, ...(to.codec.isAddressedByPath && { model: to.model, stream: false }) },
    ignored,
  )
  if (losses.fields.length > 0) return { kind: 'announced', fields: losses.fields }
  const before = comparableRequest(asked)
  const after = comparableRequest(read)
  return isDeepStrictEqual(before, after)
    ? { kind: 'exact' }
    : { kind: 'silent', detail: firstDifference(before, after) }
}

/** Translates an answer in the opposite direction, whole and as a stream. */
export function judgeAnswer(from: Protocol, to: Protocol, document: JsonObject): Verdict {
  const answer = from.upstream.decodeAnswer(structuredClone(document))
  const context = contextOf(from)
  const fields = to.client.lostInAnswer?.(answer) ?? []
  const whole = to.upstream.decodeAnswer(to.client.encodeAnswer(answer, context))
  const streamed = readStream(to, from, answer)
  const before = comparableAnswer(answer, from)
  for (const [how, after] of [
    ['whole', comparableAnswer(whole, to)],
    ['streamed', comparableAnswer(streamed, to)],
  ] as const) {
    if (isDeepStrictEqual(before, after)) continue
    if (fields.length > 0) return { kind: 'announced', fields }
    return { kind: 'silent', detail: `${how}: ${firstDifference(before, after)}` }
  }
  return fields.length > 0 ? { kind: 'announced', fields } : { kind: 'exact' }
}

/**
 * Streams the answer as the upstream `from` would send it, translates the events for a client of `to`, and reads them
 * back.
 */
function readStream(to: Protocol, from: Protocol, answer: ConversationAnswer): ConversationAnswer {
  const written = writeStream(from, answer)
  const decoder = from.upstream.decodeStream()
  const encoder = to.client.encodeStream(contextOf(to))
  let text = ''
  for (const data of dataOf(written)) text += encoder.push(decoder.push(data))
  text += encoder.push(decoder.flush()) + encoder.end()
  return assemble(to, text)
}

export function writeStream(protocol: Protocol, answer: ConversationAnswer): string {
  const encoder = protocol.client.encodeStream({ ...contextOf(protocol), wantsStreamUsage: true })
  // The vendor's own stream is not tagged, because its states are native there.
  return encoder.push([...replayAnswer(answer)]) + encoder.end()
}

function assemble(protocol: Protocol, text: string): ConversationAnswer {
  const decoder = protocol.upstream.decodeStream()
  const assembler = new AnswerAssembler()
  for (const data of dataOf(text)) assembler.push(decoder.push(data))
  assembler.push(decoder.flush())
  return assembler.answer()
}

function dataOf(text: string): string[] {
  const framer = new SseFramer()
  const events = framer.push(Buffer.from(text))
  const tail = framer.flush()
  return [...events, ...(tail ? [tail] : [])].map((each) => each.data).filter((each) => each !== '')
}

export const contextOf = (to: Protocol): AnswerContext => ({
  model: to.model,
  requestId: 'r1',
  created: 1_760_000_000,
  wantsStreamUsage: true,
  wantsReasoningText: true,
  request: {
    model: to.model,
    isStream: false,
    turns: [],
    tools: [
      { kind: 'function', name: 'weather' },
      { kind: 'function', name: 'now' },
    ],
  },
  body: {},
  promptTokensEstimate: 0,
})

/** Reduces a request to what protocols must agree on; defaults that only some of them write out are removed. */
function comparableRequest(request: ConversationRequest): unknown {
  const {
    model: _model,
    isStream: _stream,
    cacheKey: _key,
    toolChoice,
    outputTokensMax,
    reasoning,
    format,
    tools,
    ...rest
  } = request
  return plain({
    ...rest,
    turns: request.turns.map(comparableTurn),
    tools: emulateCustomTools(tools).map((tool) => {
      // Claude gets Anthropic's own definition, which is kept next to the function.
      const { isStrict, parameters, definedByAnthropic: _defined, ...said } = tool
      return {
        ...said,
        parameters: parameters ?? { type: 'object', properties: {} },
        isStrict: isStrict === true,
      }
    }),
    // `auto` is the default of every protocol.
    ...(toolChoice && toolChoice.kind !== 'auto' && { toolChoice }),
    // Anthropic requires a limit, so the default is not a wish of the client.
    ...(outputTokensMax !== undefined && ![4096, 128_000].includes(outputTokensMax) && { outputTokensMax }),
    ...(reasoning?.effort !== undefined && { effort: reasoning.effort }),
    ...(format && {
      format: format.kind === 'json' ? format : { kind: format.kind, schema: format.schema },
    }),
  })
}

function comparableTurn(turn: Turn): unknown {
  if (turn.role !== 'assistant') {
    const parts = turn.parts.map((part) => {
      if (part.kind === 'tool-result') {
        const { name: _name, isError, ...said } = part
        return { ...said, isError: isError === true }
      }
      return part.kind === 'media' ? comparableMedia(part) : part
    })
    return { role: turn.role, parts }
  }
  return {
    role: turn.role,
    parts: statesBeforeCalls(turn.parts).map((part) => comparablePart(part, undefined)),
  }
}

/**
 * Removes `auto` and the default name, which carry no information, and the type of a link, which its target determines.
 */
function comparableMedia({ detail, mimeType, name, ...said }: MediaPart): unknown {
  return {
    ...said,
    ...(detail !== undefined && detail !== 'auto' && { detail }),
    ...(said.source.kind === 'data' && { mimeType }),
    ...(name !== undefined && name !== 'document.pdf' && { name }),
  }
}

function comparableAnswer(answer: ConversationAnswer, protocol: Protocol): unknown {
  const { id: _id, model: _model, serviceTier: _tier, parts, ...rest } = answer
  return plain({
    ...rest,
    parts: statesBeforeCalls(parts).map((part) => comparablePart(part, protocol)),
  })
}

function comparablePart(part: AssistantPart, protocol: Protocol | undefined): unknown {
  if (part.kind === 'tool-call')
    return {
      ...part,
      arguments: parsed(part.arguments),
      ...(part.state && { state: nativeState(part.state, protocol) }),
    }
  if (part.kind === 'reasoning') {
    const { state, isRedacted: _redacted, ...said } = part
    return { ...said, ...(state && { state: nativeState(state, protocol) }) }
  }
  if (part.kind === 'text' && part.citations)
    return { ...part, citations: part.citations.map(({ url, title }) => ({ url, title })) }
  return part
}

/** Removes the name of its origin from a state that went through another protocol. */
function nativeState(state: OpaqueState, protocol: Protocol | undefined): unknown {
  const read =
    protocol?.name === 'generate'
      ? untagBase64State(state.value, state.origin)
      : untagState(state.value, state.origin)
  // A stream written by our own encoder for its own protocol has been tagged once before.
  return read.value === state.value
    ? { origin: read.origin, value: read.value }
    : nativeState({ origin: read.origin, value: read.value }, undefined)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return text
  }
}

/** Removes undefined members, so that absent and undefined are equal. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function firstDifference(before: unknown, after: unknown): string {
  const a = JSON.stringify(before)
  const b = JSON.stringify(after)
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return `said ${a.slice(Math.max(0, at - 60), at + 120)} | read ${b.slice(Math.max(0, at - 60), at + 120)}`
}
