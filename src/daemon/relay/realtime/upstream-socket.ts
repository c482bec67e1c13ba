import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispatcher, WebSocket } from 'undici'
import { TransportError, type TransportFault } from '../../upstream/exchange.ts'
import { ListeningDispatcher } from '../../upstream/listening-dispatcher.ts'
import { loadWebSocket } from '../../upstream/load-websocket.ts'

/** The same limit as for the client's frames. */
const FRAME_BYTES_MAX = 16 * 1024 * 1024
const HANDSHAKE_TIMEOUT_MS = 20_000
/** An upstream that does not answer the close within this time is disconnected. */
const CLOSE_TIMEOUT_MS = 5_000

/** Text as a string, anything else as bytes. */
export type Frame = string | Buffer

/** Receives the frames of an upstream. Nothing follows `closed`. */
export interface FrameSink {
  frame(frame: Frame): void
  /** @param code of RFC 6455, 7.4; 1006 = the connection broke */
  closed(code: number): void
}

/** The vendor's side of a session. */
export interface UpstreamSocket {
  readonly bufferedBytes: number
  send(frame: Frame): void
  /** Passes on all frames, from the first. */
  listen(sink: FrameSink): void
  /** Closes the session properly, and drops the connection if the other side does not respond. */
  close(): void
  /** Drops the connection. */
  destroy(): void
}

/** The vendor answered the handshake, but did not open a session. */
export class HandshakeRefusal extends Error {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string

  constructor(status: number, headers: IncomingHttpHeaders, body: string) {
    super(`The handshake was answered with status ${status}.`)
    this.name = 'HandshakeRefusal'
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export interface Handshake {
  readonly dispatcher: Dispatcher
  /** `https:` or `http:`, with the complete query. */
  readonly url: string
  readonly headers: Record<string, string>
  /** Aborts the handshake. */
  readonly signal: AbortSignal
}

/**
 * Opens the vendor's side of a session.
 *
 * @throws HandshakeRefusal if the vendor refuses
 * @throws TransportError if the vendor cannot be reached or does not answer, or the signal is aborted
 */
export function openUpstreamSocket({ dispatcher, url, headers, signal }: Handshake): Promise<UpstreamSocket> {
  return new Promise((resolve, reject) => {
    let connection: Duplex | undefined
    let isOpen = false
    const fail = (error: HandshakeRefusal | TransportError) => {
      if (isOpen) return
      forget()
      reject(error)
      websocket.close()
    }
    const breakOff = (fault: TransportFault) => () => fail(new TransportError(fault, fault))
    const onAbort = breakOff('aborted')
    const timer = setTimeout(breakOff('first-byte-timeout'), HANDSHAKE_TIMEOUT_MS)
    const forget = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const listening = new ListeningDispatcher(
      dispatcher,
      {
        upgrade: (socket) => {
          connection = socket
        },
        refuse: (status, answered, body) =>
          fail(new HandshakeRefusal(status, answered, body.toString('utf8'))),
        fail: (error) => fail(new TransportError('unreachable', error)),
      },
      FRAME_BYTES_MAX,
    )
    const OutgoingSocket = loadWebSocket()
    const websocket = new OutgoingSocket(url.replace(/^http/, 'ws'), { headers, dispatcher: listening })
    // Listens from the very beginning, because the first frame may come with the answer to the handshake.
    const socket = wrap(websocket, () => connection?.destroy())
    websocket.addEventListener('error', breakOff('unreachable'))
    websocket.addEventListener('open', () => {
      if (signal.aborted) return
      isOpen = true
      forget()
      resolve(socket)
    })
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}

function wrap(websocket: WebSocket, destroy: () => void): UpstreamSocket {
  const early: Frame[] = []
  let closedWith: number | undefined
  let sink: FrameSink | undefined
  let closeTimer: NodeJS.Timeout | undefined
  websocket.binaryType = 'arraybuffer'
  websocket.addEventListener('message', ({ data }) => {
    const frame = typeof data === 'string' ? data : Buffer.from(data as ArrayBuffer)
    if (sink) sink.frame(frame)
    else early.push(frame)
  })
  websocket.addEventListener('close', ({ code }) => {
    clearTimeout(closeTimer)
    closedWith = code
    sink?.closed(code)
  })
  return {
    get bufferedBytes() {
      return websocket.bufferedAmount
    },
    send: (frame) => websocket.send(frame),
    listen: (given) => {
      sink = given
      for (const frame of early.splice(0)) sink.frame(frame)
      if (closedWith !== undefined) sink.closed(closedWith)
    },
    close: () => {
      websocket.close()
      if (closedWith === undefined) closeTimer ??= setTimeout(destroy, CLOSE_TIMEOUT_MS)
    },
    destroy,
  }
}
