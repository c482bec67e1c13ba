import { Readable } from 'node:stream'
import type { Exchange } from './exchange.ts'

/**
 * Turns the body of a response into a stream. It reads from the vendor only as fast as the stream is consumed, and
 * aborts the exchange when the stream is destroyed.
 */
export function toReadable(exchange: Exchange): Readable {
  const body = new Readable({
    read: () => exchange.resume(),
    destroy: (error, done) => {
      exchange.abort()
      done(error)
    },
  })
  exchange.consume({
    data: (chunk) => {
      if (!body.push(chunk)) exchange.pause()
    },
    end: () => body.push(null),
    fail: (error) => body.destroy(error),
  })
  return body
}
