import { refusals, unknownRole } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { OpenCalls } from '../conversation/open-calls.ts'
import type {
  AssistantPart,
  MediaPart,
  RefusalPart,
  SystemTurn,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
} from '../conversation/types.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { makeCallId, readCacheMark, readMediaPart } from './chat-media.ts'
import { readCitations, readImages } from './chat-message.ts'
import { readCallSignature, readMessageReasoning, readThinkingPart } from './chat-reasoning.ts'

/** Placeholder for a missing result: other protocols reject a call without one. */
const NO_RESULT = 'No result provided'

/**
 * Members of messages that have no effect on the answer, or are read in this file. All others are reported as losses.
 */
const KNOWN_MEMBERS: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'refusal',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'annotations',
  'audio',
  'cache_control',
  // Google's compatible API repeats the signature of a call in these members; the one in the call is used.
  'extra_content',
  'thought_signature',
])

/** A call without a result so far, under the id that the client knows. */
interface OpenCall {
  readonly id: string
  readonly name: string
  readonly part: ToolCallPart
}

/** The turns of a conversation while it is decoded. */
interface Reading {
  readonly turns: Turn[]
  readonly losses: Losses
  open: OpenCalls<OpenCall>
  /** Index of the turn with the results of the last calls, even if it does not exist yet. */
  resultsAt: number
  /** The results so far; undefined = none. */
  results: ToolResultPart[] | undefined
}

/** Decodes `messages` to turns: one per message, except that results for the same turn share one. */
export function decodeMessages(messages: readonly JsonObject[], losses: Losses): readonly Turn[] {
  const reading: Reading = {
    turns: [],
    losses,
    open: new OpenCalls(),
    resultsAt: 0,
    results: undefined,
  }
  for (const message of messages) {
    tellUnknownMembers(message, losses)
    readMessage(message, reading)
  }
  if (reading.turns.length > reading.resultsAt) fillResults(reading)
  return reading.turns
}

/** Members that are read for one role only; for other roles they are losses. */
const KNOWN_BY_ROLE: ReadonlyMap<string, string> = new Map([
  ['assistant', 'images'],
  // Results repeat the name of their function.
  ['tool', 'name'],
  ['function', 'name'],
])

function tellUnknownMembers(message: JsonObject, losses: Losses): void {
  const known = KNOWN_BY_ROLE.get(String(message.role))
  for (const [member, value] of Object.entries(message))
    if (value !== null && member !== known && !KNOWN_MEMBERS.has(member)) losses.add(member)
}

function readMessage(message: JsonObject, reading: Reading): void {
  const { turns, losses } = reading
  switch (message.role) {
    case 'system':
    case 'developer':
      turns.push(readSystem(message))
      return
    case 'assistant':
      readAssistant(message, reading)
      return
    case 'tool':
    case 'function':
      readResult(message, reading)
      return
    case 'user':
      turns.push({ role: 'user', parts: readUserParts(message, losses) })
      return
    default:
      losses.refuse('role', unknownRole(String(message.role)))
  }
}

function readSystem(message: JsonObject): SystemTurn {
  const parts = readParts(message).map((part) => readText(part))
  return { role: 'system', parts: markLast(parts, message) }
}

/** Returns content as parts: a string is one part, empty content has none. */
function readParts({ content }: JsonObject): readonly JsonObject[] {
  const parts = typeof content === 'string' ? [content] : (asArray(content) ?? [])
  return parts
    .map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part))
    .filter(isObject)
}

function readText(part: JsonObject): TextPart {
  const cache = readCacheMark(part)
  return { kind: 'text', text: asText(part.text) ?? '', ...(cache && { cache }) }
}

/** Applies the mark on a message to its last part. */
function markLast<P extends TextPart | UserPart | AssistantPart>(
  parts: readonly P[],
  message: JsonObject,
): P[] {
  const cache = readCacheMark(message)
  return parts.map((part, index) => (cache && index === parts.length - 1 ? { ...part, cache } : part))
}

function readUserParts(message: JsonObject, losses: Losses): readonly UserPart[] {
  const parts = readParts(message).map((part) => readTextOrMedia(part, losses))
  return markLast(parts, message)
}

function readTextOrMedia(part: JsonObject, losses: Losses): TextPart | MediaPart {
  const media = readMediaPart(part)
  if (media) return media
  if (typeof part.text === 'string') return readText(part)
  return losses.refuse(asText(part.type) ?? 'content', refusals.unknownPart)
}

function readAssistant(message: JsonObject, reading: Reading): void {
  const { turns, losses } = reading
  fillResults(reading)
  if (asObject(message.audio)) losses.refuse('audio', refusals.soundElsewhere)
  const reasoning = readMessageReasoning(message)
  const calls = readCalls(message).map((call): OpenCall => {
    const { part } = call
    const state = part.state ?? reasoning.callStates.get(call.id)
    return state ? { ...call, part: { ...part, state } } : call
  })
  const said = markLast(readSaid(message, losses), message)
  turns.push({
    role: 'assistant',
    parts: [...reasoning.parts, ...said, ...readImages(message), ...calls.map(({ part }) => part)],
  })
  reading.open = new OpenCalls()
  for (const call of calls) reading.open.add(call)
  reading.resultsAt = turns.length
  reading.results = undefined
}

/** Reads texts, refusals and Mistral's thinking; empty texts are dropped. */
function readSaid(message: JsonObject, losses: Losses): AssistantPart[] {
  const parts = readParts(message).flatMap((part): AssistantPart | [] => {
    if (part.type === 'refusal') return refusal(asText(part.refusal))
    if (part.type === 'thinking') return { kind: 'reasoning', text: readThinkingPart(part) }
    return part.text === '' ? [] : readTextOrMedia(part, losses)
  })
  const citations = readCitations(message)
  const place = citations.length === 0 ? -1 : parts.findIndex((part) => part.kind === 'text')
  const cited = parts[place]
  if (cited?.kind === 'text') parts[place] = { ...cited, citations }
  return parts.concat(refusal(asText(message.refusal)))
}

const refusal = (text: string | undefined): RefusalPart | [] =>
  text === undefined ? [] : { kind: 'refusal', text }

function readCalls(message: JsonObject): OpenCall[] {
  const calls = objectsOf(message.tool_calls).flatMap((call) => readCall(call) ?? [])
  const legacy = asObject(message.function_call)
  const name = asText(legacy?.name)
  if (name === undefined) return calls
  const part: ToolCallPart = {
    kind: 'tool-call',
    id: makeCallId(),
    name,
    arguments: readArguments(legacy?.arguments),
  }
  return [...calls, { id: name, name, part }]
}

function readCall(call: JsonObject): OpenCall | undefined {
  const isCustom = call.type === 'custom'
  const callee = asObject(isCustom ? call.custom : call.function)
  const name = asText(callee?.name)
  if (!callee || name === undefined) return undefined
  const id = asText(call.id) ?? ''
  const state = readCallSignature(call)
  const part: ToolCallPart = {
    kind: 'tool-call',
    id: id || makeCallId(),
    name,
    arguments: readArguments(isCustom ? callee.input : callee.arguments),
    ...(isCustom && { isCustom }),
    ...(state && { state }),
  }
  return { id, name, part }
}

/** Returns the arguments as text. Some clients send them as an object. */
const readArguments = (value: JsonValue | undefined): string =>
  isObject(value) ? JSON.stringify(value) : (asText(value) ?? '')

/** Adds a result to the turn after its call. A result without an open call becomes user content. */
function readResult(message: JsonObject, reading: Reading): void {
  const { turns, losses } = reading
  // The older form states the function's name instead of the call's id.
  const id = asText(message.role === 'function' ? message.name : message.tool_call_id) ?? ''
  const call = reading.open.takeById(id)
  const parts = readParts(message).map((part) => readTextOrMedia(part, losses))
  if (!call) {
    turns.push({ role: 'user', parts: markLast(parts, message) })
    return
  }
  const cache = readCacheMark(message)
  const result = makeResult(call.part, parts)
  addResult(cache ? { ...result, cache } : result, reading)
}

function makeResult(call: ToolCallPart, parts: ToolResultPart['parts']): ToolResultPart {
  return {
    kind: 'tool-result',
    callId: call.id,
    name: call.name,
    parts,
    ...(call.isCustom && { isCustom: true }),
  }
}

function addResult(result: ToolResultPart, reading: Reading): void {
  if (reading.results) {
    reading.results.push(result)
    return
  }
  reading.results = [result]
  reading.turns.splice(reading.resultsAt, 0, { role: 'user', parts: reading.results })
}

function fillResults(reading: Reading): void {
  for (let call = reading.open.takeFirst(); call; call = reading.open.takeFirst())
    addResult(makeResult(call.part, [{ kind: 'text', text: NO_RESULT }]), reading)
}
