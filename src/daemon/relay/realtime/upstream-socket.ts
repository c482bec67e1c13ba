import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispatcher, WebSocket } from 'undici'
import { TransportError, type TransportFault } from '../../upstream/exchange.ts'
import { ListeningDispatcher } from '../../upstream/listening-dispatcher.ts'
import { loadWebSocket } from '../../upstream/load-websocket.ts'

/** The same bound as for the client's frames. */
const FRAME_BYTES_MAX = 16 * 1024 * 1024
const HANDSHAKE_TIMEOUT_MS = 20_000
/** An upstream that does not answer the close within this time is cut off. */
const CLOSE_TIMEOUT_MS = 5_000

/** Text as a string, anything else as bytes. */
export type Frame = string | Buffer

/** Receives what an upstream says. Nothing comes after `closed`. */
export interface FrameSink {
  frame(frame: Frame): void
  /** @param code of RFC 6455, 7.4; 1006 = the connection broke */
  closed(code: number): void
}

/** The vendor's side of a session. */
export interface UpstreamSocket {
  readonly bufferedBytes: number
  send(frame: Frame): void
  /** Hands the frames over, from the first. */
  listen(sink: FrameSink): void
  /** Closes as the protocol says, and drops the connection when the other side does not. */
  close(): void
  /** Drops the connection. */
  destroy(): void
}

/** The vendor answered the handshake, but not with a session. */
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
  /** `https:` or `http:`, with everything its query needs. */
  readonly url: string
  readonly headers: Record<string, string>
  /** Breaks it off. */
  readonly signal: AbortSignal
}

/**
 * Opens the vendor's side of a session.
 *
 * @throws HandshakeRefusal when the vendor does not take it
 * @throws TransportError when it cannot be reached, does not answer, or the signal is aborted
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
    // From the very beginning: the first frame may come with the handshake's answer.
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
