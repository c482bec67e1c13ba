import { guardHeaders } from '../../http/guard-headers.ts'

/** Converts a stream of server-sent events to another format: takes whole events, returns what is sent. */
export interface StreamShape {
  readonly contentType: string
  push(events: string): string | Buffer
  end(): string | Buffer
  /** Writes an error that is sent instead of the stream; absent = the error is sent unchanged. @param body one line */
  refuse?(body: string): string
}

/** The format of the client's stream, if it is not plain server-sent events. */
export interface StreamForm {
  readonly shape?: StreamShape | undefined
  /** Set by protocols whose streams are not server-sent events. */
  readonly contentType?: string | undefined
}

/** Where an answer is written: the response of an HTTP server, or a substitute for one. */
export interface Outlet {
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown
  /** @returns false if the caller should wait for `drain` */
  write(chunk: Uint8Array | string): boolean
  end(chunk: Uint8Array | string): unknown
  destroy(): unknown
}

/**
 * The client's side of one relayed request: reports when the client has left, and writes the answer. Independent of
 * protocols and billing.
 */
export class Client {
  readonly #response: Outlet
  readonly #requestId: string
  #isGone = false
  #isDone = false
  #hasStarted = false
  /** Collected because Node.js writes headers in one go if it gets them all at once. */
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
    // Writing after the peer has left is not our error; 'close' follows.
    response.on('error', () => {})
  }

  /** Whether the connection closed before the answer was complete. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Whether the headers have been sent, so that the status can no longer change. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** Sets the only listener; called immediately if the client has already left. */
  onGone(listener: (() => void) | undefined): void {
    this.#onGone = listener
    if (this.#isGone) listener?.()
  }

  /** Sets the listener that is called when the socket accepts more, and when the client leaves. */
  onDrain(listener: (() => void) | undefined): void {
    if (!this.#hearsDrain && listener) this.#response.on('drain', () => this.#onDrain?.())
    this.#hearsDrain ||= listener !== undefined
    this.#onDrain = listener
  }

  /** Adds a header to any kind of answer; has no effect once headers have been sent. */
  announce(name: string, value: string): void {
    this.#headers[name] = value
  }

  /** Sends a complete answer. */
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

  /**
   * Sends a complete error instead of the answer, converted to the client's stream format if necessary.
   * @param body one line
   */
  refuse(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.send(status, headers, this.#shape?.refuse?.(body) ?? body)
  }

  /** Starts a stream of events: its headers are sent with its first piece, and the status is fixed at 200. */
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

  /** @returns false if the caller should wait for `onDrain` */
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

  /** Closes the connection without the protocol's end, so that the answer cannot be taken for complete. */
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
