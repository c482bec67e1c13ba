import { crc32 } from 'node:zlib'
import { ERROR_TYPES } from './aws-event-stream.ts'
import { asObject, asText } from './json-access.ts'
import { parseJson } from './parse-json.ts'

/** Total length, length of the headers, and a checksum of both. */
const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4
const TEXT = 7

/** Maps Anthropic's error types to Bedrock's names. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(ERROR_TYPES).map(([exception, type]) => [type, exception]),
)

/**
 * Encodes the data of one Anthropic event as a frame of `application/vnd.amazon.eventstream`, as Bedrock's
 * `invoke-with-response-stream` does. An error becomes an exception frame, which AWS clients raise.
 *
 * @see https://smithy.io/2.0/aws/amazon-eventstream.html (read 2026-12-01)
 */
export function writeAwsFrame(data: string): Buffer {
  const failure = readError(data)
  if (failure)
    return frameOf(
      {
        ':exception-type': EXCEPTIONS.get(failure.type) ?? 'internalServerException',
        ':content-type': 'application/json',
        ':message-type': 'exception',
      },
      { message: failure.message },
    )
  return frameOf(
    { ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' },
    { bytes: Buffer.from(data).toString('base64') },
  )
}

function readError(data: string): { readonly type: string; readonly message: string } | undefined {
  if (!/^\s*\{\s*"type"\s*:\s*"error"/.test(data)) return undefined
  const error = asObject(asObject(parseJson(data))?.error)
  return { type: asText(error?.type) ?? '', message: asText(error?.message) ?? '' }
}

function frameOf(headers: Readonly<Record<string, string>>, payload: object): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => headerOf(name, value)))
  const body = Buffer.from(JSON.stringify(payload))
  const total = PRELUDE_BYTES + head.length + body.length + CHECKSUM_BYTES
  const frame = Buffer.alloc(total)
  frame.writeUInt32BE(total, 0)
  frame.writeUInt32BE(head.length, 4)
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8)
  head.copy(frame, PRELUDE_BYTES)
  body.copy(frame, PRELUDE_BYTES + head.length)
  frame.writeUInt32BE(crc32(frame.subarray(0, total - CHECKSUM_BYTES)), total - CHECKSUM_BYTES)
  return frame
}

/** Layout of a string header: name length (1 byte), name, type (1 byte), value length (2 bytes), value. */
function headerOf(name: string, value: string): Buffer {
  const length = Buffer.alloc(3)
  length.writeUInt8(TEXT, 0)
  length.writeUInt16BE(Buffer.byteLength(value), 1)
  return Buffer.concat([Buffer.of(Buffer.byteLength(name)), Buffer.from(name), length, Buffer.from(value)])
}
