import { randomBytes } from 'node:crypto'
import { findCohereUsage } from '../../protocols/cohere/usage.ts'
import type { StreamDecoder } from '../../protocols/conversation/codec.ts'
import type {
  AssistantPart,
  Citation,
  ConversationAnswer,
  ConversationEvent,
  FinishReason,
} from '../../protocols/conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

const FINISHES: Readonly<Record<string, FinishReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop-sequence',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool-calls',
}

const readFinish = (value: JsonValue | undefined): FinishReason => FINISHES[asText(value) ?? ''] ?? 'error'

/** Reads a complete answer of `POST /v2/chat`. */
export function decodeCohereAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const message = asObject(body.message) ?? {}
  const id = asText(body.id)
  const usage = findCohereUsage(body)
  return {
    ...(id !== undefined && { id }),
    parts: [...readContent(message), ...readCalls(message)],
    finish: readFinish(body.finish_reason),
    ...(usage && { usage }),
  }
}

function readContent(message: JsonObject): AssistantPart[] {
  const parts: AssistantPart[] = []
  const plan = asText(message.tool_plan)
  const content =
    typeof message.content === 'string' ? [{ text: message.content }] : objectsOf(message.content)
  for (const each of content) {
    const thinking = asText(each.thinking)
    const text = asText(each.text)
    if (thinking !== undefined) parts.push({ kind: 'reasoning', text: thinking })
    if (text !== undefined) parts.push({ kind: 'text', text })
  }
  if (plan !== undefined) {
    const place = parts.findIndex((part) => part.kind === 'text')
    parts.splice(place === -1 ? parts.length : place, 0, { kind: 'reasoning', text: plan })
  }
  const citations = objectsOf(message.citations).flatMap(readCitations)
  const place = parts.findLastIndex((part) => part.kind === 'text')
  const cited = parts[place]
  if (cited?.kind === 'text' && citations.length > 0) parts[place] = { ...cited, citations }
  return parts
}

function readCalls(message: JsonObject): AssistantPart[] {
  return objectsOf(message.tool_calls).map((call) => {
    const named = asObject(call.function)
    const given = asText(named?.arguments)
    return {
      kind: 'tool-call',
      id: asText(call.id) ?? makeCallId(),
      name: asText(named?.name) ?? '',
      // Tools without arguments get none, or the text `null`.
      arguments: given === undefined || given === 'null' ? '{}' : given,
    }
  })
}

const makeCallId = (): string => `call_${randomBytes(12).toString('hex')}`

/** Keeps only sources with an address, because clients do not know the ids of documents. */
function readCitations(citation: JsonObject): Citation[] {
  const { start, end } = citation
  const quotedText = asText(citation.text)
  return objectsOf(citation.sources).flatMap((source) => {
    const document = asObject(source.document) ?? asObject(source.tool_output)
    const url = asText(document?.url)
    if (url === undefined) return []
    return {
      url,
      title: asText(document?.title) ?? url,
      ...(typeof start === 'number' && { start }),
      ...(typeof end === 'number' && { end }),
      ...(quotedText !== undefined && { quotedText }),
    }
  })
}

/** Reads the events of a stream. Each has its kind in `type`; the names of the frames do not matter. */
export function decodeCohereStream(): StreamDecoder {
  const calls = new Map<number, { readonly index: number; isSilent: boolean; isOpen: boolean }>()

  const startCall = (event: JsonObject): ConversationEvent[] => {
    const call = findDelta(event, 'tool_calls')
    const named = asObject(call?.function)
    const index = calls.size
    calls.set(placeOf(event), { index, isSilent: true, isOpen: true })
    return [
      { kind: 'tool-start', index, id: asText(call?.id) ?? makeCallId(), name: asText(named?.name) ?? '' },
      ...growCall(event),
    ]
  }

  const growCall = (event: JsonObject): ConversationEvent[] => {
    const text = asText(asObject(findDelta(event, 'tool_calls')?.function)?.arguments)
    const call = calls.get(placeOf(event))
    // An object never begins with `n`, so this is `null`, for a tool without arguments.
    if (!call || text === undefined || (call.isSilent && /^(?:n|u|l)/.test(text))) return []
    call.isSilent = false
    return [{ kind: 'tool-arguments', index: call.index, text }]
  }

  const endCall = (event: JsonObject): ConversationEvent[] => {
    const call = calls.get(placeOf(event))
    if (!call?.isOpen) return []
    call.isOpen = false
    const { index } = call
    return [
      ...(call.isSilent ? [{ kind: 'tool-arguments', index, text: '{}' } as const] : []),
      { kind: 'tool-end', index },
    ]
  }

  return {
    push: (data) => {
      const event = asObject(parseJson(data))
      switch (event?.type) {
        case 'message-start': {
          const id = asText(event.id)
          return [{ kind: 'start', ...(id !== undefined && { id }) }]
        }
        case 'content-start':
        case 'content-delta':
          return readContentDelta(findDelta(event, 'content'))
        case 'tool-plan-delta': {
          const text = asText(asObject(asObject(event.delta)?.message)?.tool_plan)
          return text === undefined ? [] : [{ kind: 'reasoning', text }]
        }
        case 'tool-call-start':
          return startCall(event)
        case 'tool-call-delta':
          return growCall(event)
        case 'tool-call-end':
          return endCall(event)
        case 'citation-start':
          return readCitations(findDelta(event, 'citations') ?? {}).map((citation) => ({
            kind: 'citation',
            citation,
          }))
        case 'message-end':
          return readEnd(event)
        default:
          return []
      }
    },
    flush: () => [],
  }
}

/** Finds an object of a delta. Deltas have one object where complete answers have a list. */
function findDelta(event: JsonObject, member: string): JsonObject | undefined {
  const value = asObject(asObject(event.delta)?.message)?.[member]
  return asObject(value) ?? asObject(asArray(value)?.[0])
}

const placeOf = (event: JsonObject): number => (typeof event.index === 'number' ? event.index : 0)

function readContentDelta(content: JsonObject | undefined): ConversationEvent[] {
  const thinking = asText(content?.thinking)
  const text = asText(content?.text)
  return [
    ...(thinking === undefined ? [] : [{ kind: 'reasoning', text: thinking } as const]),
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
  ]
}

function readEnd(event: JsonObject): ConversationEvent[] {
  const delta = asObject(event.delta)
  const usage = findCohereUsage(event)
  const reason = readFinish(delta?.finish_reason)
  const message = asText(delta?.error)
  const events: ConversationEvent[] = usage ? [{ kind: 'usage', usage }] : []
  if (message !== undefined) {
    const failure = { message, type: 'upstream_error', code: asText(delta?.finish_reason) ?? '', param: null }
    return [...events, { kind: 'error', failure }]
  }
  return [...events, { kind: 'finish', reason }]
}
