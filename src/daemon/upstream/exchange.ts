import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '../errors/app-error.ts'
import { Roster } from '../roster.ts'
import { splitUrl } from './split-url.ts'

/** One HTTP request towards an upstream. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | null
  /** Limits the silence before the first byte of the body; `idleTimeoutMs` limits the silence between its chunks. */
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

/** A request whose body is passed on as it arrives. */
export interface UploadRequest extends Omit<UpstreamRequest, 'body'> {
  readonly body: Readable
}

/** Kinds of transport failures, distinguished by how the caller has to react. */
export type TransportFault =
  | 'unreachable'
  | 'first-byte-timeout'
  | 'idle-timeout'
  | 'broken'
  | 'aborted'
  | 'too-large'

/** A transport failure. The message is for logs: it may name hosts, and never reaches a client. */
export class TransportError extends Error {
  readonly fault: TransportFault
  constructor(fault: TransportFault, cause: unknown) {
    super(cause instanceof Error ? cause.message : fault, { cause })
    this.name = 'TransportError'
    this.fault = fault
  }
}

/** Receives a response body. Exactly one of `end` and `fail` is called, once, last. */
export interface BodySink {
  data(chunk: Buffer): void
  end(): void
  fail(error: TransportError): void
}

/** Watches how much of a body arrives, and limits it. */
export interface BodyMeter {
  /**
   * @param bytes how much has arrived
   * @param announced the length that the head states; 0 = none
   * @returns a promise if no more should be read for now
   * @throws AppError if no more may be read at all
   */
  grow(bytes: number, announced: number): Promise<void> | undefined
}

/** A response in progress, over any transport. */
export interface UpstreamExchange {
  /** @throws TransportError when no response came */
  readonly started: Promise<unknown>
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The whole request has been sent, so the upstream may be working on it. */
  readonly isSent: boolean
  /**
   * Waits for the first chunk of the body and returns it; a sink still receives that chunk. Empty = there is no body.
   * Never rejects. Absent for transports whose content type is always right.
   */
  firstBytes?(): Promise<Buffer>
  /** Passes the body to the sink, from its first byte. */
  consume(sink: BodySink): void
  /**
   * Reads the whole body.
   * @param meter limits how much arrives
   * @throws TransportError; fault `too-large` beyond `bytesMax`
   */
  readAll(bytesMax: number, meter?: BodyMeter): Promise<Buffer>
  pause(): void
  resume(): void
  /** Drops the connection; harmless if the response is complete. */
  abort(): void
}

/**
 * Implements `readAll` for any kind of exchange.
 * @throws TransportError; fault `too-large` beyond `bytesMax`
 */
export function readWhole(
  exchange: Omit<UpstreamExchange, 'readAll'>,
  bytesMax: number,
  meter: BodyMeter | undefined,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const announced = Number(exchange.headers['content-length'] ?? 0)
    const chunks: Buffer[] = []
    let size = 0
    const makeRoom = () => {
      const room = meter?.grow(size, Math.min(announced, bytesMax))
      if (!room) return
      exchange.pause()
      void room.then(() => exchange.resume())
    }
    exchange.consume({
      data: (chunk) => {
        size += chunk.length
        if (size > bytesMax) {
          // Reject first: aborting fails this sink at once, and a promise keeps its first result.
          reject(new TransportError('too-large', `more than ${bytesMax} bytes`))
          exchange.abort()
          return
        }
        chunks.push(chunk)
        makeRoom()
      },
      end: () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
      fail: reject,
    })
  })
}

/**
 * An HTTP response in progress. The body waits (paused, a few kilobytes at most) until a sink takes it, so that the
 * status can be checked first. Built on undici's dispatch: no stream objects between the socket and the client.
 */
export class Exchange implements UpstreamExchange, Dispatcher.DispatchHandler {
  readonly started: Promise<Exchange>
  status = 0
  headers: IncomingHttpHeaders = {}
  isSent = false
  #resolve!: (exchange: Exchange) => void
  #reject!: (error: TransportError) => void
  #controller: Dispatcher.DispatchController | undefined
  #sink: BodySink | undefined
  #early: Buffer[] = []
  #earlyEnd: 'end' | TransportError | undefined
  #onEarly: (() => void) | undefined
  #hasStarted = false
  #hasBody = false
  #isOver = false
  #abortReason: Error | undefined
  /** Unix milliseconds of the last activity. `#patienceMs` is the longest silence allowed after it. */
  #lastMs = Date.now()
  #patienceMs: number
  readonly #idleTimeoutMs: number
  #isPaused = false
  #place: number | undefined

  constructor(firstByteTimeoutMs: number, idleTimeoutMs: number) {
    this.#patienceMs = firstByteTimeoutMs
    this.#idleTimeoutMs = idleTimeoutMs
    this.#place = running.add(this)
    this.started = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#abortReason) controller.abort(this.#abortReason)
  }

  onRequestSent(): void {
    this.isSent = true
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    // Nobody reads the raw headers, and an open stream would keep a kilobyte of them.
    controller.rawHeaders = null
    this.status = status
    this.headers = headers
    this.#hasStarted = true
    this.#lastMs = Date.now()
    this.#resolve(this)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#lastMs = Date.now()
    // Some upstreams send headers at once and think afterwards.
    this.#patienceMs = this.#idleTimeoutMs
    this.#hasBody = true
    if (this.#sink) return this.#sink.data(chunk)
    this.#early.push(chunk)
    controller.pause()
    this.#onEarly?.()
  }

  onResponseEnd(): void {
    this.#isOver = true
    this.#leave()
    if (this.#sink) return this.#sink.end()
    this.#earlyEnd = 'end'
    this.#onEarly?.()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  #leave(): void {
    if (this.#place !== undefined) running.remove(this.#place)
    this.#place = undefined
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#leave()
    const fault = new TransportError(readFault(error, this.#hasStarted), error)
    if (!this.#hasStarted) return this.#reject(fault)
    if (this.#sink) return this.#sink.fail(fault)
    this.#earlyEnd = fault
    this.#onEarly?.()
  }

  async firstBytes(): Promise<Buffer> {
    if (this.#early.length === 0 && !this.#earlyEnd)
      await new Promise<void>((resolve) => {
        this.#onEarly = resolve
      })
    return this.#early[0] ?? Buffer.alloc(0)
  }

  /** Passes the body to the sink, from its first byte. */
  consume(sink: BodySink): void {
    this.#sink = sink
    const early = this.#early
    this.#early = []
    try {
      for (const chunk of early) sink.data(chunk)
    } catch (error) {
      // For later chunks, undici catches what the sink throws.
      if (!this.#isOver) return this.#stop(error as Error)
      return sink.fail(new TransportError(readFault(error as Error, true), error))
    }
    if (this.#earlyEnd === 'end') return sink.end()
    if (this.#earlyEnd) return sink.fail(this.#earlyEnd)
    if (early.length > 0) this.resume()
  }

  /** Reads the whole body; see {@link UpstreamExchange.readAll}. */
  readAll(bytesMax: number, meter?: BodyMeter): Promise<Buffer> {
    return readWhole(this, bytesMax, meter)
  }

  /** Pauses reading. While reading is paused, silence does not count against the upstream. */
  pause(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#lastMs = Date.now()
    this.#controller?.resume()
  }

  /** Records that more of a long request was sent: the upstream cannot respond before it has all of it. */
  noteSending(): void {
    this.#lastMs = Date.now()
  }

  /** Ends the call if the upstream has been silent for too long. */
  checkSilence(nowMs: number): void {
    if (this.#isPaused || nowMs - this.#lastMs < this.#patienceMs) return
    this.#stop(new SilenceError(this.#hasBody ? 'idle-timeout' : 'first-byte-timeout'))
  }

  /** Drops the connection; harmless if the response is complete. */
  abort(): void {
    if (!this.#isOver) this.#stop(new AbortedError())
  }

  #stop(reason: Error): void {
    this.#abortReason = reason
    if (this.#controller) return this.#controller.abort(reason)
    // Still connecting, so no callback would report the failure. The call itself is dropped as soon as it begins.
    this.#fail(reason)
  }
}

/**
 * Calls that wait for their upstream. One timer checks all of them: a timer per call, which the library would set and
 * clear two or three times, is a large part of the cost of a small call.
 */
const running = new Roster<Exchange>()
const CHECK_MS = 100

setInterval(() => {
  if (running.size === 0) return
  const nowMs = Date.now()
  for (const exchange of running) exchange.checkSilence(nowMs)
}, CHECK_MS).unref()

class SilenceError extends Error {
  override name = 'SilenceError'
  readonly fault: TransportFault
  constructor(fault: TransportFault) {
    super(fault)
    this.fault = fault
  }
}

class AbortedError extends Error {
  override name = 'AbortError'
}

/** Starts the call. The returned exchange's `started` rejects with a {@link TransportError}. */
export function openExchange(dispatcher: Dispatcher, request: UpstreamRequest | UploadRequest): Exchange {
  const exchange = new Exchange(request.firstByteTimeoutMs, request.idleTimeoutMs)
  const { origin, path } = splitUrl(request.url)
  dispatcher.dispatch(
    {
      origin,
      path,
      method: request.method,
      headers: request.headers,
      body: request.body,
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    exchange,
  )
  return exchange
}

function readFault(error: Error, hasStarted: boolean): TransportFault {
  if (error instanceof AbortedError) return 'aborted'
  if (error instanceof SilenceError) return error.fault
  // Thrown by framers.
  if (error instanceof AppError && error.code === 'upstream_too_large') return 'too-large'
  return hasStarted ? 'broken' : 'unreachable'
}
