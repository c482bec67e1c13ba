import type { Codec } from '../protocols/types.ts'
import { parseJson } from './parse-json.ts'

/** Unread events are turned into text beyond this, so that a long stream does not keep its JSON in memory. */
const PENDING_CHARS_MAX = 32_768

/**
 * Counts what a stream delivered. Adding is cheap: events are only read when somebody asks for their text, which in the
 * common case, a stream that states its usage, nobody does.
 */
export class StreamMeter {
  readonly #codec: Codec
  #pending: string[] = []
  #pendingChars = 0
  #text = ''
  #hidden = ''
  #chars = 0
  #events = 0
  #smallest = 0

  constructor(codec: Codec) {
    this.#codec = codec
  }

  /** Characters of event data that carried content: an upper bound of the delivered bytes of text. */
  get chars(): number {
    return this.#chars
  }

  get events(): number {
    return this.#events
  }

  /** Characters of the shortest content event: about what the frame around a token costs. */
  get smallestEventChars(): number {
    return this.#smallest
  }

  add(data: string): void {
    this.#pending.push(data)
    this.#pendingChars += data.length
    this.#chars += data.length
    this.#events += 1
    if (this.#smallest === 0 || data.length < this.#smallest) this.#smallest = data.length
    if (this.#pendingChars > PENDING_CHARS_MAX) this.#read()
  }

  /** Visible text so far. */
  text(): string {
    this.#read()
    return this.#text
  }

  /** Visible text, reasoning and tool calls so far: what is counted when nobody states usage. */
  everything(): string {
    this.#read()
    return this.#text + this.#hidden
  }

  #read(): void {
    for (const data of this.#pending) {
      const document = parseJson(data)
      if (document === undefined) continue
      const output = this.#codec.readOutput(document)
      this.#text += output.text
      this.#hidden += output.hiddenText
    }
    this.#pending = []
    this.#pendingChars = 0
  }
}
