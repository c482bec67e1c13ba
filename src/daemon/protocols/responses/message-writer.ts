import type { Citation } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { type Emit, type ItemStatus, messageItem, refusalPart, textPart } from './written-items.ts'

interface OpenPart {
  readonly kind: 'text' | 'refusal'
  /** Position at which the part begins in the answer's text. */
  readonly start: number
  text: string
  readonly annotations: JsonObject[]
  readonly logprobs: JsonValue[]
}

/** A text part, open or closed, and its position in the output. */
interface PlacedText {
  readonly part: OpenPart
  readonly at: JsonObject
}

interface OpenMessage {
  readonly id: string
  readonly index: number
  readonly parts: JsonObject[]
  part: OpenPart | undefined
}

/** Writes the message items of a response. At most one message is open, with at most one open part. */
export class MessageWriter {
  readonly #emit: Emit
  readonly #reserve: () => number
  readonly #newId: () => string
  /** Log probabilities that arrived before their text. */
  #logprobs: JsonValue[] = []
  /** Characters of all text so far. Citations are positions in all text; written ones are relative to their part. */
  #textChars = 0
  readonly #texts: PlacedText[] = []
  #message: OpenMessage | undefined

  /**
   * @param reserve returns the next output index
   * @param newId returns the id of the next message
   */
  constructor(emit: Emit, reserve: () => number, newId: () => string) {
    this.#emit = emit
    this.#newId = newId
    this.#reserve = reserve
  }

  /** Whether there is a text that a source can belong to. */
  get hasText(): boolean {
    return this.#texts.length > 0
  }

  write(kind: OpenPart['kind'], text: string): void {
    if (text === '') return
    const message = this.#openMessage()
    const part = this.#openPart(message, kind)
    part.text += text
    if (kind === 'text') this.#textChars += text.length
    this.#emit(
      kind === 'text' ? 'response.output_text.delta' : 'response.refusal.delta',
      kind === 'text' ? { ...place(message), delta: text, logprobs: [] } : { ...place(message), delta: text },
    )
  }

  /** Adds a citation, even after its text was closed: otherwise, an empty message would have to contain it. */
  cite(citation: Citation): void {
    const { part, at } = this.#textAt(citation.start) ?? this.#openText()
    const { start = part.start, end = part.start + part.text.length } = citation
    const annotation: JsonObject = {
      type: 'url_citation',
      start_index: start - part.start,
      end_index: end - part.start,
      url: citation.url,
      title: citation.title,
    }
    const annotationIndex = part.annotations.push(annotation) - 1
    this.#emit('response.output_text.annotation.added', {
      ...at,
      annotation_index: annotationIndex,
      annotation,
    })
  }

  addLogprobs(content: readonly JsonValue[]): void {
    const part = this.#message?.part
    if (part?.kind === 'text') part.logprobs.push(...content)
    else this.#logprobs.push(...content)
  }

  /** @returns the finished item; undefined if no message is open */
  close(
    status: ItemStatus,
    isCommentary = false,
  ): { readonly index: number; readonly item: JsonObject } | undefined {
    const message = this.#message
    if (!message) return undefined
    this.#closePart(message)
    this.#message = undefined
    const item = messageItem(message.id, status, message.parts)
    return { index: message.index, item: isCommentary ? { ...item, phase: 'commentary' } : item }
  }

  /** @param start undefined = the last text */
  #textAt(start = this.#textChars): PlacedText | undefined {
    return this.#texts.findLast(({ part }) => part.start <= start)
  }

  #openText(): PlacedText {
    const message = this.#openMessage()
    return { part: this.#openPart(message, 'text'), at: place(message) }
  }

  #openMessage(): OpenMessage {
    if (this.#message) return this.#message
    const message: OpenMessage = {
      id: this.#newId(),
      index: this.#reserve(),
      parts: [],
      part: undefined,
    }
    this.#message = message
    this.#emit('response.output_item.added', {
      output_index: message.index,
      item: messageItem(message.id, 'in_progress', []),
    })
    return message
  }

  #openPart(message: OpenMessage, kind: OpenPart['kind']): OpenPart {
    if (message.part?.kind === kind) return message.part
    this.#closePart(message)
    const part: OpenPart = { kind, start: this.#textChars, text: '', annotations: [], logprobs: [] }
    if (kind === 'text') {
      part.logprobs.push(...this.#logprobs.splice(0))
      this.#texts.push({ part, at: place(message) })
    }
    message.part = part
    this.#emit('response.content_part.added', {
      ...place(message),
      part: kind === 'text' ? textPart('') : refusalPart(''),
    })
    return part
  }

  #closePart(message: OpenMessage): void {
    const { part } = message
    if (!part) return
    const at = place(message)
    const { text, annotations, logprobs } = part
    const written = part.kind === 'text' ? textPart(text, annotations, logprobs) : refusalPart(text)
    if (part.kind === 'text')
      this.#emit('response.output_text.done', { ...at, text, logprobs: [...logprobs] })
    else this.#emit('response.refusal.done', { ...at, refusal: text })
    this.#emit('response.content_part.done', { ...at, part: written })
    message.parts.push(written)
    message.part = undefined
  }
}

const place = (message: OpenMessage): JsonObject => ({
  item_id: message.id,
  output_index: message.index,
  content_index: message.parts.length,
})
