import { fieldsOf, textOf } from '../corpus.ts'
import { parse } from './events.ts'

/**
 * Reads the model's events in `application/vnd.amazon.eventstream`: each frame has its length, the length of its
 * headers, a checksum, headers, a payload and a checksum.
 *
 * @returns the texts of the events, in order
 */
const readFrames = (bytes: Buffer): string[] => {
  const events: string[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const start = at + 12 + bytes.readUInt32BE(at + 4)
    const end = at + bytes.readUInt32BE(at) - 4
    const { bytes: inner } = fieldsOf(parse(bytes.toString('utf8', start, end)))
    if (inner !== undefined) events.push(Buffer.from(textOf(inner), 'base64').toString('utf8'))
  }
  return events
}

/** Converts the events to server-sent events, as the vendor's own API would send them. */
export const asServerSentEvents = (bytes: Buffer): string =>
  readFrames(bytes)
    .map((data) => `event: ${textOf(fieldsOf(parse(data)).type)}\ndata: ${data}\n\n`)
    .join('')
