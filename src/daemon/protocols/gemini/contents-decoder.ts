import type {
  AssistantPart,
  Losses,
  TextPart,
  ToolResultPart,
  Turn,
  UserPart,
} from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { argumentsText, callName, fromResponse, newCallId } from './calls.ts'
import { decodeMedia } from './media.ts'
import {
  member,
  objectMember,
  objectsMember,
  partsOf,
  textMember,
  toCamelCase,
  toSnakeCase,
} from './members.ts'
import { appendReasoning, bindState, readSignature } from './signatures.ts'

/** A call that nobody has answered yet. */
interface OpenCall {
  readonly id: string
  readonly name: string
}

interface Reading {
  readonly turns: Turn[]
  readonly losses: Losses
  /** Calls of the latest assistant turn, in order. */
  open: OpenCall[]
  /** Place of the first user turn since then. */
  runStart: number | undefined
}

/**
 * Turns of a request. Neighbouring contents of the model are one turn: clients that streamed keep the pieces. Results of
 * functions that were called without an id find their call by name and order.
 */
export function decodeContents(contents: readonly JsonObject[], losses: Losses): Turn[] {
  const reading: Reading = { turns: [], losses, open: [], runStart: undefined }
  for (const content of contents) {
    const parts = partsOf(content)
    if (content.role === 'model' || content.role === 'assistant') takeAssistant(reading, parts)
    else if (content.role === 'system') takeSystem(reading, parts)
    else takeUser(reading, parts)
  }
  return reading.turns
}

/** The texts of a content as parts of a system prompt. */
export const decodeSystemParts = (parts: readonly JsonObject[]): TextPart[] =>
  parts.flatMap((part) => {
    const text = textMember(part, 'text')
    return text === undefined ? [] : { kind: 'text', text }
  })

function takeSystem({ turns }: Reading, parts: readonly JsonObject[]): void {
  const texts = decodeSystemParts(parts)
  if (texts.length > 0) turns.push({ role: 'system', parts: texts })
}

function takeAssistant(reading: Reading, parts: readonly JsonObject[]): void {
  const last = reading.turns.at(-1)
  const continues = last?.role === 'assistant'
  const taken: AssistantPart[] = continues ? [...last.parts] : []
  if (!continues) reading.open = []
  for (const part of parts) takeAssistantPart(taken, part, reading)
  reading.runStart = undefined
  if (continues) reading.turns.pop()
  if (taken.length > 0) reading.turns.push({ role: 'assistant', parts: taken })
}

function takeAssistantPart(taken: AssistantPart[], part: JsonObject, reading: Reading): void {
  const state = readSignature(part)
  const text = textMember(part, 'text')
  const call = objectMember(part, 'functionCall')
  if (call) {
    const own = state?.origin === 'google' ? state : undefined
    if (state && !own) bindState(taken, state, false)
    const open = { id: textMember(call, 'id') ?? newCallId(), name: callName(call) ?? '' }
    reading.open.push(open)
    taken.push({ kind: 'tool-call', ...open, arguments: argumentsText(call), ...(own && { state: own }) })
    return
  }
  if (part.thought === true) {
    if (text !== undefined) appendReasoning(taken, text)
    // A thought that only its maker can read: no text, but a signature.
    if (state) bindState(taken, state, text === undefined && state.origin === 'anthropic')
    return
  }
  if (state) bindState(taken, state, false)
  const media = decodeMedia(part)
  if (media) taken.push(media)
  else if (text !== undefined) taken.push({ kind: 'text', text })
  else noteUnknown(part, reading.losses)
}

function takeUser(reading: Reading, parts: readonly JsonObject[]): void {
  const results: ToolResultPart[] = []
  const others: UserPart[] = []
  for (const part of parts) {
    const response = objectMember(part, 'functionResponse')
    if (response) results.push(decodeResult(response, reading))
    else others.push(...decodeUserPart(part, reading.losses))
  }
  placeResults(reading, results)
  if (others.length === 0) return
  const { turns } = reading
  const last = turns.at(-1)
  const isOfResults = last?.role === 'user' && last.parts.every((each) => each.kind === 'tool-result')
  if (isOfResults) turns[turns.length - 1] = { role: 'user', parts: [...last.parts, ...others] }
  else turns.push({ role: 'user', parts: others })
  reading.runStart ??= turns.length - 1
}

/** Results stand together at the beginning of the first turn after their calls. */
function placeResults(reading: Reading, results: readonly ToolResultPart[]): void {
  if (results.length === 0) return
  const { turns, runStart } = reading
  const first = runStart === undefined ? undefined : turns[runStart]
  if (runStart === undefined || first?.role !== 'user') {
    turns.push({ role: 'user', parts: results })
    reading.runStart = turns.length - 1
    return
  }
  const earlier = first.parts.filter((each) => each.kind === 'tool-result')
  const rest = first.parts.filter((each) => each.kind !== 'tool-result')
  turns[runStart] = { role: 'user', parts: [...earlier, ...results, ...rest] }
}

function decodeResult(response: JsonObject, reading: Reading): ToolResultPart {
  const name = textMember(response, 'name')
  const { text, isError } = fromResponse(member(response, 'response'))
  const media = objectsMember(response, 'parts').flatMap((each) => decodeMedia(each) ?? [])
  return {
    kind: 'tool-result',
    callId: answeredCall(reading, textMember(response, 'id'), name),
    ...(name !== undefined && { name }),
    parts: [{ kind: 'text', text }, ...media],
    ...(isError && { isError: true }),
  }
}

/** The id of the call that a result answers. One that answers none keeps its own, and is an orphan. */
function answeredCall(reading: Reading, id: string | undefined, name: string | undefined): string {
  const { open } = reading
  const byId = open.findIndex((each) => each.id === id)
  const place = byId === -1 ? open.findIndex((each) => each.name === name) : byId
  const [call] = place === -1 ? [] : open.splice(place, 1)
  return call?.id ?? id ?? newCallId()
}

function decodeUserPart(part: JsonObject, losses: Losses): UserPart[] {
  if (member(part, 'videoMetadata') !== undefined) losses.add('video_metadata')
  const media = decodeMedia(part)
  if (media) return [media]
  const text = textMember(part, 'text')
  if (text !== undefined) return [{ kind: 'text', text }]
  noteUnknown(part, losses)
  return []
}

const MODIFIERS: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
])

/** What tools of Google's own left in the history (executed code, searches) has no place elsewhere. */
function noteUnknown(part: JsonObject, losses: Losses): void {
  for (const key of Object.keys(part)) {
    const name = toCamelCase(key)
    if (!MODIFIERS.has(name) && part[key] !== null) losses.add(toSnakeCase(name))
  }
}
