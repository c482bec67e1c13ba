import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import { hasWholeArguments, isCutCall } from '../conversation/cut-calls.ts'
import type { Citation, ConversationEvent, FinishReason } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Usage } from '../usage.ts'
import { AnswerPartWriter, type FinishedCall } from './answer-parts.ts'
import { encodeFinishReason } from './finish-reasons.ts'
import { encodeGrounding } from './grounding.ts'
import { encodeLogprobs } from './logprobs.ts'
import { toUsageMetadata } from './usage.ts'

/**
 * Encodes a stream of chunks as server-sent events. Calls cannot be split and are held back until they end; the last
 * chunk has the finish reason, the usage and the sources. No terminator follows.
 */
export class GeminiStreamEncoder implements StreamEncoder {
  readonly #context: AnswerContext
  readonly #writer: AnswerPartWriter
  readonly #calls = new Map<number, FinishedCall>()
  readonly #citations: Citation[] = []
  #responseId: string
  #text = ''
  #joined = ''
  #logprobs: JsonValue[] = []
  #usage: Usage | undefined
  #finish: FinishReason | undefined
  #isRefused = false

  constructor(context: AnswerContext) {
    this.#context = context
    this.#writer = new AnswerPartWriter(context)
    this.#responseId = context.requestId
  }

  push(events: readonly ConversationEvent[]): string {
    for (const event of events) this.#take(event)
    this.#writeJoined()
    const parts = this.#writer.taken()
    // Log probabilities are sent with their text.
    return parts.length > 0 ? this.#chunk(parts, this.#takenLogprobs()) : ''
  }

  end(): string {
    this.#writeJoined()
    const finish = this.#finish ?? 'stop'
    for (const call of this.#calls.values()) if (!isCutCall(call, finish)) this.#writer.call(call)
    this.#calls.clear()
    this.#writer.close()
    const parts = this.#writer.taken()
    const grounding = encodeGrounding(this.#citations, this.#text)
    return this.#chunk(
      parts.length > 0 ? parts : [{ text: '' }],
      {
        finishReason: encodeFinishReason(finish, this.#isRefused),
        ...(grounding && { groundingMetadata: grounding }),
        ...this.#takenLogprobs(),
      },
      this.#usage && { usageMetadata: toUsageMetadata(this.#usage) },
    )
  }

  #take(event: ConversationEvent): void {
    if (event.kind !== 'text') this.#writeJoined()
    switch (event.kind) {
      case 'start':
        this.#responseId = event.id ?? this.#responseId
        return
      case 'text':
        this.#joined += event.text
        this.#text += event.text
        return
      case 'refusal':
        this.#isRefused = true
        return this.#writer.text(event.text)
      case 'reasoning':
        return this.#writer.thought(event.text)
      case 'reasoning-state':
        return this.#writer.thoughtState(event.state, event.isRedacted === true)
      case 'citation':
        this.#citations.push(event.citation)
        return
      case 'tool-start':
      case 'tool-arguments':
      case 'tool-end':
        return this.#takeCall(event)
      case 'media':
        return this.#writer.media(event.part)
      case 'logprobs':
        this.#logprobs.push(...event.content)
        return
      case 'usage':
        this.#usage = event.usage
        return
      case 'finish':
        this.#finish = event.reason
        return
      case 'error':
        // Reported in the protocol's error format.
        return
    }
  }

  #takeCall(event: Extract<ConversationEvent, { kind: `tool-${string}` }>): void {
    if (event.kind === 'tool-start') {
      const { id, name, isCustom, state } = event
      this.#calls.set(event.index, { id, name, arguments: '', isCustom: isCustom === true, state })
      return
    }
    const call = this.#calls.get(event.index)
    if (!call) return
    if (event.kind === 'tool-arguments') {
      this.#calls.set(event.index, { ...call, arguments: call.arguments + event.text })
      return
    }
    // The arguments may be cut off, which only the finish reason at the end of the stream tells.
    if (!hasWholeArguments(call)) return
    this.#calls.delete(event.index)
    this.#writer.call(call)
  }

  /** Writes pieces of text that arrived together as one part. */
  #writeJoined(): void {
    if (this.#joined === '') return
    this.#writer.text(this.#joined)
    this.#joined = ''
  }

  #takenLogprobs(): JsonObject {
    if (this.#logprobs.length === 0) return {}
    const logprobsResult = encodeLogprobs(this.#logprobs)
    this.#logprobs = []
    return { logprobsResult }
  }

  #chunk(parts: JsonObject[], candidate: JsonObject, more: JsonObject = {}): string {
    const document: JsonObject = {
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...candidate }],
      ...more,
      modelVersion: this.#context.model,
      responseId: this.#responseId,
    }
    return `data: ${JSON.stringify(document)}\n\n`
  }
}
