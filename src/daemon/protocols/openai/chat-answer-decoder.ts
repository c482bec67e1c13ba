import type {
  AssistantPart,
  ConversationAnswer,
  FinishReason,
  MediaPart,
  ToolCallPart,
} from '../conversation/types.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { readFinishReason } from './chat-finish.ts'
import { makeCallId } from './chat-media.ts'
import { readCitations, readImages, readSources } from './chat-message.ts'
import { readCallSignature, readMessageReasoning, readThinkingPart } from './chat-reasoning.ts'
import { readOpenAiUsage } from './usage.ts'

/** Decodes a complete chat answer of any vendor to the neutral form. Only the first choice is read. */
export function decodeChatAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const choice = firstChoice(body) ?? {}
  const message = asObject(choice.message) ?? asObject(choice.delta) ?? {}
  const parts = readMessage(message, body)
  const usage = readOpenAiUsage(body)
  const logprobs = asArray(asObject(choice.logprobs)?.content)
  const id = asText(body.id)
  const model = asText(body.model)
  const serviceTier = asText(body.service_tier)
  return {
    ...(id !== undefined && { id }),
    ...(model !== undefined && { model }),
    parts,
    finish: readFinish(choice, parts),
    ...(usage.kind === 'stated' && { usage: usage.usage }),
    ...(serviceTier !== undefined && { serviceTier }),
    ...(logprobs && logprobs.length > 0 && { logprobs }),
  }
}

/** Returns the choice with index 0. Some vendors omit the index. */
export const firstChoice = (body: JsonObject): JsonObject | undefined =>
  objectsOf(body.choices).find((choice) => typeof choice.index !== 'number' || choice.index === 0)

/** Returns the finish reason. Some vendors omit it in complete answers; `stop` is assumed then. */
function readFinish(choice: JsonObject, parts: readonly AssistantPart[]): FinishReason {
  const hasCalls = parts.some((part) => part.kind === 'tool-call')
  return readFinishReason(asText(choice.finish_reason) ?? 'stop', hasCalls)
}

function readMessage(message: JsonObject, body: JsonObject): readonly AssistantPart[] {
  const reasoning = readMessageReasoning(message)
  const { content } = message
  const thinking = objectsOf(content).filter((part) => part.type === 'thinking')
  const thought =
    reasoning.parts.length > 0
      ? reasoning.parts
      : thinking.map((part): AssistantPart => ({ kind: 'reasoning', text: readThinkingPart(part) }))
  const text = readContentText(content)
  const annotated = readCitations(message)
  const citations = annotated.length > 0 ? annotated : readSources(body)
  const refusal = asText(message.refusal)
  const calls = readCalls(message).map((call) => {
    const state = call.state ?? reasoning.callStates.get(call.id)
    return state ? { ...call, state } : call
  })
  return [
    ...thought,
    ...(text === '' ? [] : [{ kind: 'text' as const, text, ...(citations.length > 0 && { citations }) }]),
    ...(refusal === undefined ? [] : [{ kind: 'refusal' as const, text: refusal }]),
    ...readImages(message),
    ...readAudio(message),
    ...calls,
  ]
}

/** Returns the text of content: a string, Mistral's parts without its thinking, or structured output as JSON text. */
export function readContentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (isObject(content)) return JSON.stringify(content)
  return objectsOf(content)
    .map((part) => (part.type === 'thinking' ? '' : (asText(part.text) ?? '')))
    .join('')
}

/** Reads the audio of a message. OpenAI does not repeat the requested format; `wav` is the most common. */
function readAudio(message: JsonObject): readonly MediaPart[] {
  const audio = asObject(message.audio)
  const base64 = asText(audio?.data)
  if (base64 === undefined) return []
  const transcript = asText(audio?.transcript)
  const source = { kind: 'data' as const, base64 }
  return [{ kind: 'media', mimeType: 'audio/wav', source, ...(transcript !== undefined && { transcript }) }]
}

/** Reads `tool_calls`, or `function_call` if there are none. */
function readCalls(message: JsonObject): readonly ToolCallPart[] {
  const calls = objectsOf(message.tool_calls).flatMap((call) => readCall(call) ?? [])
  const legacy = asObject(message.function_call)
  return calls.length > 0 || !legacy ? calls : [readCall({ function: legacy }) ?? []].flat()
}

function readCall(call: JsonObject): ToolCallPart | undefined {
  const { name, piece, isCustom } = readCallPiece(call)
  if (name === undefined) return undefined
  const state = readCallSignature(call)
  return {
    kind: 'tool-call',
    id: asText(call.id) ?? makeCallId(),
    name,
    arguments: piece,
    ...(isCustom && { isCustom }),
    ...(state && { state }),
  }
}

/**
 * The content of one element of `tool_calls`, complete or a piece. Some vendors set both members and leave one empty.
 */
export interface CallPiece {
  readonly name: string | undefined
  readonly piece: string
  readonly isCustom: boolean
}

export function readCallPiece(call: JsonObject): CallPiece {
  const callee = asObject(call.function)
  const custom = asObject(call.custom)
  const isCustom = custom !== undefined && (call.type === 'custom' || !callee)
  const given = isCustom ? custom.input : callee?.arguments
  return {
    name: asText(isCustom ? custom.name : callee?.name),
    // Some vendors send the arguments as an object.
    piece: isObject(given) ? JSON.stringify(given) : (asText(given) ?? ''),
    isCustom,
  }
}
