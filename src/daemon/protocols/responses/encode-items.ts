import { shortId } from '../conversation/call-ids.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import type {
  AssistantPart,
  AssistantTurn,
  ReasoningPart,
  SystemTurn,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
} from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject } from '../types.ts'
import { encodeMedia, encodeText } from './encode-parts.ts'

const CALL_ID_CHARS_MAX = 64
/** The result for calls without one: every call must have a result, or the whole request is rejected. */
const NO_RESULT = 'No result provided'

/** Encodes turns as items. Messages and calls get no ids, because OpenAI would look up the items with these ids. */
export function encodeItems(turns: readonly Turn[], target: EncodeTarget): JsonObject[] {
  const calls = callsOf(turns)
  const answered = new Set(turns.flatMap(resultsOf).map((result) => result.callId))
  return turns.flatMap((turn) => {
    if (turn.role === 'system') return [encodeSystemItem(turn, target)]
    if (turn.role === 'user') return encodeUserTurn(turn.parts, calls, target)
    const open = turn.parts.filter(isCall).filter((call) => !answered.has(call.id))
    return [...encodeAssistantTurn(turn, target), ...open.map(missingResult)]
  })
}

/** Encodes instructions in mid-conversation, or instructions without any other item. */
export function encodeSystemItem({ parts }: SystemTurn, target: EncodeTarget): JsonObject {
  return {
    role: target.traits.takesDeveloperRole === false ? 'system' : 'developer',
    content: parts.map((part) => encodeText(part, target)),
  }
}

const isCall = (part: AssistantPart): part is ToolCallPart => part.kind === 'tool-call'

function callsOf(turns: readonly Turn[]): ReadonlyMap<string, ToolCallPart> {
  const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.parts.filter(isCall) : []))
  return new Map(calls.map((call) => [call.id, call]))
}

function resultsOf(turn: Turn): readonly ToolResultPart[] {
  if (turn.role !== 'user') return []
  return turn.parts.filter((part): part is ToolResultPart => part.kind === 'tool-result')
}

/** Encodes the results first, then the user content. A result without a known call becomes text. */
function encodeUserTurn(
  parts: readonly UserPart[],
  calls: ReadonlyMap<string, ToolCallPart>,
  target: EncodeTarget,
): readonly JsonObject[] {
  const items: JsonObject[] = []
  const content: JsonObject[] = []
  for (const part of parts) {
    if (part.kind === 'text') content.push(encodeText(part, target))
    else if (part.kind === 'media') content.push(encodeMedia(part, target))
    else if (calls.has(part.callId))
      items.push(encodeResult(part, calls.get(part.callId)?.isCustom === true, target))
    else for (const each of encodeContent(part, target)) content.push(each)
  }
  return content.length === 0 ? items : [...items, { role: 'user', content }]
}

function encodeResult(result: ToolResultPart, isCustom: boolean, target: EncodeTarget): JsonObject {
  if (result.cache) target.losses.add('cache_control')
  const content = encodeContent(result, target)
  const only = content[0]
  const isPlain = content.length === 1 && only?.type === 'input_text' && !('prompt_cache_breakpoint' in only)
  return {
    type: isCustom || result.isCustom ? 'custom_tool_call_output' : 'function_call_output',
    call_id: callId(result.callId),
    output: content.length === 0 ? '' : isPlain ? (only?.text ?? '') : content,
  }
}

/** Encodes the content of a result. Only its text can state that a tool failed. */
function encodeContent(result: ToolResultPart, target: EncodeTarget): JsonObject[] {
  let isTold = !result.isError
  const content = result.parts.map((part) => {
    if (part.kind === 'media') return encodeMedia(part, target)
    const text = isTold || saysError(part.text) ? part.text : `Error: ${part.text}`
    isTold = true
    return encodeText({ ...part, text }, target)
  })
  return isTold ? content : [...content, { type: 'input_text', text: 'Error' }]
}

function saysError(text: string): boolean {
  return text.startsWith('{') && asObject(parseJson(text))?.error !== undefined
}

function missingResult(call: ToolCallPart): JsonObject {
  return {
    type: call.isCustom ? 'custom_tool_call_output' : 'function_call_output',
    call_id: callId(call.id),
    output: NO_RESULT,
  }
}

/** Encodes an assistant turn: one item per run of visible parts, and one for each other part, in order. */
function encodeAssistantTurn({ parts }: AssistantTurn, target: EncodeTarget): readonly JsonObject[] {
  const items: JsonObject[] = []
  let content: JsonObject[] = []
  const flush = () => {
    if (content.length > 0) items.push({ role: 'assistant', content })
    content = []
  }
  for (const part of parts) {
    if (part.kind === 'text') {
      if (part.citations) target.losses.add('citations')
      if (part.cache) target.losses.add('cache_control')
      if (part.text !== '') content.push({ type: 'output_text', text: part.text })
      continue
    }
    if (part.kind === 'refusal') {
      content.push({ type: 'refusal', refusal: part.text })
      continue
    }
    if (part.kind === 'media') {
      target.losses.add('media')
      continue
    }
    flush()
    if (part.kind === 'tool-call') items.push(encodeCall(part, target))
    else items.push(...encodeReasoning(part, target))
  }
  flush()
  return items
}

function encodeCall(call: ToolCallPart, { losses }: EncodeTarget): JsonObject {
  if (call.state) losses.add('reasoning_content')
  if (call.cache) losses.add('cache_control')
  return call.isCustom
    ? { type: 'custom_tool_call', call_id: callId(call.id), name: call.name, input: call.arguments }
    : {
        type: 'function_call',
        call_id: callId(call.id),
        name: call.name,
        arguments: call.arguments === '' ? '{}' : call.arguments,
      }
}

/**
 * Encodes reasoning. Only the family that made a state gets it back; other reasoning goes only to vendors that require
 * its text.
 */
function encodeReasoning(
  { text, state }: ReasoningPart,
  { traits, losses }: EncodeTarget,
): readonly JsonObject[] {
  if (state && state.origin === (traits.origin ?? 'openai'))
    return [
      {
        type: 'reasoning',
        ...(state.id !== undefined && { id: state.id }),
        summary: text === '' ? [] : [{ type: 'summary_text', text }],
        encrypted_content: state.value,
      },
    ]
  if (traits.wantsReasoningBack && text !== '')
    return [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text }] }]
  losses.add('reasoning_content')
  return []
}

/** Shortens the id, because longer ones are rejected. */
const callId = (id: string): string => shortId(id, CALL_ID_CHARS_MAX)
