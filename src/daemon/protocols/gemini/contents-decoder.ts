import type { Losses } from '../conversation/codec.ts'
import { OpenCalls } from '../conversation/open-calls.ts'
import type {
  AssistantPart,
  SystemTurn,
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

/** A call without a result so far. */
interface OpenCall {
  readonly id: string
  readonly name: string
}

interface AssistantDraft {
  readonly role: 'assistant'
  readonly parts: AssistantPart[]
}

/** A user turn in progress. Its results come before all other parts. */
interface UserDraft {
  readonly role: 'user'
  readonly results: ToolResultPart[]
  readonly others: UserPart[]
}

type Draft = AssistantDraft | UserDraft | SystemTurn

interface Reading {
  readonly drafts: Draft[]
  readonly losses: Losses
  /** Open calls of the latest assistant turn. */
  open: OpenCalls<OpenCall>
  /** The first user turn after it. */
  runStart: UserDraft | undefined
}

/**
 * Decodes the turns of a request. Adjacent contents of the model become one turn, because clients that streamed keep
 * the pieces. Function results without a call id are matched to their calls by name and order.
 */
export function decodeContents(contents: readonly JsonObject[], losses: Losses): Turn[] {
  const reading: Reading = { drafts: [], losses, open: new OpenCalls(), runStart: undefined }
  for (const content of contents) {
    const parts = partsOf(content)
    if (content.role === 'model' || content.role === 'assistant') takeAssistant(reading, parts)
    else if (content.role === 'system') takeSystem(reading, parts)
    else takeUser(reading, parts)
  }
  return reading.drafts.map(toTurn)
}

const toTurn = (draft: Draft): Turn =>
  draft.role === 'user' ? { role: 'user', parts: [...draft.results, ...draft.others] } : draft

/** Decodes the texts of a content to the parts of a system prompt. */
export const decodeSystemParts = (parts: readonly JsonObject[]): TextPart[] =>
  parts.flatMap((part) => {
    const text = textMember(part, 'text')
    return text === undefined ? [] : { kind: 'text', text }
  })

function takeSystem({ drafts }: Reading, parts: readonly JsonObject[]): void {
  const texts = decodeSystemParts(parts)
  if (texts.length > 0) drafts.push({ role: 'system', parts: texts })
}

function takeAssistant(reading: Reading, parts: readonly JsonObject[]): void {
  const last = reading.drafts.at(-1)
  const continues = last?.role === 'assistant'
  const draft: AssistantDraft = continues ? last : { role: 'assistant', parts: [] }
  if (!continues) reading.open = new OpenCalls()
  for (const part of parts) takeAssistantPart(draft.parts, part, reading)
  reading.runStart = undefined
  if (!continues && draft.parts.length > 0) reading.drafts.push(draft)
}

function takeAssistantPart(taken: AssistantPart[], part: JsonObject, reading: Reading): void {
  const state = readSignature(part)
  const text = textMember(part, 'text')
  const call = objectMember(part, 'functionCall')
  if (call) {
    const own = state?.origin === 'google' ? state : undefined
    if (state && !own) bindState(taken, state, false)
    const open = { id: textMember(call, 'id') ?? newCallId(), name: callName(call) ?? '' }
    reading.open.add(open)
    taken.push({ kind: 'tool-call', ...open, arguments: argumentsText(call), ...(own && { state: own }) })
    return
  }
  if (part.thought === true) {
    if (text !== undefined) appendReasoning(taken, text)
    // A thought without text but with a signature can be read only by the vendor that made it.
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
  const { drafts, losses } = reading
  const others: UserPart[] = []
  for (const part of parts) {
    const response = objectMember(part, 'functionResponse')
    if (response) placeResult(reading, decodeResult(response, reading))
    else {
      const other = decodeUserPart(part, losses)
      if (other) others.push(other)
    }
  }
  const last = drafts.at(-1)
  if (last?.role !== 'user' && isEmptyText(parts)) others.push({ kind: 'text', text: '' })
  if (others.length === 0) return
  const isOfResults = last?.role === 'user' && last.others.length === 0
  const draft = isOfResults ? last : startUserTurn(reading)
  for (const other of others) draft.others.push(other)
  reading.runStart ??= draft
}

/** Whether the content is an empty text. It counts as a message, because the request may have no other one. */
const isEmptyText = (parts: readonly JsonObject[]): boolean =>
  parts.length > 0 && parts.every((part) => member(part, 'text') === '')

/** Adds a result to the first turn after the calls, which contains all results. */
function placeResult(reading: Reading, result: ToolResultPart): void {
  reading.runStart ??= startUserTurn(reading)
  reading.runStart.results.push(result)
}

function startUserTurn({ drafts }: Reading): UserDraft {
  const draft: UserDraft = { role: 'user', results: [], others: [] }
  drafts.push(draft)
  return draft
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

/** Returns the id of the call that a result belongs to. A result without a call keeps its own id. */
function answeredCall({ open }: Reading, id: string | undefined, name: string | undefined): string {
  const call = open.takeById(id) ?? open.takeByName(name)
  return call?.id ?? id ?? newCallId()
}

function decodeUserPart(part: JsonObject, losses: Losses): UserPart | undefined {
  if (member(part, 'videoMetadata') !== undefined) losses.add('video_metadata')
  const media = decodeMedia(part)
  if (media) return media
  const text = textMember(part, 'text')
  if (text !== undefined) return { kind: 'text', text }
  noteUnknown(part, losses)
  return undefined
}

const MODIFIERS: ReadonlySet<string> = new Set([
  'text',
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'mediaResolution',
  'partMetadata',
])

/** Records parts of Google's own tools in the history (executed code, searches); other formats cannot express them. */
function noteUnknown(part: JsonObject, losses: Losses): void {
  for (const key of Object.keys(part)) {
    const name = toCamelCase(key)
    if (!MODIFIERS.has(name) && part[key] !== null) losses.add(toSnakeCase(name))
  }
}
