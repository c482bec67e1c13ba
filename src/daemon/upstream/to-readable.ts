import { Readable } from 'node:stream'
import type { Exchange } from './exchange.ts'

/** The body of an answer as a stream: the vendor is read as fast as it is taken, and no longer than it is wanted. */
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
