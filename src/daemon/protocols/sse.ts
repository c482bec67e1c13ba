import { isAscii } from 'node:buffer'
import { AppError } from '../errors/app-error.ts'
import type { EventShape } from './event-shape.ts'
import { parseJson } from './parse-json.ts'
import type { EventRun, StreamEvent } from './types.ts'

/** Limit for one event; model output is never near this size. */
const SSE_EVENT_BYTES_MAX = 8 * 1024 * 1024

const LF = 0x0a
const CR = 0x0d

/**
 * Cuts a byte stream into server-sent events without changing a byte: the `raw` of all events, joined with the result
 * of {@link SseFramer.flush}, equals the input. The chunk boundaries do not affect the events.
 *
 * An event ends with its first empty line that is not also its first line, so that stray line feeds between events
 * belong to the next event. Line ends may be LF, CRLF or CR, mixed. The usual chunk (whole events, LF) is cut by native
 * searches without copying. An event that spans chunks is collected in a buffer that doubles, so that a large event in
 * small pieces takes linear time.
 *
 * Chunks are kept by reference until their events end: do not overwrite them.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream (read 2026-11-20)
 */
export class SseFramer {
  readonly #eventBytesMax: number
  /** The incomplete event. A prefix of `#room` if that is set. */
  #held: Buffer = EMPTY
  #room: Buffer | undefined
  /** Number of bytes of `#held` known to contain no end of an event. */
  #scanned = 0
  /** Start of the current line in `#held`; maintained only once a carriage return has occurred. */
  #lineStart = 0
  #usesCr = false
  #isFirst = true
  #shape: EventShape | undefined

  constructor(options: { readonly eventBytesMax?: number } = {}) {
    this.#eventBytesMax = options.eventBytesMax ?? SSE_EVENT_BYTES_MAX
  }

  /**
   * Takes the next bytes and returns the events that they complete.
   *
   * @throws AppError `upstream_too_large` when an event exceeds the limit; the framer cannot be used afterwards
   */
  push(chunk: Uint8Array): StreamEvent[] {
    const piece = asBuffer(chunk)
    const bytes = this.#held.length === 0 ? piece : this.#gather(piece)
    const events: StreamEvent[] = []
    if (!this.#usesCr && bytes.indexOf(CR, this.#held.length) !== -1) {
      this.#usesCr = true
      this.#scanned = 0
    }
    const rest = this.#usesCr
      ? this.#cutAnyLineEnd(bytes, events)
      : this.#cutLineFeeds(bytes, events, this.#cutPlain(bytes, events))
    this.#hold(bytes, rest)
    return events
  }

  /** Allows adjacent events of this shape to be reported as one from now on. */
  expect(shape: EventShape): void {
    this.#shape = shape
  }

  /** Returns what is left at the end of the stream: an event without its closing empty line. */
  flush(): StreamEvent | undefined {
    const left = this.#held
    if (left.length === 0) return undefined
    this.#hold(left, left.length)
    return this.#event(left, 0, left.length, -1)
  }

  /**
   * Cuts the usual chunk: ASCII, with events of one `data:` line each. Its text is created once and shared by the
   * events, and their bytes are not touched; this way, some ten million events per second are read. Stops at the first
   * event of another form.
   *
   * @returns where the remaining events begin
   */
  #cutPlain(bytes: Buffer, events: StreamEvent[]): number {
    if (this.#held.length > 0) return 0
    if (!isAscii(bytes)) return this.#cutRun(bytes, events)
    const text = bytes.toString('latin1')
    let start = 0
    for (;;) {
      const followed = this.#shape?.follow(text, start)
      if (followed) {
        this.#checkSize(followed.end - start)
        events.push(new FramedEvent(bytes, start, followed.end, followed.run.lastData, followed.run))
        this.#isFirst = false
        start = followed.end
      }
      const lineEnd = text.indexOf('\n', start)
      if (lineEnd === -1 || text.charCodeAt(lineEnd + 1) !== LF || !text.startsWith('data:', start))
        return start
      const end = lineEnd + 2
      this.#checkSize(end - start)
      const valueStart = text.charCodeAt(start + 5) === 0x20 ? start + 6 : start + 5
      events.push(new FramedEvent(bytes, start, end, text.slice(valueStart, lineEnd)))
      this.#isFirst = false
      start = end
    }
  }

  /**
   * Cuts a chunk that is not ASCII but consists entirely of events of the expected shape.
   * @returns where the rest begins
   */
  #cutRun(bytes: Buffer, events: StreamEvent[]): number {
    if (!this.#shape) return 0
    const text = bytes.toString('utf8')
    const followed = this.#shape.follow(text, 0)
    if (followed?.end !== text.length) return 0
    this.#checkSize(bytes.length)
    events.push(new FramedEvent(bytes, 0, bytes.length, followed.run.lastData, followed.run))
    this.#isFirst = false
    return bytes.length
  }

  /** @param from where the first event that has not been cut begins */
  #cutLineFeeds(bytes: Buffer, events: StreamEvent[], from: number): number {
    let start = from
    let at = from + this.#scanned
    let isOneLine = this.#scanned === 0
    for (;;) {
      const lineEnd = bytes.indexOf(LF, at)
      const next = lineEnd + 1
      if (lineEnd === -1 || next === bytes.length) {
        this.#scanned = (lineEnd === -1 ? bytes.length : lineEnd) - start
        return start
      }
      if (bytes[next] === LF) {
        events.push(this.#event(bytes, start, next + 1, isOneLine ? lineEnd : -1))
        start = next + 1
        at = start
        isOneLine = true
      } else {
        at = next
        isOneLine = false
      }
    }
  }

  #cutAnyLineEnd(bytes: Buffer, events: StreamEvent[]): number {
    let start = 0
    let lineStart = this.#lineStart
    let lf = bytes.indexOf(LF, this.#scanned)
    let cr = bytes.indexOf(CR, this.#scanned)
    let scanned = bytes.length
    for (;;) {
      const lineEnd = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr
      if (lineEnd === -1) break
      let next = lineEnd + 1
      if (lineEnd === cr) {
        // The LF of a CRLF may be in the next chunk, so it is not known yet which event it belongs to.
        if (next === bytes.length) {
          scanned = lineEnd
          break
        }
        if (bytes[next] === LF) next += 1
      }
      if (lineEnd === lineStart && lineStart !== start) {
        events.push(this.#event(bytes, start, next, -1))
        start = next
      }
      lineStart = next
      if (cr !== -1 && cr < next) cr = bytes.indexOf(CR, next)
      if (lf !== -1 && lf < next) lf = bytes.indexOf(LF, next)
    }
    this.#scanned = scanned - start
    this.#lineStart = lineStart - start
    return start
  }

  /** @param lineEnd end of the event's only line; -1 when it has several or when that is not known */
  #event(bytes: Buffer, start: number, end: number, lineEnd: number): StreamEvent {
    this.#checkSize(end - start)
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (lineEnd > start && startsWithData(bytes, start)) {
      const valueStart = bytes[start + 5] === 0x20 ? start + 6 : start + 5
      return new FramedEvent(bytes, start, end, bytes.toString('utf8', valueStart, lineEnd))
    }
    return new FramedEvent(bytes, start, end, readData(bytes.subarray(start, end), isFirst))
  }

  #gather(piece: Buffer): Buffer {
    const length = this.#held.length + piece.length
    if (!this.#room || this.#room.length < length) {
      const room = Buffer.allocUnsafeSlow(this.#room ? length * 2 : length)
      this.#held.copy(room)
      this.#room = room
    }
    piece.copy(this.#room, this.#held.length)
    return this.#room.subarray(0, length)
  }

  #hold(bytes: Buffer, from: number): void {
    // Events that were cut out refer to the buffer, so it must not be written to again.
    if (from > 0) this.#room = undefined
    this.#held = from === 0 ? bytes : from === bytes.length ? EMPTY : bytes.subarray(from)
    if (this.#held.length === 0) this.#scanned = 0
    this.#checkSize(this.#held.length)
  }

  #checkSize(size: number): void {
    if (size > this.#eventBytesMax)
      throw new AppError('upstream_too_large', {
        detail: { eventBytes: size, eventBytesMax: this.#eventBytesMax },
      })
  }
}

const EMPTY = Buffer.alloc(0)

/** An event within the chunk it came in. A separate buffer is created only on request. */
class FramedEvent implements StreamEvent {
  readonly source: Buffer
  readonly start: number
  readonly end: number
  readonly data: string
  readonly run?: EventRun

  constructor(source: Buffer, start: number, end: number, data: string, run?: EventRun) {
    this.source = source
    this.start = start
    this.end = end
    this.data = data
    if (run) this.run = run
  }

  get raw(): Buffer {
    const { source, start, end } = this
    return start === 0 && end === source.length ? source : source.subarray(start, end)
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function startsWithData(bytes: Buffer, at: number): boolean {
  return (
    bytes[at] === 0x64 &&
    bytes[at + 1] === 0x61 &&
    bytes[at + 2] === 0x74 &&
    bytes[at + 3] === 0x61 &&
    bytes[at + 4] === 0x3a
  )
}

/** Returns the `data` fields of an event, joined by line feeds. Skips a byte order mark before the first event only. */
function readData(raw: Buffer, isFirst: boolean): string {
  const hasMark = isFirst && raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf
  const text = raw.toString('utf8', hasMark ? 3 : 0)
  if (!text.includes('data')) return readUnframedError(text)
  let data: string | undefined
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (!line.startsWith('data')) continue
    let value: string
    if (line.length === 4) value = ''
    else if (line[4] === ':') value = line.slice(line[5] === ' ' ? 6 : 5)
    else continue
    data = data === undefined ? value : `${data}\n${value}`
  }
  return data ?? readUnframedError(text)
}

/**
 * Returns an error that was written into a stream without framing: llama.cpp names the field `error`, and proxies write
 * the bare object. Event parsers drop both, and the reason would be lost.
 */
function readUnframedError(text: string): string {
  const [, object] = /^\s*(?:error:\s*)?(\{.*\})\s*$/s.exec(text) ?? []
  if (object === undefined || parseJson(object) === undefined) return ''
  return /^\s*error:/.test(text) || object.includes('"error"') ? object : ''
}
