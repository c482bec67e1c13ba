import { asObject } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Outlet } from '../inbound/client.ts'

/** The socket, as seen by one of its requests. */
export interface MessageSink {
  /** @returns false if too much is waiting to be sent */
  send(text: string): boolean
  terminate(): void
}

/** Writes the answer to one request as messages: one per event, or one for an error instead of an answer. */
export class EventsAsMessages implements Outlet {
  readonly #sink: MessageSink
  readonly #streamId: string | undefined
  #status = 200
  #headers: Readonly<Record<string, string>> = {}
  #onClose: (() => void) | undefined
  #onDrain: (() => void) | undefined
  /** The end of the answer: the last events, or an error. */
  last = ''

  /** @param streamId of the request; contains no character that JSON escapes */
  constructor(sink: MessageSink, streamId: string | undefined) {
    this.#sink = sink
    this.#streamId = streamId
  }

  on(event: 'close' | 'drain' | 'error', listener: () => void): void {
    if (event === 'close') this.#onClose = listener
    if (event === 'drain') this.#onDrain = listener
  }

  writeHead(status: number, headers: Readonly<Record<string, string>>): void {
    this.#status = status
    this.#headers = headers
  }

  /** @param chunk whole events; comments are left out */
  write(chunk: Uint8Array | string): boolean {
    let takesMore = true
    for (const event of textOf(chunk).split(/\r?\n\r?\n/)) {
      const data = dataOf(event)
      // Some vendors send data after the last event that is not an event.
      if (data.startsWith('{')) takesMore = this.#sink.send(this.#tagged(data))
    }
    return takesMore
  }

  end(chunk: Uint8Array | string): void {
    this.last = textOf(chunk)
    if (this.#status === 200) this.write(this.last)
    else this.#sink.send(this.#tagged(errorEvent(this.#status, this.#headers, this.last)))
  }

  destroy(): void {
    this.#sink.terminate()
  }

  /** Call this when the client has left. */
  closed(): void {
    this.#onClose?.()
  }

  /** Call this when the socket accepts more data. */
  drained(): void {
    this.#onDrain?.()
  }

  /** Adds the name of the lane to an event, as the last member, so that it overrides whatever the vendor wrote. */
  #tagged(json: string): string {
    if (this.#streamId === undefined) return json
    const members = json.slice(0, json.lastIndexOf('}'))
    const comma = members.trim() === '{' ? '' : ','
    return `${members}${comma}"stream_id":"${this.#streamId}"}`
  }
}

/** Response headers that clients read from the error event. */
const TOLD_HEADERS = ['retry-after', 'x-should-retry', 'x-request-id'] as const

/** Writes a refused request in OpenAI's format. */
function errorEvent(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const told = TOLD_HEADERS.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const error = asObject(asObject(parseJson(body))?.error) ?? {}
  return JSON.stringify({ type: 'error', status, error, headers: Object.fromEntries(told) })
}

/** Returns the data of one server-sent event. */
const dataOf = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line[5] === ' ' ? 6 : 5))
    .join('\n')

const textOf = (chunk: Uint8Array | string): string =>
  typeof chunk === 'string'
    ? chunk
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8')
