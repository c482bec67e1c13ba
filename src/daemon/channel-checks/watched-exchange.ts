import type { IncomingHttpHeaders } from 'node:http'
import type { UpstreamExchange } from '../upstream/exchange.ts'
import { decodeContent } from '../upstream/upstream-body.ts'

/** Maximum number of bytes kept of a body. */
const KEPT_BYTES_MAX = 64 * 1024

/** The unchanged response. */
export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The beginning of the body, with its content encoding removed if the body is complete. */
  readonly body: Buffer
  /** Size of the whole body as far as it was read. */
  readonly bytes: number
  readonly isCut: boolean
}

/**
 * Records what an exchange delivers while another reader consumes it.
 *
 * @returns a function that returns the record once reading is over; undefined = no response began
 */
export function watchExchange(exchange: UpstreamExchange): () => Promise<Received | undefined> {
  const kept: Buffer[] = []
  let bytes = 0
  const consume = exchange.consume.bind(exchange)
  // `readAll` consumes as well, so this covers every way of reading.
  exchange.consume = (sink) =>
    consume({
      data: (chunk) => {
        if (bytes < KEPT_BYTES_MAX) kept.push(chunk.subarray(0, KEPT_BYTES_MAX - bytes))
        bytes += chunk.length
        sink.data(chunk)
      },
      end: () => sink.end(),
      fail: (error) => sink.fail(error),
    })
  return async () => {
    if (exchange.status === 0) return undefined
    const { status, headers } = exchange
    const raw = Buffer.concat(kept)
    const isCut = bytes > KEPT_BYTES_MAX
    const body = isCut ? raw : ((await decodeContent(exchange, raw)) ?? raw)
    return {
      status,
      headers,
      body: body.subarray(0, KEPT_BYTES_MAX),
      bytes,
      isCut: isCut || body.length > KEPT_BYTES_MAX,
    }
  }
}
