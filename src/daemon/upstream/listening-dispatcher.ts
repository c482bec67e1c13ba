import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js'

/** Maximum size of the response to a refused handshake, which is usually a short text. */
const REFUSAL_BYTES_MAX = 256 * 1024

/** Details of the handshake that undici's WebSocket does not expose. */
export interface HandshakeListener {
  /** @param controller can abort the handshake */
  start?(controller: Dispatcher.DispatchController): void
  /** The connection now belongs to a WebSocket; its socket can be paused and destroyed. */
  upgrade(socket: Duplex): void
  /** The server responded instead of upgrading. The WebSocket is not notified, so close it. */
  refuse(status: number, headers: IncomingHttpHeaders, body: Buffer): void
  fail(error: Error): void
}

/**
 * Passes a handshake to the channel's own connections and reports its outcome. No compression is offered: short frames
 * gain nothing from it, and without it a frame is delivered when it arrives and has its visible size.
 */
export class ListeningDispatcher extends Dispatcher {
  readonly #dispatcher: Dispatcher
  readonly #listener: HandshakeListener
  /** Read by undici's WebSocket: the largest message it accepts. */
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
