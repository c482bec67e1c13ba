import { shortId } from '../conversation/call-ids.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { emulateCustomInput } from '../conversation/custom-tools.ts'
import type {
  AssistantPart,
  AssistantTurn,
  MediaPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
  UserTurn,
} from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import {
  encodeCacheMark,
  encodeMedia,
  encodeText,
  encodeTexts,
  isOpenAiItself,
} from './chat-content-encoder.ts'
import { writeCallState, writeReasoningDetails } from './chat-reasoning.ts'

/** Encodes the turns as `messages`: one per turn, and one per tool result. */
export function encodeMessages(turns: readonly Turn[], target: EncodeTarget): JsonObject[] {
  const names = readCallNames(turns)
  return turns.flatMap((turn) => {
    if (turn.role === 'user') return encodeUser(turn, names, target)
    if (turn.role === 'assistant') return encodeAssistant(turn, target)
    return { role: systemRole(target), content: encodeTexts(turn.parts, '\n\n', target) }
  })
}

/** Returns the role of instructions: `system` for all vendors except those that accept `developer`. */
const systemRole = ({ traits }: EncodeTarget): string =>
  traits.takesDeveloperRole === true ? 'developer' : 'system'

function readCallNames(turns: readonly Turn[]): ReadonlyMap<string, string> {
  const calls = turns.flatMap((turn) => (turn.role === 'assistant' ? turn.parts : []))
  return new Map(calls.flatMap((part) => (part.kind === 'tool-call' ? [[part.id, part.name] as const] : [])))
}

function encodeUser(
  { parts }: UserTurn,
  names: ReadonlyMap<string, string>,
  target: EncodeTarget,
): readonly JsonObject[] {
  const results = parts.filter((part) => part.kind === 'tool-result')
  const rest = parts.filter((part) => part.kind !== 'tool-result')
  // Tool results may contain text only, so their images follow in the user message.
  const shown = results.flatMap((result) => showMedia(result, names, target))
  const said = [...shown, ...rest]
  return [
    ...results.map((result) => encodeResult(result, target)),
    ...(said.length > 0 || results.length === 0 ? [{ role: 'user', content: encodeSaid(said, target) }] : []),
  ]
}

type Said = Exclude<UserPart, ToolResultPart>

function encodeSaid(parts: readonly Said[], target: EncodeTarget): JsonValue {
  if (parts.every((part) => part.kind === 'text')) return encodeTexts(parts, '\n\n', target)
  return parts.map((part) => (part.kind === 'text' ? encodeText(part, target) : encodeMedia(part, target)))
}

function showMedia(
  result: ToolResultPart,
  names: ReadonlyMap<string, string>,
  { losses }: EncodeTarget,
): readonly Said[] {
  const media = result.parts.filter((part): part is MediaPart => part.kind === 'media')
  if (media.length === 0) return []
  losses.add('tool_result_media')
  const name = result.name ?? names.get(result.callId)
  const call = name === undefined ? result.callId : `${name} (${result.callId})`
  return [{ kind: 'text', text: `Returned by the tool call ${call}:` }, ...media]
}

function encodeResult(result: ToolResultPart, target: EncodeTarget): JsonObject {
  const texts = result.parts.filter((part): part is TextPart => part.kind === 'text')
  const hasMedia = texts.length < result.parts.length
  const told = texts.length === 0 && hasMedia ? [SEE_BELOW] : texts
  const marked = result.cache ? markLast(told, result.cache) : told
  const content = encodeTexts(result.isError ? markError(marked) : marked, '\n', target)
  return { role: 'tool', tool_call_id: callId(result.callId, target), content }
}

const SEE_BELOW: TextPart = { kind: 'text', text: 'The result is in the next message of the user.' }

function markLast(parts: readonly TextPart[], cache: NonNullable<TextPart['cache']>): readonly TextPart[] {
  const last = parts.at(-1)
  return last ? [...parts.slice(0, -1), { ...last, cache }] : parts
}

/** Marks a result as an error. The format has no flag for that; a text that already says so is left unchanged. */
function markError(parts: readonly TextPart[]): readonly TextPart[] {
  const text = parts.map((part) => part.text).join('')
  const [first] = parts
  if (/^error\b/i.test(text) || asObject(parseJson(text))?.error !== undefined) return parts
  return first
    ? [{ ...first, text: `Error: ${first.text}` }, ...parts.slice(1)]
    : [{ kind: 'text', text: 'Error' }]
}

const isKind =
  <K extends AssistantPart['kind']>(kind: K) =>
  (part: AssistantPart): part is Extract<AssistantPart, { kind: K }> =>
    part.kind === kind

function encodeAssistant({ parts }: AssistantTurn, target: EncodeTarget): JsonObject {
  const calls = parts.filter(isKind('tool-call'))
  const refusal = parts
    .filter(isKind('refusal'))
    .map(({ text }) => text)
    .join('')
  const keepsRefusal = refusal !== '' && isOpenAiItself(target)
  const texts = parts.flatMap((part): TextPart | [] => {
    if (part.kind === 'refusal' && !keepsRefusal) return { kind: 'text', text: part.text }
    return part.kind === 'text' ? part : []
  })
  tellDropped(parts, target)
  const isSilent = texts.length === 0 && (calls.length > 0 || keepsRefusal)
  return {
    role: 'assistant',
    content: isSilent ? null : encodeAssistantTexts(texts, target),
    ...(keepsRefusal && { refusal }),
    ...encodeReasoning(parts.filter(isKind('reasoning')), calls, target),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => encodeCall(call, target)) }),
  }
}

/** Joins the texts of an answer to one, unless marks keep them separate. */
function encodeAssistantTexts(texts: readonly TextPart[], target: EncodeTarget): JsonValue {
  if (texts.some((part) => part.cache)) return encodeTexts(texts, '', target)
  return texts.map(({ text }) => text).join('')
}

function tellDropped(parts: readonly AssistantPart[], { losses }: EncodeTarget): void {
  if (parts.some((part) => part.kind === 'media')) losses.add('images')
  if (parts.some((part) => part.kind === 'text' && part.citations?.length)) losses.add('citations')
}

function encodeReasoning(
  parts: readonly ReasoningPart[],
  calls: readonly ToolCallPart[],
  target: EncodeTarget,
): JsonObject {
  const details = encodeDetails(parts, calls, target)
  const text = parts.map((part) => part.text).join('')
  const goesBack = target.traits.wantsReasoningBack === true && (text !== '' || calls.length > 0)
  return {
    ...(goesBack && { reasoning_content: text }),
    ...(details.length > 0 && { reasoning_details: details }),
  }
}

/** Encodes state for the family that made it, if the vendor's chat has a member for it: routers accept all families. */
function encodeDetails(
  parts: readonly ReasoningPart[],
  calls: readonly ToolCallPart[],
  { traits, losses }: EncodeTarget,
): JsonObject[] {
  const { takesReasoningDetails, origin } = traits
  const fits = ({ state }: ReasoningPart | ToolCallPart) =>
    takesReasoningDetails === true && state !== undefined && (origin === undefined || state.origin === origin)
  if ([...parts, ...calls].some((part) => part.state && !fits(part))) losses.add('reasoning')
  const own = parts.filter(fits)
  const details = own.flatMap((part, index) => writeReasoningDetails(part, index))
  for (const { id, state } of calls.filter(fits))
    if (state) details.push(writeCallState(state, id, details.length))
  return details
}

function encodeCall(call: ToolCallPart, target: EncodeTarget): JsonObject {
  const { name } = call
  const id = callId(call.id, target)
  const mark = encodeCacheMark(call.cache, target, false)
  if (call.isCustom && isOpenAiItself(target))
    return { id, type: 'custom', custom: { name, input: call.arguments }, ...mark }
  const text = call.isCustom ? emulateCustomInput(call.arguments) : call.arguments
  return { id, type: 'function', function: { name, arguments: text || '{}' }, ...mark }
}

/** OpenAI rejects longer ids with 'string too long'. Cohere's ids contain the full name of the tool. */
const CALL_ID_CHARS_MAX = 40

const callId = (id: string, target: EncodeTarget): string =>
  isOpenAiItself(target) ? shortId(id, CALL_ID_CHARS_MAX) : id
