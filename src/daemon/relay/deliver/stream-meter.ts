import { LeastTokens } from '../../counting/least-tokens.ts'
import { countAudioTokens } from '../../protocols/openai/realtime-meter.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, EventRun, JsonObject, JsonValue, OperationName } from '../../protocols/types.ts'
import { KeptText } from './kept-text.ts'

/** Beyond this, unread events are converted to text, so that a long stream does not keep its JSON in memory. */
const PENDING_CHARS_MAX = 16_384
/**
 * The limit for the text kept of one stream. The rest is only measured: an upstream that never ends must not fill our
 * memory, and the ratio of tokens in the first quarter of a million characters is a good estimate for the rest.
 */
const TEXT_CHARS_MAX = 262_144

/** The most tool runs that are kept: more than a vendor makes in one answer, so that an endless stream cannot fill our memory. */
const TOOLS_MAX = 1000

/** The most events with usage that are kept: some vendors put it into each, and only the last that states it counts. */
const USAGE_EVENTS_MAX = 8

/**
 * Counts what a stream delivered. Adding is cheap: events are only parsed if their text is needed, which is not the
 * case for most streams, because they state their usage.
 */
export class StreamMeter {
  readonly #codec: Codec
  /** Each event gets its parsed document on first use. */
  readonly #usage: { readonly data: string; document?: JsonValue | undefined }[] = []
  /**
   * What has not been parsed yet, in order: the data of events; for runs, the number of characters, negative = hidden.
   */
  #pending: (string | number)[] = []
  #pendingChars = 0
  /** The text of the pending runs. */
  readonly #said = new KeptText()
  readonly #text = new KeptText()
  readonly #hidden = new KeptText()
  readonly #ranTools: JsonObject[] = []
  #textChars = 0
  #soundChars = 0
  readonly #leastText = new LeastTokens()
  readonly #leastHidden = new LeastTokens()
  #chars = 0
  #events = 0
  #smallest = 0

  constructor(codec: Codec) {
    this.#codec = codec
  }

  get operation(): OperationName {
    return this.#codec.operation
  }

  /** Characters of event data with content: an upper bound for the delivered bytes of text. */
  get chars(): number {
    return this.#chars
  }

  get events(): number {
    return this.#events
  }

  /** Characters of the shortest content event: roughly the overhead of one token. */
  get smallestEventChars(): number {
    return this.#smallest
  }

  add(data: string): void {
    this.#pending.push(data)
    this.#note(data.length, { events: 1, dataChars: data.length, smallestDataChars: data.length })
  }

  addRun(run: EventRun): void {
    const before = this.#said.length
    run.eachText(this.#say)
    const chars = this.#said.length - before
    const last = this.#pending.length - 1
    const signed = run.isHidden ? -chars : chars
    const previous = this.#pending[last]
    if (typeof previous === 'number' && previous < 0 === run.isHidden) this.#pending[last] = previous + signed
    else this.#pending.push(signed)
    this.#note(chars, run)
  }

  readonly #say = (source: string, from: number, to: number): void => this.#said.append(source, from, to)

  #note(
    pendingChars: number,
    { events, dataChars, smallestDataChars }: Pick<EventRun, 'events' | 'dataChars' | 'smallestDataChars'>,
  ): void {
    this.#pendingChars += pendingChars
    this.#chars += dataChars
    this.#events += events
    if (this.#smallest === 0 || smallestDataChars < this.#smallest) this.#smallest = smallestDataChars
    if (this.#pendingChars > PENDING_CHARS_MAX) this.#read()
  }

  /** Returns the visible text so far, or its beginning if there is too much. */
  text(): string {
    this.#read()
    return this.#text.slice()
  }

  /** Returns visible text, reasoning and tool calls so far, as far as kept; counted if the upstream states no usage. */
  everything(): string {
    this.#read()
    return this.#text.slice() + this.#hidden.slice()
  }

  /** A lower bound for the tokens of all text, reasoning and tool calls so far. */
  get leastTokens(): number {
    this.#read()
    return this.#leastText.tokens + this.#leastHidden.tokens
  }

  /** The tokens of the audio so far. Streams have the same audio format as Realtime sessions. */
  get soundTokens(): number {
    this.#read()
    return this.#soundChars === 0 ? 0 : countAudioTokens(this.#soundChars, 'output')
  }

  /** The runs of the vendor's own tools so far, see `OutputFacts`. */
  get ranTools(): readonly JsonObject[] {
    this.#read()
    return this.#ranTools
  }

  /** The events that mentioned usage, in order: the last few, or all of them if usage comes in parts. */
  get usageDocuments(): readonly JsonValue[] {
    return this.#usage.flatMap((event) => {
      if (!('document' in event)) event.document = parseJson(event.data)
      return event.document === undefined ? [] : [event.document]
    })
  }

  /** Keeps an event that mentions usage. */
  noteUsage(data: string): void {
    this.#usage.push({ data })
    if (!this.#codec.readStreamUsage && this.#usage.length > USAGE_EVENTS_MAX) this.#usage.shift()
  }

  /** How many times longer the answer is than the part that was kept; 1 in all but enormous answers. */
  get timesKept(): number {
    this.#read()
    const kept = this.#text.length + this.#hidden.length
    return kept === 0 ? 1 : this.#textChars / kept
  }

  #read(): void {
    if (this.#pending.length === 0) return
    let at = 0
    for (const pending of this.#pending) {
      if (typeof pending === 'string') {
        const document = parseJson(pending)
        if (document === undefined) continue
        const { text, hiddenText, soundChars = 0, ranTool } = this.#codec.readOutput(document)
        this.#soundChars += soundChars
        if (ranTool && this.#ranTools.length < TOOLS_MAX) this.#ranTools.push(ranTool)
        this.#keep(text, false)
        this.#keep(hiddenText, true)
        continue
      }
      const from = at
      at += Math.abs(pending)
      this.#keep(this.#said.slice(from, at), pending < 0)
    }
    this.#pending = []
    this.#pendingChars = 0
    this.#said.clear()
  }

  #keep(text: string, isHidden: boolean): void {
    this.#textChars += text.length
    const least = isHidden ? this.#leastHidden : this.#leastText
    least.add(text)
    const room = TEXT_CHARS_MAX - this.#text.length - this.#hidden.length
    const kept = isHidden ? this.#hidden : this.#text
    kept.append(text, 0, Math.min(room, text.length))
  }
}
