import type { StreamDecoder } from '../conversation/codec.ts'
import type { Citation, ConversationEvent, OpaqueState } from '../conversation/types.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { firstChoice, readContentText } from './chat-answer-decoder.ts'
import { decodeCallStream } from './chat-call-stream.ts'
import { readFinishReason } from './chat-finish.ts'
import { readCitations, readImages, readSources } from './chat-message.ts'
import { readReasoningDetail, readReasoningText, readThinkingPart } from './chat-reasoning.ts'
import { hasError, readFailureDocument } from './failure.ts'
import { PlainChunks } from './plain-chunks.ts'
import { readOpenAiUsage } from './usage.ts'

/**
 * Decodes the chunks of a chat stream of any vendor. Only the first choice is read. Ends of calls and the finish are
 * held back until `flush`, because usage may follow and vendors repeat the finish. A stream with neither a finish
 * reason nor `[DONE]` gets no finish event.
 */
export function decodeChatStream(): StreamDecoder {
  const calls = decodeCallStream()
  const details = decodeDetailStream()
  const plain = new PlainChunks()
  let hasStarted = false
  let hasOutput = false
  let isDone = false
  let finishWord: string | undefined
  let hasCitations = false
  let sources: readonly Citation[] = []

  const start = (body: JsonObject): readonly ConversationEvent[] => {
    // Azure's first chunk contains only filter results: no id, no model, no choice.
    if (hasStarted || objectsOf(body.choices).length === 0) return []
    hasStarted = true
    const id = asText(body.id)
    const model = asText(body.model)
    return [{ kind: 'start', ...(id !== undefined && { id }), ...(model !== undefined && { model }) }]
  }

  const readDelta = (delta: JsonObject): readonly ConversationEvent[] => {
    const reasoning = details.push(delta)
    const citations = readCitations(delta)
    hasCitations ||= citations.length > 0
    const legacy = asObject(delta.function_call)
    const calling = legacy ? { tool_calls: [{ index: 0, function: legacy }] } : {}
    return [
      ...reasoning,
      ...readContent(delta),
      ...citations.map((citation): ConversationEvent => ({ kind: 'citation', citation })),
      ...readImages(delta).map((part): ConversationEvent => ({ kind: 'media', part })),
      ...calls.push(objectsOf(delta.tool_calls).length > 0 ? delta : calling, details.callStates),
    ]
  }

  const readChoice = (choice: JsonObject): readonly ConversationEvent[] => {
    if (isPlain(choice)) {
      const events = readContent(asObject(choice.delta) ?? {})
      hasOutput ||= events.length > 0
      return events
    }
    finishWord = asText(choice.finish_reason) ?? finishWord
    // A complete message next to a delta, or after deltas, repeats the text so far (Perplexity, MiniMax).
    const delta = asObject(choice.delta) ?? (hasOutput ? undefined : asObject(choice.message))
    const events = delta ? readDelta(delta) : []
    hasOutput ||= events.length > 0
    const content = asArray(asObject(choice.logprobs)?.content) ?? []
    return content.length > 0 ? [...events, { kind: 'logprobs', content }] : events
  }

  const readUsage = (body: JsonObject): readonly ConversationEvent[] => {
    const usage = readOpenAiUsage(body)
    return usage.kind === 'stated' ? [{ kind: 'usage', usage: usage.usage }] : []
  }

  return {
    repeat: (data) => plain.read(data),
    push: (data) => {
      const text = plain.read(data)
      if (text !== undefined) return [{ kind: 'text', text }]
      if (data.trim() === '[DONE]') {
        isDone = true
        return []
      }
      const body = asObject(parseJson(data))
      if (!body) return []
      const failure = readChunkFailure(body)
      if (failure) return [{ kind: 'error', failure }]
      const choice = firstChoice(body)
      const found = readSources(body)
      if (found.length > 0) sources = found
      const events = [...start(body), ...(choice ? readChoice(choice) : []), ...readUsage(body)]
      const [only] = events
      if (choice && found.length === 0 && events.length === 1 && only?.kind === 'text' && isPlain(choice))
        plain.note(data, only.text)
      return events
    },
    flush: () => {
      const word = finishWord ?? (isDone && hasStarted ? 'stop' : undefined)
      const cited = hasCitations ? [] : sources
      return [
        ...cited.map((citation): ConversationEvent => ({ kind: 'citation', citation })),
        ...details.flush(),
        ...calls.flush(),
        ...(word === undefined
          ? []
          : [{ kind: 'finish' as const, reason: readFinishReason(word, calls.count() > 0) }]),
      ]
    },
  }
}

/** Reads the failure in a chunk, in the same cases in which the classifier reports an error. */
function readChunkFailure(body: JsonObject): UpstreamFailure | undefined {
  if (hasError(body)) return readFailureDocument(body) ?? UNNAMED
  const broken = firstChoice(body)
  if (broken && hasError(broken)) return readFailureDocument(broken) ?? UNNAMED
  return asArray(body.choices) || asObject(body.usage) ? undefined : readFailureDocument(body)
}

const UNNAMED: UpstreamFailure = {
  ...ownWords('brokenStream'),
  type: 'upstream_error',
  code: '',
  param: null,
}

/** Whether a choice contains at most a text, like most chunks: nothing else in it has a value. */
function isPlain(choice: JsonObject): boolean {
  const delta = asObject(choice.delta)
  if (!delta || asText(choice.finish_reason) !== undefined || isObject(choice.logprobs)) return false
  for (const name in delta) if (name !== 'content' && name !== 'role' && delta[name] !== null) return false
  return true
}

/** Reads text, Mistral's list of thinking and text in its order, and refusals. */
function readContent(delta: JsonObject): readonly ConversationEvent[] {
  if (typeof delta.content === 'string' && typeof delta.refusal !== 'string')
    return delta.content === '' ? [] : [{ kind: 'text', text: delta.content }]
  const parts: readonly JsonValue[] = Array.isArray(delta.content) ? delta.content : [delta.content ?? null]
  const events = parts.flatMap((part): ConversationEvent | [] => {
    const object = asObject(part)
    if (object?.type === 'thinking') {
      const thought = readThinkingPart(object)
      return thought === '' ? [] : { kind: 'reasoning', text: thought }
    }
    const text = Array.isArray(delta.content) ? readContentText([part]) : readContentText(part)
    return text === '' ? [] : { kind: 'text', text }
  })
  const refusal = asText(delta.refusal)
  return refusal === undefined ? events : [...events, { kind: 'refusal', text: refusal }]
}

/** Decodes reasoning text and state in the deltas of one stream. */
interface DetailStream {
  push(delta: JsonObject): readonly ConversationEvent[]
  /** Returns state held back for calls that never came; it then belongs to the reasoning. */
  flush(): readonly ConversationEvent[]
  readonly callStates: ReadonlyMap<string, OpaqueState>
}

function decodeDetailStream(): DetailStream {
  const callStates = new Map<string, OpaqueState>()
  const begun = new Set<string>()
  return {
    callStates,
    push: (delta) => {
      const plain = readReasoningText(delta)
      const events: ConversationEvent[] = plain === undefined ? [] : [{ kind: 'reasoning', text: plain }]
      for (const each of objectsOf(delta.reasoning_details)) {
        const { text, state, isRedacted } = readReasoningDetail(each)
        // If there is plain text, the detail repeats it.
        if (text !== '' && plain === undefined) events.push({ kind: 'reasoning', text })
        if (!state) continue
        if (state.origin === 'google' && state.id !== undefined && !begun.has(state.id))
          callStates.set(state.id, { origin: state.origin, value: state.value })
        else events.push({ kind: 'reasoning-state', state, ...(isRedacted && { isRedacted }) })
      }
      for (const call of objectsOf(delta.tool_calls)) begun.add(asText(call.id) ?? '')
      return events
    },
    flush: () =>
      [...callStates]
        .filter(([id]) => !begun.has(id))
        .map(([, state]) => ({ kind: 'reasoning-state', state })),
  }
}
