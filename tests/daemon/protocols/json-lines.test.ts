import { describe, expect, it } from 'vitest'
import { JsonLinesFramer } from '../../../src/daemon/protocols/json-lines.ts'
import type { StreamEvent } from '../../../src/daemon/protocols/types.ts'

const STREAM = Buffer.from('{"message":{"content":"Hé"}}\r\n\n{"message":{"content":"日本"}}\n{"done":true}')

function framed(chunks: readonly Uint8Array[]): StreamEvent[] {
  const framer = new JsonLinesFramer()
  const events = chunks.flatMap((chunk) => framer.push(chunk))
  const last = framer.flush()
  return last ? [...events, last] : events
}

const textOf = (events: readonly StreamEvent[]): string =>
  Buffer.concat(events.map((each) => each.raw)).toString('utf8')

describe('JsonLinesFramer', () => {
  it('makes an event of each line that is not empty, the last one without its line end too', () => {
    expect(framed([STREAM]).map((each) => each.data)).toEqual([
      '{"message":{"content":"Hé"}}',
      '{"message":{"content":"日本"}}',
      '{"done":true}',
    ])
    expect(textOf(framed([STREAM])).split('\n\n')[0]).toBe('data: {"message":{"content":"Hé"}}')
  })

  it('gives the same events when it is cut at each byte', () => {
    const whole = textOf(framed([STREAM]))
    for (let place = 1; place < STREAM.length; place += 1)
      expect(textOf(framed([STREAM.subarray(0, place), STREAM.subarray(place)]))).toBe(whole)
    expect(textOf(framed([...STREAM].map((byte) => Uint8Array.of(byte))))).toBe(whole)
  })

  it('lets no carriage return into an event, where it would end a line', () => {
    expect(textOf(framed([Buffer.from('{"a":\r1}\n')]))).toBe('data: {"a": 1}\n\n')
  })

  it('refuses a line that outgrows the bound', () => {
    const framer = new JsonLinesFramer({ lineBytesMax: 10 })
    expect(framer.push(Buffer.from('{"a":1}\n'))).toHaveLength(1)
    expect(() => {
      for (let i = 0; i < 6; i += 1) framer.push(Buffer.from('"x'))
    }).toThrow('upstream_too_large')
  })
})
