import { guardHeaders } from '../../http/guard-headers.ts'

/** Another form for a stream of server-sent events: takes whole events, returns what goes on the wire. */
export interface StreamShape {
  readonly contentType: string
  push(events: string): string | Buffer
  end(): string | Buffer
  /** Writes an error that is sent instead of the stream; absent = it is sent as it is. @param body one line */
  refuse?(body: string): string
}

/** How a client takes its stream, where that is not server-sent events as they are. */
export interface StreamForm {
  readonly shape?: StreamShape | undefined
  /** Set by protocols whose streams are not server-sent events. */
  readonly contentType?: string | undefined
}

/** Where an answer is written: the response of an HTTP server, or what stands for one. */
export interface Outlet {
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  /** @returns false when it wants to hear `drain` first */
  write(chunk: Uint8Array | string): boolean
  end(chunk: Uint8Array | string): unknown
  destroy(): unknown
}

/**
 * The client's side of one relayed request: tells when the client is gone, and writes the answer. Knows nothing about
 * protocols or money.
 */
export class Client {
  readonly #response: Outlet
  readonly #requestId: string
  #isGone = false
  #isDone = false
  #hasStarted = false
  /** Node.js writes headers that it gets all at once in one go. */
  readonly #headers: Record<string, string> = { ...guardHeaders }
  #onGone: (() => void) | undefined
  #onDrain: (() => void) | undefined
  #hearsDrain = false
  readonly #shape: StreamShape | undefined
  readonly #streamType: string

  constructor(response: Outlet, requestId: string, { shape, contentType }: StreamForm = {}) {
    this.#response = response
    this.#requestId = requestId
    this.#shape = shape
    this.#streamType = shape?.contentType ?? contentType ?? 'text/event-stream'
    response.on('close', () => {
      if (this.#isDone) return
      this.#isGone = true
      this.#onGone?.()
      this.#onDrain?.()
    })
    // A write after the peer has gone is not our error; 'close' follows.
    response.on('error', () => {})
  }

  /** The connection closed before the answer was complete. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Headers are out: the status cannot change any more. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** One listener at a time; called immediately if the client is already gone. */
  onGone(listener: (() => void) | undefined): void {
    this.#onGone = listener
    if (this.#isGone) listener?.()
  }

  /** Called when the socket takes more, and when the client goes. */
  onDrain(listener: (() => void) | undefined): void {
    if (!this.#hearsDrain && listener) this.#response.on('drain', () => this.#onDrain?.())
    this.#hearsDrain ||= listener !== undefined
    this.#onDrain = listener
  }

  /** Adds a header to the answer, whatever it will be; of no effect once headers are out. */
  announce(name: string, value: string): void {
    this.#headers[name] = value
  }

  /** A complete answer. */
  send(status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array): void {
    if (this.#isGone || this.#hasStarted) return
    this.#hasStarted = true
    this.#isDone = true
    const all = this.#headers
    for (const name of Object.keys(headers)) all[name] = headers[name] ?? ''
    all['x-request-id'] = this.#requestId
    all['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength)
    this.#response.writeHead(status, all)
    this.#response.end(body)
  }

  /** A complete error instead of the answer, also in the other form that a client asked for. @param body one line */
  refuse(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.send(status, headers, this.#shape?.refuse?.(body) ?? body)
  }

  /** Headers of a stream of events, sent with its first piece; the status is 200 from here on. */
  startStream(): void {
    if (this.#isGone || this.#hasStarted) return
    this.#hasStarted = true
    const all = this.#headers
    all['content-type'] = this.#streamType
    all['cache-control'] = 'no-cache'
    all['x-accel-buffering'] = 'no'
    all['x-request-id'] = this.#requestId
    this.#response.writeHead(200, all)
  }

  /** @returns false when the caller should wait for `onDrain` */
  write(chunk: Uint8Array | string): boolean {
    if (this.#isGone) return true
    const shaped = this.#shape ? this.#shape.push(textOf(chunk)) : chunk
    return shaped.length === 0 || this.#response.write(shaped)
  }

  end(chunk: Uint8Array | string): void {
    if (this.#isGone) return
    this.#isDone = true
    this.#response.end(this.#shape ? joined(this.#shape.push(textOf(chunk)), this.#shape.end()) : chunk)
  }

  /** Ends the connection without the protocol's end, so that the answer cannot pass for complete. */
  destroy(): void {
    this.#isDone = true
    this.#response.destroy()
  }
}

const joined = (first: string | Buffer, last: string | Buffer): string | Buffer =>
  typeof first === 'string' && typeof last === 'string'
    ? first + last
    : Buffer.concat([Buffer.from(first), Buffer.from(last)])

const textOf = (chunk: Uint8Array | string): string =>
  typeof chunk === 'string'
    ? chunk
    : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8')
