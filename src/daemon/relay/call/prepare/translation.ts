import { traitsOf } from '../../../channel-types/traits.ts'
import { AppError } from '../../../errors/app-error.ts'
import { clampDetails } from '../../../pricing/plausibility.ts'
import { AnswerAssembler, replayAnswer } from '../../../protocols/conversation/assemble.ts'
import { withDistinctCallIds } from '../../../protocols/conversation/call-ids.ts'
import type {
  AnswerContext,
  ClientConversation,
  UpstreamConversation,
} from '../../../protocols/conversation/codec.ts'
import { inlineThinking, inlineThinkingEvents } from '../../../protocols/conversation/inline-thinking.ts'
import { LossList } from '../../../protocols/conversation/losses.ts'
import { withoutSystemTurns, withSystemTurn } from '../../../protocols/conversation/system-prompt.ts'
import { withFittingNames } from '../../../protocols/conversation/tool-names.ts'
import type {
  AssistantPart,
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
} from '../../../protocols/conversation/types.ts'
import { fileOf } from '../../../protocols/openai/multipart.ts'
import type { Codec, JsonObject, JsonValue, UpstreamFailure } from '../../../protocols/types.ts'
import type { Usage } from '../../../protocols/usage.ts'
import type { Asked } from '../../admit/asked.ts'
import { likelyPromptTokens } from '../../admit/likely-prompt.ts'
import { readsUsageUnasked } from '../../inbound/inbound.ts'
import type { Attempt } from './attempt.ts'
import type { LinkedMedia } from './linked-media.ts'
import { isAboutReasoning } from './reasoning-memory.ts'

/** A client's request in the neutral form, decoded once no matter how many channels are tried. */
export interface DecodedRequest {
  readonly request: ConversationRequest
  readonly losses: readonly string[]
  readonly linked: LinkedMedia
}

/** Translates the answer back, for an attempt whose upstream speaks another protocol than the client. */
export interface Translation {
  readonly kind: 'conversation'
  readonly request: ConversationRequest
  readonly context: AnswerContext
  readonly client: ClientConversation
  readonly upstream: UpstreamConversation
  readonly putsThinkingInline: boolean
  /** What was lost in translating the request; empty = exact. */
  readonly losses: readonly string[]
}

/** A call other than a conversation whose body and answer have another form upstream. */
export interface FormChange {
  readonly kind: 'form'
  /** The client's request in the neutral form. */
  readonly request: JsonObject
  readonly client: Codec
  readonly wire: Codec
  readonly body: JsonObject
  readonly losses: readonly string[]
}

/** Writes the request in the format of the channel's vendor, including what the channel itself adds. */
export function translateRequest(
  attempt: Attempt,
  decoded: DecodedRequest,
): { readonly body: JsonObject; readonly translation: Translation } {
  const { asked, type, call, channel, wire } = attempt
  const losses = new LossList()
  for (const field of decoded.losses) losses.add(field)
  let { request } = decoded
  if (channel.systemPrompt !== '') request = withSystemTurn(request, channel.systemPrompt)
  if (channel.setting.systemRoleToUser) request = withoutSystemTurns(request)
  const { upstream: spoken } = halves(attempt)
  // Within one protocol the client's names and ids stay: its vendor accepts them, or refuses them itself.
  const isTranslated = wire.id !== asked.inbound.codec.id
  const upstream = isTranslated ? withDistinctCallIds(withFittingNames(spoken, request)) : spoken
  const { model, isStream, adapters } = call
  const traits = traitsOf(type, call)
  const clientMarksCache = asked.inbound.codec.operation === 'messages'
  const target = { model, isStream, traits, adapters, losses, clientMarksCache }
  const body = upstream.encodeRequest(request, target)
  const translation = describeTranslation(attempt, { request, losses: losses.fields })
  return { body, translation: { ...translation, upstream } }
}

/** Describes how to translate an answer that is read into the neutral form. */
export function describeTranslation(
  attempt: Attempt,
  { request, losses }: Pick<DecodedRequest, 'request' | 'losses'>,
): Translation {
  return {
    kind: 'conversation',
    ...halves(attempt),
    request,
    context: answerContext(request, attempt.asked),
    putsThinkingInline: attempt.channel.setting.thinkingToContent === true,
    losses,
  }
}

function halves({ asked, wire }: Attempt) {
  const { upstream } = wire
  const { client } = asked.inbound.codec
  if (!upstream || !client) throw new AppError('internal', { detail: { wire: wire.id } })
  return { upstream, client }
}

export const answerContext = (
  request: ConversationRequest,
  { admitted, inbound, keeping }: Asked,
): AnswerContext => ({
  model: admitted.facts.model,
  requestId: inbound.requestId,
  created: Math.floor(inbound.startedMs / 1000),
  wantsStreamUsage: admitted.facts.wantsStreamUsage || readsUsageUnasked(inbound),
  wantsReasoningText: request.reasoning?.wantsText,
  request,
  body: admitted.body,
  promptTokensEstimate: likelyPromptTokens({ admitted, inbound }),
  kept: keeping?.as,
})

/** Translates the request of an operation that is not a conversation. */
export function changeForm(
  { body, multipart }: Pick<Asked['admitted'], 'body' | 'multipart'>,
  client: Codec,
  wire: Codec,
  model: string,
): FormChange {
  const losses = new LossList()
  const find = multipart && ((name: string) => fileOf(multipart, name))
  const request = { ...(client.form?.decodeRequest?.(body, find) ?? body), model }
  const encoded = wire.form?.encodeRequest?.(request, losses) ?? request
  return { kind: 'form', request, client, wire, body: encoded, losses: losses.fields }
}

/**
 * Translates the answer into the client's protocol.
 *
 * @param usage for embeddings: reported to the client instead of the usage in the document
 */
export function translateForm(change: FormChange, document: JsonValue, usage?: Usage): JsonObject {
  const { client, wire, request } = change
  const read = wire.form?.decodeAnswer?.(document, request) ?? (document as JsonObject)
  const neutral = usage ? { ...read, usage: embeddingUsage(usage) } : read
  return client.form?.encodeAnswer?.(neutral, change.request) ?? neutral
}

const embeddingUsage = ({ inputTokens }: Usage): JsonObject => ({
  prompt_tokens: inputTokens,
  total_tokens: inputTokens,
})

/** Writes a complete answer for a client that waits for one. */
export function encodeAnswer(translation: Translation, answer: ConversationAnswer): JsonObject {
  const shown = withHonestUsage(translation.putsThinkingInline ? inlineThinking(answer) : answer)
  return translation.client.encodeAnswer(shown, translation.context)
}

/** Clients are told exactly what is charged: for both, details that exceed their totals are cut back. */
const withHonestUsage = (answer: ConversationAnswer): ConversationAnswer =>
  answer.usage ? { ...answer, usage: clampDetails(answer.usage) } : answer

const withHonestUsageEvents = (events: readonly ConversationEvent[]): readonly ConversationEvent[] =>
  events.some((event) => event.kind === 'usage')
    ? events.map((event) => (event.kind === 'usage' ? { ...event, usage: clampDetails(event.usage) } : event))
    : events

/** Writes a complete answer for a client that expects a stream, including its end. */
export function encodeAsStream(
  client: ClientConversation,
  context: AnswerContext,
  answer: ConversationAnswer,
): string {
  const encoder = client.encodeStream(context)
  return encoder.push([...replayAnswer(answer)]) + encoder.end()
}

/** Lists what was lost in translation: of the request, and of the answer if it is complete. */
export function lossesOf(answer: {
  readonly prepared: {
    readonly translation: Translation | FormChange | undefined
    readonly stripped?: readonly string[]
  }
  readonly conversation?: ConversationAnswer | undefined
}): readonly string[] {
  const { translation, stripped = [] } = answer.prepared
  if (!translation) return stripped.length > 1 ? [...new Set(stripped)] : stripped
  const lost = translation.losses
  if (translation.kind !== 'conversation' || !answer.conversation) return [...new Set([...stripped, ...lost])]
  const lostInAnswer = translation.client.lostInAnswer?.(answer.conversation) ?? []
  return [...new Set([...stripped, ...lost, ...lostInAnswer])]
}

/** Translates a stream from one protocol to the other. */
export interface StreamTranslator {
  /** @returns what the client gets for one event's data; may be empty */
  push(data: string): string
  /**
   * A faster `push` for events that differ from an earlier one only in their text.
   * @returns undefined for others: call `push`
   */
  repeat(data: string): string | undefined
  /**
   * Ends a stream that is complete. Returns the rest, to be sent after the charge.
   *
   * @param usage what is charged; undefined = the answer is free because it failed
   * @returns undefined if the provider gave up before any output; the caller then ends the stream with an error
   */
  end(usage: Usage | undefined): string | undefined
  /** Writes the failure of a stream that broke off, in the client's protocol. Absent = written like any other error. */
  readonly fail: ((failure: UpstreamFailure) => string) | undefined
}

/** Whether an event is part of an answer. Reasoning alone is not. */
const isSaying = (event: ConversationEvent): boolean =>
  event.kind === 'tool-start' ||
  event.kind === 'media' ||
  ((event.kind === 'text' || event.kind === 'refusal') && event.text !== '')

/** @param remember receives the reasoning and the calls of the answer, once it is complete */
export function translateStream(
  translation: Translation,
  remember: (parts: readonly AssistantPart[]) => void,
): StreamTranslator {
  const decoder = translation.upstream.decodeStream()
  const reasoning = new AnswerAssembler()
  const encoder = translation.client.encodeStream(translation.context)
  let hasSaid = false
  const show = translation.putsThinkingInline
    ? inlineThinkingEvents()
    : (events: readonly ConversationEvent[]) => events
  return {
    repeat: (data) => {
      const text = decoder.repeat?.(data)
      if (text === undefined) return undefined
      hasSaid = true
      return encoder.push(show([{ kind: 'text', text }]))
    },
    push: (data) => {
      const events = decoder.push(data)
      if (events.length === 0) return ''
      hasSaid ||= events.some(isSaying)
      if (events.some(isAboutReasoning)) reasoning.push(events.filter(isAboutReasoning))
      return encoder.push(show(withHonestUsageEvents(events)))
    },
    end: (usage) => {
      const rest = withHonestUsageEvents(decoder.flush())
      hasSaid ||= rest.some(isSaying)
      if (!hasSaid && rest.some((event) => event.kind === 'finish' && event.reason === 'error'))
        return undefined
      remember(reasoning.answer().parts)
      const charged: readonly ConversationEvent[] = usage ? [{ kind: 'usage', usage }] : []
      return encoder.push(show([...rest, ...charged])) + encoder.end()
    },
    fail: encoder.fail?.bind(encoder),
  }
}

/** Reads a whole stream into one answer. */
export function assembleStream(upstream: UpstreamConversation, data: readonly string[]): AnswerAssembler {
  const assembler = new AnswerAssembler()
  const decoder = upstream.decodeStream()
  for (const each of data) assembler.push(decoder.push(each))
  assembler.push(decoder.flush())
  return assembler
}
