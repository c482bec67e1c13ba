import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispatcher, WebSocket } from 'undici'
import {
  type BodyMeter,
  type BodySink,
  readWhole,
  TransportError,
  type TransportFault,
  type UpstreamRequest,
} from './exchange.ts'
import { ListeningDispatcher } from './listening-dispatcher.ts'
import { loadWebSocket } from './load-websocket.ts'

/** Close codes for a normal end, and for an end without a reason. */
const ORDERLY_CLOSES: ReadonlySet<number> = new Set([1000, 1001, 1005])
const CHECK_MS = 100

/**
 * A call over a WebSocket, with the interface of an `Exchange`: one text frame is sent (the body of the request), and
 * each text frame received is delivered as one server-sent event with status 200. A handshake that the upstream refuses
 * is a response with its own status and body.
 *
 * undici implements the protocol. A listener on its dispatcher provides what its WebSocket does not expose: the
 * response to a refused handshake, and the socket, which can be paused.
 */
export class WebSocketExchange {
  readonly started: Promise<WebSocketExchange>
  status = 0
  headers: IncomingHttpHeaders = {}
  isSent = false
  #resolve!: (exchange: WebSocketExchange) => void
  #reject!: (error: TransportError) => void
  #websocket: WebSocket | undefined
  #controller: Dispatcher.DispatchController | undefined
  #socket: Duplex | undefined
  #sink: BodySink | undefined
  #early: Buffer[] = []
  #earlyEnd: 'end' | TransportError | undefined
  #hasStarted = false
  #isOver = false
  #isPaused = false
  #lastMs = Date.now()
  #patienceMs: number
  readonly #idleTimeoutMs: number
  readonly #timer: NodeJS.Timeout

  constructor(dispatcher: Dispatcher, request: UpstreamRequest) {
    this.#patienceMs = request.firstByteTimeoutMs
    this.#idleTimeoutMs = request.idleTimeoutMs
    this.started = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#timer = setInterval(() => this.checkSilence(Date.now()), CHECK_MS).unref()
    this.#open(dispatcher, request)
  }

  /** Passes the body to the sink, from its first byte. */
  consume(sink: BodySink): void {
    this.#sink = sink
    this.#deliverEarly()
    if (!this.#isPaused) this.resume()
  }

  /** Reads the whole body; see {@link UpstreamExchange.readAll}. */
  readAll(bytesMax: number, meter?: BodyMeter): Promise<Buffer> {
    return readWhole(this, bytesMax, meter)
  }

  /** Pauses reading. While reading is paused, silence does not count against the upstream. */
  pause(): void {
    this.#isPaused = true
    this.#socket?.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#lastMs = Date.now()
    this.#deliverEarly()
    if (!this.#isPaused) this.#socket?.resume()
  }

  /** Ends the call if the upstream has been silent for too long. */
  checkSilence(nowMs: number): void {
    if (this.#isPaused || nowMs - this.#lastMs < this.#patienceMs) return
    this.#stop(this.#hasStarted ? 'idle-timeout' : 'first-byte-timeout')
  }

  /** Drops the connection; harmless if the response is complete. */
  abort(): void {
    if (!this.#isOver) this.#stop('aborted')
  }

  #open(dispatcher: Dispatcher, request: UpstreamRequest): void {
    const listening = new ListeningDispatcher(dispatcher, {
      start: (controller) => {
        this.#controller = controller
        if (this.#isOver) controller.abort(new Error('aborted'))
      },
      upgrade: (socket) => {
        this.#socket = socket
      },
      refuse: (status, headers, body) => this.#refuse(status, headers, body),
      fail: (error) => this.#fail('unreachable', error),
    })
    const OutgoingSocket = loadWebSocket()
    const websocket = new OutgoingSocket(request.url, { dispatcher: listening, headers: request.headers })
    this.#websocket = websocket
    websocket.addEventListener('open', () => {
      if (this.#isOver) return websocket.close()
      this.#lastMs = Date.now()
      websocket.send(asText(request.body))
      this.isSent = true
    })
    websocket.addEventListener('message', ({ data }) => {
      // Binary frames have no meaning in this protocol.
      if (typeof data === 'string') this.#receive(data)
    })
    websocket.addEventListener('error', ({ error }) => {
      if (!this.#socket) this.#fail('unreachable', error)
    })
    websocket.addEventListener('close', ({ code }) => {
      if (this.#socket && this.#hasStarted && ORDERLY_CLOSES.has(code)) this.#end()
      else this.#fail(this.#hasStarted ? 'broken' : 'unreachable', `closed with code ${code}`)
    })
  }

  /** Delivers a frame. The response starts with its first frame: until then another channel can still take over. */
  #receive(frame: string): void {
    if (this.#isOver) return
    this.#lastMs = Date.now()
    if (!this.#hasStarted) this.#start(200, { 'content-type': 'text/event-stream' })
    // A frame is one event, whatever line breaks it contains.
    this.#deliver(Buffer.from(`data: ${frame.replaceAll(/\r\n|\n|\r/g, '\ndata: ')}\n\n`))
  }

  #refuse(status: number, headers: IncomingHttpHeaders, body: Buffer): void {
    if (this.#isOver) return
    this.#start(status, headers)
    if (body.length > 0) this.#deliver(body)
    this.#end()
  }

  #start(status: number, headers: IncomingHttpHeaders): void {
    this.#hasStarted = true
    this.#patienceMs = this.#idleTimeoutMs
    this.status = status
    this.headers = headers
    this.#resolve(this)
  }

  #deliver(chunk: Buffer): void {
    if (this.#sink && !this.#isPaused && this.#early.length === 0) return this.#sink.data(chunk)
    this.#early.push(chunk)
    // Frames read before the pause still arrive; later ones stay in the socket.
    this.#socket?.pause()
  }

  #deliverEarly(): void {
    const sink = this.#sink
    if (!sink) return
    while (!this.#isPaused) {
      const chunk = this.#early.shift()
      if (!chunk) break
      sink.data(chunk)
    }
    if (this.#early.length > 0 || !this.#earlyEnd) return
    const end = this.#earlyEnd
    this.#earlyEnd = undefined
    if (end === 'end') sink.end()
    else sink.fail(end)
  }

  #end(): void {
    if (this.#isOver) return
    this.#finish()
    this.#earlyEnd = 'end'
    this.#deliverEarly()
  }

  #fail(fault: TransportFault, cause: unknown): void {
    if (this.#isOver) return
    this.#finish()
    const error = new TransportError(fault, cause)
    if (!this.#hasStarted) return this.#reject(error)
    this.#earlyEnd = error
    // Unless the connection broke, report the failure at once: nobody needs the chunks that are still waiting.
    if (fault !== 'broken') this.#early = []
    this.#deliverEarly()
  }

  #stop(fault: TransportFault): void {
    this.#isPaused = false
    this.#fail(fault, fault)
    this.#socket?.destroy()
    if (!this.#socket) this.#controller?.abort(new Error(fault))
    this.#websocket?.close()
  }

  #finish(): void {
    this.#isOver = true
    clearInterval(this.#timer)
  }
}

/** Opens the call. The returned exchange's `started` rejects with a {@link TransportError}. */
export function openWebSocketExchange(dispatcher: Dispatcher, request: UpstreamRequest): WebSocketExchange {
  return new WebSocketExchange(dispatcher, request)
}

const asText = (body: UpstreamRequest['body']): string =>
  typeof body === 'string' ? body : Buffer.from(body ?? []).toString('utf8')
