import { withOwnCallIds } from '../conversation/call-ids.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { emulateCustomInput } from '../conversation/custom-tools.ts'
import type {
  AssistantPart,
  ReasoningPart,
  SystemTurn,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
} from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject } from '../types.ts'
import { encodeCacheMark } from './cache-marks.ts'
import { encodeMedia } from './encode-media.ts'
import type { Message } from './message.ts'
import type { ClaudeFamily } from './model-families.ts'
import { pairToolResults } from './tool-results.ts'

/** Anthropic requires unique ids within a conversation and allows only some characters. */
const OWN_IDS = {
  fit: (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_') || 'call',
  isGivenOnce: 'in-conversation',
} as const

interface EncodedTurns {
  /** Blocks of the system prompt. */
  readonly system: JsonObject[]
  readonly messages: Message[]
}

/**
 * Encodes the conversation in the form that the API requires: alternating messages that begin with the user's, every
 * call followed by its result, no empty text.
 */
export function encodeTurns(
  turns: readonly Turn[],
  family: ClaudeFamily,
  target: EncodeTarget,
): EncodedTurns {
  const first = turns.findIndex((each) => each.role !== 'system')
  const leading = first === -1 ? turns : turns.slice(0, first)
  const messages: Message[] = []
  for (const turn of withOwnCallIds(turns.slice(leading.length), OWN_IDS))
    append(messages, encodeTurn(turn, messages, family, target))
  pairToolResults(messages)
  if (messages[0]?.role !== 'user')
    messages.unshift({ role: 'user', content: [{ type: 'text', text: '...' }] })
  return { system: leading.flatMap(encodeSystem), messages }
}

function encodeTurn(
  turn: Turn,
  before: readonly Message[],
  family: ClaudeFamily,
  target: EncodeTarget,
): Message {
  switch (turn.role) {
    case 'system':
      return encodeMidSystem(turn, before, family, target)
    case 'assistant':
      return {
        role: 'assistant',
        content: turn.parts.flatMap((part) => encodeAssistantPart(part, target)),
      }
    case 'user':
      return { role: 'user', content: turn.parts.flatMap((part) => encodeUserPart(part, target)) }
  }
}

const encodeSystem = (turn: Turn): JsonObject[] =>
  turn.role === 'system' ? turn.parts.flatMap(encodeText) : []

/**
 * Encodes instructions in mid-conversation. Hosts that accept no links are not the vendor's own API; they accept the
 * role, but the model does not obey it. Nothing else is allowed between a call and its result.
 */
function encodeMidSystem(
  turn: SystemTurn,
  before: readonly Message[],
  family: ClaudeFamily,
  { traits, losses }: EncodeTarget,
): Message {
  const content = turn.parts.flatMap(encodeText)
  const last = before.at(-1)
  const isInCall = last?.role === 'assistant' && last.content.some((each) => each.type === 'tool_use')
  if (family.takesSystemTurns && traits.takesSystemTurns !== false && !isInCall)
    return { role: 'system', content }
  losses.add('system')
  return {
    role: 'user',
    content: content.map((each) => ({ ...each, text: `<system>\n${String(each.text)}\n</system>` })),
  }
}

/** Encodes a text. Empty and blank texts are left out, because the API rejects them. */
function encodeText({ text, cache }: TextPart): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text, ...encodeCacheMark(cache) }]
}

function encodeUserPart(part: UserPart, target: EncodeTarget): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return encodeText(part)
    case 'media':
      return [{ ...encodeMedia(part, target.losses), ...encodeCacheMark(part.cache) }]
    case 'tool-result':
      return [encodeToolResult(part, target)]
  }
}

function encodeToolResult(part: ToolResultPart, { losses }: EncodeTarget): JsonObject {
  const blocks = part.parts.flatMap((each) =>
    each.kind === 'text' ? encodeText({ kind: 'text', text: each.text }) : [encodeMedia(each, losses)],
  )
  const only = blocks.length === 1 ? blocks[0] : undefined
  return {
    type: 'tool_result',
    tool_use_id: part.callId,
    ...(blocks.length > 0 && { content: only?.type === 'text' ? (only.text ?? '') : blocks }),
    ...(part.isError === true && { is_error: true }),
    ...encodeCacheMark(part.cache),
  }
}

function encodeAssistantPart(part: AssistantPart, target: EncodeTarget): JsonObject[] {
  switch (part.kind) {
    case 'text':
      if (part.citations && part.citations.length > 0) target.losses.add('citations')
      return encodeText(part)
    case 'refusal':
      return encodeText({ kind: 'text', text: part.text })
    case 'reasoning':
      return encodeReasoning(part, target)
    case 'tool-call':
      return [encodeToolCall(part, target)]
    case 'media':
      target.losses.add('images')
      return []
  }
}

/** Encodes reasoning. Only the family that signed it gets it back: the API answers 400 to an invented signature. */
function encodeReasoning(part: ReasoningPart, { traits, losses }: EncodeTarget): JsonObject[] {
  const { state, text } = part
  if (state && state.origin === (traits.origin ?? 'anthropic'))
    return part.isRedacted
      ? [{ type: 'redacted_thinking', data: state.value }]
      : [{ type: 'thinking', thinking: text, signature: state.value }]
  if (traits.wantsReasoningBack && text !== '') return [{ type: 'thinking', thinking: text, signature: '' }]
  losses.add('reasoning_content')
  return []
}

function encodeToolCall(part: ToolCallPart, target: EncodeTarget): JsonObject {
  if (part.state) target.losses.add('reasoning_content')
  return {
    type: 'tool_use',
    id: part.id,
    name: part.name,
    input: readInput(part, target),
    ...encodeCacheMark(part.cache),
  }
}

/** Parses the arguments of a call. Text that is not a JSON object is kept, so that the model sees what it wrote. */
function readInput(part: ToolCallPart, { losses }: EncodeTarget): JsonObject {
  const text = part.isCustom ? emulateCustomInput(part.arguments) : part.arguments
  if (text.trim() === '') return {}
  const input = asObject(parseExactly(text))
  if (input) return input
  losses.add('tool_call_arguments')
  return { _raw: text }
}

/** Appends a message: merges it with the previous one if they have the same role, and skips it if it is empty. */
function append(messages: Message[], message: Message): void {
  if (message.content.length === 0) return
  const last = messages.at(-1)
  if (last?.role === message.role) for (const block of message.content) last.content.push(block)
  else messages.push(message)
}
