import type { StreamDecoder } from '../conversation/codec.ts'
import { untagBase64State } from '../conversation/opaque-state.ts'
import type { Citation, ConversationEvent, FinishReason, OpaqueState } from '../conversation/types.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject } from '../types.ts'
import { argumentsText, callName, newCallId } from './calls.ts'
import { blockReasonOf, chunksOf } from './events.ts'
import { readErrorObject } from './failure.ts'
import { decodeFinishReason } from './finish-reasons.ts'
import { decodeCitations, readQueries } from './grounding.ts'
import { decodeLogprobs, logprobsOf } from './logprobs.ts'
import { decodeMedia } from './media.ts'
import { objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readGeminiUsage } from './usage.ts'

/**
 * Decodes a stream of `generateContent` chunks; a complete answer is one such chunk. Only the first candidate is read.
 * The finish event is held back until the stream ends, because sources and the final usage may come with it or after
 * it.
 */
export class GeminiStreamDecoder implements StreamDecoder {
  #hasStarted = false
  #calls = 0
  /** Whether a thought is open whose signature may still arrive. */
  #isThinking = false
  /** Undefined once the text contains something that Google did not count. */
  #text: string | undefined = ''
  #citations: readonly Citation[] = []
  /** Sources that have already been passed on. */
  readonly #told = new Set<string>()
  readonly #queries = new Set<string>()
  #reason: string | undefined
  #isBlocked = false

  push(data: string): readonly ConversationEvent[] {
    const document = parseExactly(data)
    return document === undefined ? [] : chunksOf(document).flatMap((chunk) => this.take(chunk))
  }

  /** Decodes a chunk that is already parsed. */
  take(chunk: JsonObject): ConversationEvent[] {
    const failure = readErrorObject(chunk)
    if (failure) return [{ kind: 'error', failure }]
    const events: ConversationEvent[] = this.#start(chunk)
    if (blockReasonOf(chunk) !== undefined) this.#isBlocked = true
    const candidate = objectsMember(chunk, 'candidates').find((each) => (each.index ?? 0) === 0)
    if (candidate) this.#takeCandidate(candidate, events)
    const usage = readGeminiUsage(chunk)
    if (usage.kind === 'stated') events.push({ kind: 'usage', usage: usage.usage })
    return events
  }

  flush(): readonly ConversationEvent[] {
    const events = this.#tellCitations()
    const reason = this.#finish()
    this.#reason = undefined
    this.#isBlocked = false
    if (reason) events.push({ kind: 'finish', reason })
    return events
  }

  #start(chunk: JsonObject): ConversationEvent[] {
    if (this.#hasStarted) return []
    this.#hasStarted = true
    const id = textMember(chunk, 'responseId')
    const model = textMember(chunk, 'modelVersion')
    return [{ kind: 'start', ...(id !== undefined && { id }), ...(model !== undefined && { model }) }]
  }

  #takeCandidate(candidate: JsonObject, events: ConversationEvent[]): void {
    const said: ConversationEvent[] = []
    for (const part of partsOf(objectMember(candidate, 'content'))) this.#takePart(part, said)
    // Later citations refer to the whole text and replace earlier ones.
    const citations = decodeCitations(candidate, this.#text)
    if (citations.length > 0) this.#citations = citations
    for (const query of readQueries(candidate)) {
      if (this.#queries.has(query)) continue
      this.#queries.add(query)
      events.push({ kind: 'search', query })
    }
    events.push(...this.#withSources(said))
    const logprobs = logprobsOf(candidate)
    if (logprobs) events.push({ kind: 'logprobs', content: decodeLogprobs(logprobs) })
    const reason = textMember(candidate, 'finishReason')
    if (reason !== undefined && reason !== 'FINISH_REASON_UNSPECIFIED') this.#reason = reason
  }

  /** Inserts the known sources before a call: sources belong to a text, and a call ends the text. */
  #withSources(said: readonly ConversationEvent[]): readonly ConversationEvent[] {
    const end = said.findLastIndex((event) => event.kind === 'text' && event.text !== '') + 1
    const rest = said.slice(end)
    if (this.#text === '' || rest.every((event) => event.kind === 'text')) return said
    return [...said.slice(0, end), ...this.#tellCitations(), ...rest]
  }

  #tellCitations(): ConversationEvent[] {
    const events = this.#citations.flatMap((citation): ConversationEvent | [] => {
      const key = JSON.stringify(citation)
      if (this.#told.has(key)) return []
      this.#told.add(key)
      return { kind: 'citation', citation }
    })
    this.#citations = []
    return events
  }

  #takePart(part: JsonObject, events: ConversationEvent[]): void {
    const signature = textMember(part, 'thoughtSignature')
    const state: OpaqueState | undefined =
      signature === undefined ? undefined : { origin: 'google', value: signature }
    const text = textMember(part, 'text')
    const call = objectMember(part, 'functionCall')
    if (part.thought === true) {
      const isWithheld = !this.#isThinking && text === undefined
      if (text !== undefined) events.push({ kind: 'reasoning', text })
      if (state)
        events.push({
          kind: 'reasoning-state',
          state,
          ...(isWithheld && isForeign(state) && { isRedacted: true }),
        })
      this.#isThinking = text !== undefined && !state
      return
    }
    this.#isThinking = false
    if (call) return this.#takeCall(call, state, events)
    // The signature of a search that Google ran belongs to a part that other clients cannot send back.
    if (objectMember(part, 'toolCall') || objectMember(part, 'toolResponse')) return
    if (state) events.push({ kind: 'reasoning-state', state })
    if (text !== undefined) {
      if (this.#text !== undefined) this.#text += text
      events.push({ kind: 'text', text })
      return
    }
    const media = decodeMedia(part)
    if (media) events.push({ kind: 'media', part: media })
    const ran = readExecution(part)
    if (ran === undefined) return
    this.#text = undefined
    events.push({ kind: 'text', text: ran })
  }

  /** Decodes a call, which is always complete. One without a name ends streamed arguments, which we never request. */
  #takeCall(call: JsonObject, state: OpaqueState | undefined, events: ConversationEvent[]): void {
    const name = callName(call)
    if (name === undefined) return
    const index = this.#calls
    this.#calls += 1
    events.push(
      {
        kind: 'tool-start',
        index,
        id: textMember(call, 'id') ?? newCallId(),
        name,
        ...(state && { state }),
      },
      { kind: 'tool-arguments', index, text: argumentsText(call) },
      { kind: 'tool-end', index },
    )
  }

  #finish(): FinishReason | undefined {
    if (this.#reason !== undefined) return decodeFinishReason(this.#reason, this.#calls > 0)
    return this.#isBlocked ? 'content-filter' : undefined
  }
}

/** Whether Anthropic made the state and another gateway passed it on: such a thought without text is withheld. */
const isForeign = ({ value }: OpaqueState): boolean =>
  untagBase64State(value, 'google').origin === 'anthropic'

/** Returns code that Google ran for the model, or its output, as text: no other protocol can express them. */
function readExecution(part: JsonObject): string | undefined {
  const code = objectMember(part, 'executableCode')
  if (code)
    return `\n\`\`\`${(textMember(code, 'language') ?? '').toLowerCase()}\n${textMember(code, 'code') ?? ''}\n\`\`\`\n`
  const result = objectMember(part, 'codeExecutionResult')
  return result && `\n\`\`\`\n${textMember(result, 'output') ?? ''}\n\`\`\`\n`
}
