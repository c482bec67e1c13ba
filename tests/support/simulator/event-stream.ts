import { crc32 } from 'node:zlib'

const stringHeader = (name: string, value: string): Buffer => {
  const [nameBytes, valueBytes] = [Buffer.from(name), Buffer.from(value)]
  const length = Buffer.alloc(2)
  length.writeUInt16BE(valueBytes.length)
  return Buffer.concat([Buffer.from([nameBytes.length]), nameBytes, Buffer.from([7]), length, valueBytes])
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/**
 * Encodes one message of `application/vnd.amazon.eventstream`, checksums included.
 * @see https://docs.aws.amazon.com/transcribe/latest/dg/event-stream.html
 */
export const eventStreamFrame = (headers: Readonly<Record<string, string>>, payload: Buffer): Buffer => {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => stringHeader(name, value)))
  const lengths = Buffer.concat([uint32(head.length + payload.length + 16), uint32(head.length)])
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), head, payload])
  return Buffer.concat([message, uint32(crc32(message))])
}
