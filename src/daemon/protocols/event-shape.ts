import { parseJson } from './parse-json.ts'
import type { Codec, EventRun, StreamEvent } from './types.ts'

/** The parts of a codec that read the text of events. */
type Shaped = Pick<Codec, 'classify' | 'readOutput'>

/**
 * The constant parts before and after the text in the events of one stream. Most events repeat the previous one byte
 * for byte, except for a piece of text in a JSON string. Once an event has been parsed, the ones that repeat it need no
 * parsing: an event with the same beginning and end, and no quote, escape or control character between them, is the
 * same document with other text. The caller handles all other events.
 */
export class EventShape {
  /** The event up to the text, including its opening quote. */
  readonly #before: string
  /** The rest, from the closing quote to the empty line. */
  readonly #after: string
  /** Characters of an event that are not data: field names and line ends. */
  readonly #unread: number
  readonly #isHidden: boolean

  private constructor(before: string, after: string, unread: number, isHidden: boolean) {
    this.#before = flat(before)
    this.#after = flat(after)
    this.#unread = unread
    this.#isHidden = isHidden
  }

  /**
   * Returns the shape of an event that was classified as content, or undefined if it has none. The text must occur in
   * the event once and unescaped, and another text in its place must be read as that text.
   *
   * @param isPlain whether an event with this data needs no separate parsing (it states no usage)
   */
  static of(event: StreamEvent, codec: Shaped, isPlain: (data: string) => boolean): EventShape | undefined {
    const { data } = event
    const raw = Buffer.from(event.raw).toString('utf8')
    const head = /^(?:event: ?[!-~]+\n)?data: ?/.exec(raw)?.[0]
    if (head === undefined || raw !== `${head}${data}\n\n`) return undefined
    const output = readOutput(codec, data)
    if (!output || (output.text === '') === (output.hiddenText === '')) return undefined
    const isHidden = output.text === ''
    const text = isHidden ? output.hiddenText : output.text
    const at = raw.lastIndexOf(`"${text}"`)
    if (at < head.length || !isBare(text)) return undefined
    const shape = new EventShape(
      raw.slice(0, at + 1),
      raw.slice(at + 1 + text.length),
      head.length + 2,
      isHidden,
    )
    return shape.#holds(codec, isPlain, head.length) ? shape : undefined
  }

  /** Returns the events of this shape from `from` on and where they end, or undefined if there are none. */
  follow(text: string, from: number): { readonly run: EventRun; readonly end: number } | undefined {
    let events = 0
    let last = from
    let end = from
    let smallest = Number.POSITIVE_INFINITY
    for (;;) {
      const next = this.#endOf(text, end)
      if (next === -1) break
      events += 1
      last = end
      end = next
      if (end - last < smallest) smallest = end - last
    }
    if (events === 0) return undefined
    return { run: this.#describe(text, { from, last, end, events, smallest }), end }
  }

  #describe(
    text: string,
    at: { from: number; last: number; end: number; events: number; smallest: number },
  ): EventRun {
    const { from, last, end, events, smallest } = at
    const unread = this.#unread
    return {
      events,
      dataChars: end - from - events * unread,
      smallestDataChars: smallest - unread,
      lastData: text.slice(last + unread - 2, end - 2),
      isHidden: this.#isHidden,
      eachText: (take) => {
        const between = this.#after.length + this.#before.length
        for (let start = from + this.#before.length; start < end; ) {
          const quote = text.indexOf('"', start)
          take(text, start, quote)
          start = quote + between
        }
      },
    }
  }

  /** @returns where the event that begins at `start` ends; -1 = it does not have this shape */
  #endOf(text: string, start: number): number {
    const from = start + this.#before.length
    if (text.slice(start, from) !== this.#before) return -1
    let at = from
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) break
      if (code === BACKSLASH || code < SPACE) return -1
    }
    const end = at + this.#after.length
    return at > from && text.slice(at, end) === this.#after ? end : -1
  }

  /** Checks that another text in its place is read as that text, even if it is the name of a member. */
  #holds(codec: Shaped, isPlain: (data: string) => boolean, headChars: number): boolean {
    return PROBES.every((probe) => {
      const data = `${this.#before}${probe}${this.#after}`.slice(headChars, -2)
      const output = readOutput(codec, data)
      const said = this.#isHidden ? output?.hiddenText : output?.text
      const unsaid = this.#isHidden ? output?.text : output?.hiddenText
      return said === probe && unsaid === '' && codec.classify(data) === 'content' && isPlain(data)
    })
  }
}

/** Copies the text into contiguous memory, because slices of another string are slower to compare. */
const flat = (text: string): string => Buffer.from(text).toString('utf8')

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

/** Member names that quick tests search for in events. */
const PROBES = ['usage', 'error']

/** Whether JSON writes the text without escapes. */
const isBare = (text: string): boolean => JSON.stringify(text) === `"${text}"`

function readOutput(codec: Shaped, data: string) {
  const document = parseJson(data)
  return document === undefined ? undefined : codec.readOutput(document)
}
