import { crc32 } from 'node:zlib'
import { AppError } from '../errors/app-error.ts'
import { asObject, asText } from './json-access.ts'
import { parseJson } from './parse-json.ts'
import type { JsonObject, StreamEvent } from './types.ts'
import { type UnwrittenEvent, writeEvents } from './written-events.ts'

/** AWS allows 16 MiB; events of models are far smaller. */
const FRAME_BYTES_MAX = 16 * 1024 * 1024

/** Total length, length of the headers, and a checksum of both. */
const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4

/** Maps Bedrock's names of stream errors to Anthropic's error types. */
export const ERROR_TYPES: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  serviceUnavailableException: 'overloaded_error',
  modelTimeoutException: 'timeout_error',
  validationException: 'invalid_request_error',
}

/**
 * Cuts `application/vnd.amazon.eventstream` into events, as Bedrock's `invoke-with-response-stream` sends it: each
 * frame holds one event of the model in base64. Exceptions and invalid frames become an error event in Anthropic's
 * format. After an invalid frame, the rest of the stream cannot be trusted and is not read. The chunk boundaries do not
 * affect the events.
 *
 * Written by hand, because checksums are native in Node.js and frames are read without copying them.
 *
 * @see https://smithy.io/2.0/aws/amazon-eventstream.html (read 2026-11-20)
 */
export class AwsEventStreamFramer {
  readonly #frameBytesMax: number
  /** Pieces of the incomplete frame, joined once it is complete. */
  #held: Uint8Array[] = []
  #heldBytes = 0
  /** Number of bytes needed before parsing can continue. */
  #neededBytes = PRELUDE_BYTES
  #isBroken = false

  constructor(options: { readonly frameBytesMax?: number } = {}) {
    this.#frameBytesMax = options.frameBytesMax ?? FRAME_BYTES_MAX
  }

  /** @throws AppError `upstream_too_large` when a frame declares a size above the limit */
  push(chunk: Uint8Array): StreamEvent[] {
    if (this.#isBroken || chunk.length === 0) return []
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    if (this.#heldBytes < this.#neededBytes) return []
    const events: UnwrittenEvent[] = []
    const bytes = Buffer.concat(this.#held, this.#heldBytes)
    this.#keep(bytes.subarray(this.#cut(bytes, events)))
    return writeEvents(events)
  }

  /** Returns an error event if the stream ended inside a frame. */
  flush(): StreamEvent | undefined {
    if (this.#isBroken || this.#heldBytes === 0) return undefined
    this.#isBroken = true
    return writeEvents([errorEvent('api_error', 'the stream ended inside a frame')])[0]
  }

  /** @returns where the incomplete frame begins */
  #cut(bytes: Buffer, events: UnwrittenEvent[]): number {
    let start = 0
    for (;;) {
      this.#neededBytes = PRELUDE_BYTES
      if (bytes.length - start < PRELUDE_BYTES) return start
      const total = bytes.readUInt32BE(start)
      const headersBytes = bytes.readUInt32BE(start + 4)
      const isPrelude = crc32(bytes.subarray(start, start + 8)) === bytes.readUInt32BE(start + 8)
      if (!isPrelude || total < headersBytes + PRELUDE_BYTES + CHECKSUM_BYTES)
        return this.#break(bytes, events)
      if (total > this.#frameBytesMax)
        throw new AppError('upstream_too_large', {
          detail: { frameBytes: total, frameBytesMax: this.#frameBytesMax },
        })
      this.#neededBytes = total
      if (bytes.length - start < total) return start
      const frame = bytes.subarray(start, start + total)
      const bodyEnd = total - CHECKSUM_BYTES
      if (crc32(frame.subarray(0, bodyEnd)) !== frame.readUInt32BE(bodyEnd)) return this.#break(bytes, events)
      const headersEnd = PRELUDE_BYTES + headersBytes
      const headers = readHeaders(frame.subarray(PRELUDE_BYTES, headersEnd))
      if (!headers) return this.#break(bytes, events)
      const event = readEvent(headers, frame.toString('utf8', headersEnd, bodyEnd))
      if (event) events.push(event)
      start += total
    }
  }

  #break(bytes: Buffer, events: UnwrittenEvent[]): number {
    this.#isBroken = true
    events.push(errorEvent('api_error', 'a frame of the stream does not check'))
    return bytes.length
  }

  #keep(rest: Buffer): void {
    this.#held = rest.length === 0 ? [] : [rest]
    this.#heldBytes = rest.length
  }
}

/** Size of a header value by its type; -1 = the value is preceded by a length of two bytes. */
const VALUE_BYTES = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16] as const
const TEXT = 7

/** Reads the text headers. @returns undefined when they do not fill their space exactly */
function readHeaders(bytes: Buffer): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] ?? 0)
    const type = bytes[nameEnd] ?? -1
    const fixed = VALUE_BYTES[type]
    if (fixed === undefined) return undefined
    let start = nameEnd + 1
    let length: number = fixed
    if (fixed === -1) {
      if (start + 2 > bytes.length) return undefined
      length = bytes.readUInt16BE(start)
      start += 2
    }
    if (start + length > bytes.length) return undefined
    if (type === TEXT)
      headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', start, start + length))
    at = start + length
  }
  return headers
}

function readEvent(headers: ReadonlyMap<string, string>, payload: string): UnwrittenEvent | undefined {
  const body = asObject(parseJson(payload))
  switch (headers.get(':message-type')) {
    case 'exception': {
      const name = headers.get(':exception-type') ?? ''
      return errorEvent(ERROR_TYPES[name] ?? 'api_error', readMessage(body) ?? (name || 'the stream broke'))
    }
    case 'error': {
      const code = headers.get(':error-code') ?? ''
      return errorEvent('api_error', headers.get(':error-message') || code || 'the stream broke')
    }
    default:
      return readChunk(body)
  }
}

const readMessage = (body: JsonObject | undefined): string | undefined =>
  body && (asText(body.message) ?? asText(body.Message) ?? asText(body.originalMessage))

/** Reads `{"bytes": "<base64>", "p": "<padding>"}`. Other kinds of events contain no model output. */
function readChunk(body: JsonObject | undefined): UnwrittenEvent | undefined {
  const base64 = asText(body?.bytes)
  if (base64 === undefined) return undefined
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const data = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, ' ').trim() : text
  return { name: readEventName(data), data }
}

/** Returns the member `type`, with which Anthropic's events begin. Events of other vendors have none. */
function readEventName(data: string): string {
  const name = /^\{"type":"([a-z_]+)"/.exec(data)?.[1] ?? asText(asObject(parseJson(data))?.type)
  return name !== undefined && /^\w+$/.test(name) ? name : ''
}

function errorEvent(type: string, message: string): UnwrittenEvent {
  return { name: 'error', data: JSON.stringify({ type: 'error', error: { type, message } }) }
}
