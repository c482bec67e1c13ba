import { parseJson } from './parse-json.ts'
import type { Codec, EventRun, StreamEvent } from './types.ts'

/** What makes two events of a stream differ in nothing but their text. */
type Shaped = Pick<Codec, 'classify' | 'readOutput'>

/**
 * The frame around the text of the events of one stream. Most events of a stream repeat the one before them byte for byte,
 * but for a piece of text in a JSON string. Once an event was read in full, those that repeat it need no reading: what
 * begins and ends alike and has no quote, no escape and no control character in between is the same document with another
 * text. Everything else is left to the caller.
 */
export class EventShape {
  /** The event up to the text, with the quote that opens it. */
  readonly #before: string
  /** The rest, from the closing quote to the empty line. */
  readonly #after: string
  /** Characters of an event that are no data: the fields' names and line ends. */
  readonly #unread: number
  readonly #isHidden: boolean

  private constructor(before: string, after: string, unread: number, isHidden: boolean) {
    this.#before = flat(before)
    this.#after = flat(after)
    this.#unread = unread
    this.#isHidden = isHidden
  }

  /**
   * The shape of an event that was classified as content, if it has one: its text is in it once, as it is, and another
   * text in its place is read as that text.
   *
   * @param isPlain whether an event with this data needs no look of its own (it states no usage)
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

  /** The events of this shape from `from` on, and where they end; undefined if there is none. */
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

  /** @returns where the event ends that begins at `start`; -1 = it is none of this shape */
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

  /** Another text in its place is read as that text, even where it is the name of a member. */
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

/** The same text in one piece: a part of another is slower to compare. */
const flat = (text: string): string => Buffer.from(text).toString('utf8')

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

/** Names that cheap tests look for in events. */
const PROBES = ['usage', 'error']

/** JSON writes it as it is. */
const isBare = (text: string): boolean => JSON.stringify(text) === `"${text}"`

function readOutput(codec: Shaped, data: string) {
  const document = parseJson(data)
  return document === undefined ? undefined : codec.readOutput(document)
}
