import type { OpaqueState, ReasoningOrigin, ReasoningPart } from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/*
 * Reasoning in chat: text is in `reasoning_content` or `reasoning`, signed and encrypted state in `reasoning_details`,
 * whose `format` names the family that made it (OpenRouter's form, `protocols.md` A.7).
 */

const ORIGIN_BY_FORMAT: ReadonlyMap<string, ReasoningOrigin> = new Map([
  ['anthropic-claude-v1', 'anthropic'],
  ['openai-responses-v1', 'openai'],
  ['azure-openai-responses-v1', 'openai'],
  ['google-gemini-v1', 'google'],
  ['xai-responses-v1', 'xai'],
])

const FORMATS: Readonly<Record<ReasoningOrigin, string>> = {
  anthropic: 'anthropic-claude-v1',
  openai: 'openai-responses-v1',
  google: 'google-gemini-v1',
  xai: 'xai-responses-v1',
  deepseek: 'unknown',
  other: 'unknown',
}

/** One element of `reasoning_details` of any type. */
export interface ReasoningDetail {
  readonly text: string
  readonly state: OpaqueState | undefined
  readonly isRedacted: boolean
  /** Pieces of one block have the same index. */
  readonly index: number | undefined
}

export function readReasoningDetail(detail: JsonObject): ReasoningDetail {
  const signature = asText(detail.signature)
  const data = asText(detail.data)
  const value = signature ?? data
  const origin = readOrigin(asText(detail.format), signature !== undefined)
  // Encrypted state of OpenAI is bound to its item; a signature is bound to its text.
  const id = signature === undefined ? asText(detail.id) : undefined
  return {
    text: asText(detail.text) ?? asText(detail.summary) ?? '',
    state: value === undefined ? undefined : { origin, value, ...(id !== undefined && { id }) },
    isRedacted: origin === 'anthropic' && signature === undefined && data !== undefined,
    index: typeof detail.index === 'number' ? detail.index : undefined,
  }
}

/** Returns the origin. OpenRouter omits the format for Anthropic, the only family that signs its reasoning. */
function readOrigin(format: string | undefined, isSigned: boolean): ReasoningOrigin {
  if (format === undefined) return isSigned ? 'anthropic' : 'other'
  return ORIGIN_BY_FORMAT.get(format) ?? 'other'
}

/** Whether this is Google's state for a call rather than a thought: the detail then has the call's id. */
export const isCallState = ({ state }: ReasoningDetail, callIds: ReadonlySet<string>): boolean =>
  state?.origin === 'google' && state.id !== undefined && callIds.has(state.id)

/** Returns the plain reasoning text of a message or delta. Vendors that set both members send the same text twice. */
export const readReasoningText = (message: JsonObject): string | undefined =>
  asText(message.reasoning_content) ?? asText(message.reasoning)

/** Reads Mistral's `{ type: 'thinking', thinking: [{ type: 'text', text }] }`. */
export function readThinkingPart(part: JsonObject): string {
  return (
    asText(part.thinking) ??
    objectsOf(part.thinking)
      .map((each) => asText(each.text) ?? '')
      .join('')
  )
}

/** Reasoning of a complete message, and the state of its calls by their ids. */
export interface MessageReasoning {
  readonly parts: readonly ReasoningPart[]
  readonly callStates: ReadonlyMap<string, OpaqueState>
}

export function readMessageReasoning(message: JsonObject): MessageReasoning {
  const callIds = new Set(objectsOf(message.tool_calls).flatMap((call) => asText(call.id) ?? []))
  const callStates = new Map<string, OpaqueState>()
  const details: ReasoningDetail[] = []
  for (const each of objectsOf(message.reasoning_details)) {
    const detail = readReasoningDetail(each)
    if (!isCallState(detail, callIds)) details.push(detail)
    else if (detail.state) callStates.set(detail.state.id ?? '', withoutId(detail.state))
  }
  return { parts: addText(joinDetails(details), readReasoningText(message)), callStates }
}

const withoutId = ({ origin, value }: OpaqueState): OpaqueState => ({ origin, value })

/** Joins pieces with the same index to one block; state ends a block. */
function joinDetails(details: readonly ReasoningDetail[]): ReasoningPart[] {
  const parts: ReasoningPart[] = []
  let index: number | undefined
  for (const detail of details) {
    if (detail.text === '' && !detail.state) continue
    const last = parts.at(-1)
    const goesOn = last && !last.state && !detail.isRedacted && detail.index === index
    index = detail.index
    const text = (goesOn ? last.text : '') + detail.text
    const part: ReasoningPart = {
      kind: 'reasoning',
      text,
      ...(detail.state && { state: detail.state }),
      ...(detail.isRedacted && { isRedacted: true }),
    }
    if (goesOn) parts[parts.length - 1] = part
    else parts.push(part)
  }
  return parts
}

/** Adds the plain text if the details contain no text. */
function addText(parts: ReasoningPart[], text: string | undefined): readonly ReasoningPart[] {
  if (text === undefined || parts.some((part) => part.text !== '')) return parts
  const place = parts.findIndex((part) => !part.isRedacted)
  const part = parts[place]
  return part ? parts.with(place, { ...part, text }) : [{ kind: 'reasoning', text }, ...parts]
}

/** Encodes text and state of one block as details with the same index. */
export function writeReasoningDetails(part: ReasoningPart, index: number): JsonObject[] {
  const { text, state } = part
  if (!state) return text === '' ? [] : [{ type: 'reasoning.text', text, index }]
  if (state.origin === 'anthropic' && !part.isRedacted)
    return [{ type: 'reasoning.text', ...(text !== '' && { text }), ...writeState(part, index) }]
  const format = FORMATS[state.origin]
  const type = state.origin === 'openai' ? 'summary' : 'text'
  return [
    ...(text === '' ? [] : [{ type: `reasoning.${type}`, [type]: text, format, index }]),
    { type: 'reasoning.encrypted', ...writeState(part, index) },
  ]
}

function writeState({ state, isRedacted }: ReasoningPart, index: number): JsonObject {
  if (!state) return {}
  const format = FORMATS[state.origin]
  if (state.origin === 'anthropic' && !isRedacted) return { signature: state.value, format, index }
  return { data: state.value, ...(state.id !== undefined && { id: state.id }), format, index }
}

/** Encodes the state of a call as a detail with the call's id. */
export const writeCallState = (state: OpaqueState, callId: string, index: number): JsonObject => ({
  type: 'reasoning.encrypted',
  data: state.value,
  id: callId,
  format: FORMATS[state.origin],
  index,
})

/** Reads the signature of a call, which Google's compatible API puts in `extra_content.google.thought_signature`. */
export function readCallSignature(call: JsonObject): OpaqueState | undefined {
  const google = asObject(asObject(call.extra_content)?.google)
  const value = asText(google?.thought_signature)
  return value === undefined ? undefined : { origin: 'google', value }
}

export const writeCallSignature = (state: OpaqueState | undefined): JsonObject =>
  state?.origin === 'google' ? { extra_content: { google: { thought_signature: state.value } } } : {}
