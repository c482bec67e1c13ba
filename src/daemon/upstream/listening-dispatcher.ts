import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import { Dispatcher } from 'undici'

/** A refused handshake answers with a sentence. */
const REFUSAL_BYTES_MAX = 256 * 1024

/** What undici's WebSocket keeps to itself about its handshake. */
export interface HandshakeListener {
  /** @param controller what can break the handshake off */
  start?(controller: Dispatcher.DispatchController): void
  /** The connection is a WebSocket's now; the socket is what can be paused and destroyed. */
  upgrade(socket: Duplex): void
  /** An answer of its own instead of the upgrade. The WebSocket is not told: close it. */
  refuse(status: number, headers: IncomingHttpHeaders, body: Buffer): void
  fail(error: Error): void
}

/**
 * Hands a handshake on to the channel's own connections and tells what came of it. No compression is offered: frames of a
 * few words gain nothing from it, and without it a frame is delivered when it comes and is as large as it looks.
 */
export class ListeningDispatcher extends Dispatcher {
  readonly #dispatcher: Dispatcher
  readonly #listener: HandshakeListener
  /** Read by undici's WebSocket: the largest message it takes. */
  readonly webSocketOptions: { readonly maxPayloadSize: number } | undefined

  constructor(dispatcher: Dispatcher, listener: HandshakeListener, messageBytesMax?: number) {
    super()
    this.#dispatcher = dispatcher
    this.#listener = listener
    this.webSocketOptions = messageBytesMax === undefined ? undefined : { maxPayloadSize: messageBytesMax }
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const listener = this.#listener
    let refusal: { readonly status: number; readonly headers: IncomingHttpHeaders } | undefined
    const body: Buffer[] = []
    let bodyBytes = 0
    return this.#dispatcher.dispatch(
      { ...options, headers: withoutCompression(options.headers), headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: (controller, context) => {
          listener.start?.(controller)
          handler.onRequestStart?.(controller, context)
        },
        onRequestUpgrade: (controller, status, headers, socket) => {
          listener.upgrade(socket)
          return handler.onRequestUpgrade?.(controller, status, headers, socket)
        },
        onResponseStart: (_controller, status, headers) => {
          if (status >= 200) refusal = { status, headers }
        },
        onResponseData: (controller, chunk) => {
          bodyBytes += chunk.length
          if (bodyBytes <= REFUSAL_BYTES_MAX) body.push(chunk)
          else controller.abort(new Error('the refusal is too long'))
        },
        onResponseEnd: () => {
          if (refusal) listener.refuse(refusal.status, refusal.headers, Buffer.concat(body))
        },
        onResponseError: (controller, error) => {
          if (refusal) listener.refuse(refusal.status, refusal.headers, Buffer.concat(body))
          else listener.fail(error)
          handler.onResponseError?.(controller, error)
        },
      },
    )
  }
}

const withoutCompression = (headers: Dispatcher.DispatchOptions['headers']) =>
  Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'sec-websocket-extensions'),
  )
