import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AwsEventStreamFramer } from '../../../src/daemon/protocols/aws-event-stream.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { JsonObject, StreamEvent } from '../../../src/daemon/protocols/types.ts'

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/aws/${name}.eventstream`, import.meta.url))

/** One `chunk` frame that contains `{"type":"message_stop"}`, as published with the format. */
const MESSAGE_STOP = Buffer.from(
  '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332466e5a56397a64473977496e303d227dba48ab22',
  'hex',
)

function framed(chunks: readonly Uint8Array[]): StreamEvent[] {
  const framer = new AwsEventStreamFramer()
  const events = chunks.flatMap((chunk) => framer.push(chunk))
  const last = framer.flush()
  return last ? [...events, last] : events
}

const textOf = (events: readonly StreamEvent[]): string =>
  Buffer.concat(events.map((each) => each.raw)).toString('utf8')

const documents = (events: readonly StreamEvent[]): JsonObject[] =>
  events.map((each) => JSON.parse(each.data) as JsonObject)

/** Builds a frame with text headers according to the format's documentation. */
function frame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(Buffer.byteLength(value))
      return Buffer.concat([
        Buffer.of(name.length),
        Buffer.from(name),
        Buffer.of(7),
        length,
        Buffer.from(value),
      ])
    }),
  )
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(head.length + Buffer.byteLength(payload) + 16)
  prelude.writeUInt32BE(head.length, 4)
  const checked = Buffer.concat([prelude, checksum(prelude), head, Buffer.from(payload)])
  return Buffer.concat([checked, checksum(checked)])
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum
}

describe('AwsEventStreamFramer', () => {
  it('reads the published frame as the event in it', () => {
    const [event, ...rest] = framed([MESSAGE_STOP])
    expect(rest).toEqual([])
    expect(event?.data).toBe('{"type":"message_stop"}')
    expect(textOf([event as StreamEvent])).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n')
  })

  it('reads a recorded stream with a tool call from its first event to its last', () => {
    const events = documents(framed([fixture('claude-tools')]))
    expect(events[0]?.type).toBe('message_start')
    expect(events.at(-1)?.type).toBe('message_stop')
    const json = events
      .map((each) => (each.delta as JsonObject | undefined)?.partial_json)
      .filter((each) => typeof each === 'string')
      .join('')
    expect(JSON.parse(json)).toMatchObject({ location: expect.any(String) })
  })

  it('reads recorded text whole, letters outside ASCII too', () => {
    const text = documents(framed([fixture('claude-text')]))
      .map((each) => (each.delta as JsonObject | undefined)?.text)
      .filter((each) => typeof each === 'string')
      .join('')
    expect(text).toContain('40°C')
  })

  it('passes on what other makers stream, without a name', () => {
    const events = framed([fixture('titan')])
    expect(events.length).toBeGreaterThan(0)
    expect(textOf(events)).not.toContain('event:')
    expect(documents(events).at(-1)).toMatchObject({ completionReason: 'FINISH' })
  })

  it.each(['claude-tools', 'claude-text'])(
    'gives the same events of %s when it is cut at each byte',
    (name) => {
      const bytes = fixture(name)
      const whole = textOf(framed([bytes]))
      for (let place = 1; place < bytes.length; place += 1)
        if (textOf(framed([bytes.subarray(0, place), bytes.subarray(place)])) !== whole)
          expect(place).toBe('an equal stream')
      expect(textOf(framed([...bytes].map((byte) => Uint8Array.of(byte))))).toBe(whole)
    },
  )

  it('writes events that a reader of server-sent events cuts the same way', () => {
    const events = framed([fixture('claude-text')])
    const reread = new SseFramer().push(Buffer.from(textOf(events)))
    expect(reread.map((each) => each.data)).toEqual(events.map((each) => each.data))
  })

  it('lays the events of one chunk side by side', () => {
    const [first, second] = new AwsEventStreamFramer().push(fixture('claude-text'))
    expect(first?.source).toBe(second?.source)
    expect(first?.end).toBe(second?.start)
  })

  it.each([
    ['throttlingException', 'rate_limit_error'],
    ['serviceUnavailableException', 'overloaded_error'],
    ['modelTimeoutException', 'timeout_error'],
    ['validationException', 'invalid_request_error'],
    ['modelStreamErrorException', 'api_error'],
    ['internalServerException', 'api_error'],
  ])('tells %s as an error of type %s', (name, type) => {
    const bytes = frame(
      { ':message-type': 'exception', ':exception-type': name, ':content-type': 'application/json' },
      '{"message":"Too many tokens."}',
    )
    expect(textOf(framed([MESSAGE_STOP, bytes]))).toContain(
      `event: error\ndata: {"type":"error","error":{"type":"${type}","message":"Too many tokens."}}\n\n`,
    )
  })

  it('tells an error that has no exception', () => {
    const bytes = frame(
      { ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'It broke.' },
      '',
    )
    expect(documents(framed([bytes]))).toEqual([
      { type: 'error', error: { type: 'api_error', message: 'It broke.' } },
    ])
  })

  it('takes no event from a frame that was changed on its way, and nothing after it', () => {
    for (let place = 0; place < MESSAGE_STOP.length; place += 1) {
      // A greater length makes the frame wait for bytes that never arrive.
      const broken = Buffer.from(MESSAGE_STOP)
      broken[place] = (broken[place] ?? 0) ^ 0x01
      const events = documents(framed([MESSAGE_STOP, broken, MESSAGE_STOP]))
      expect(events.map((each) => each.type)).toEqual(['message_stop', 'error'])
    }
  })

  it('tells that a stream ended inside a frame', () => {
    const events = documents(framed([MESSAGE_STOP, MESSAGE_STOP.subarray(0, 50)]))
    expect(events.map((each) => each.type)).toEqual(['message_stop', 'error'])
  })

  it('refuses a frame that says it is larger than the bound before it has come', () => {
    const framer = new AwsEventStreamFramer({ frameBytesMax: 100 })
    expect(() => framer.push(MESSAGE_STOP.subarray(0, 12))).toThrow('upstream_too_large')
  })
})
