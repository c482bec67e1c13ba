import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { StreamEvent } from '../../../src/daemon/protocols/types.ts'

function frame(chunks: readonly Uint8Array[], framer = new SseFramer()): StreamEvent[] {
  const events = chunks.flatMap((chunk) => framer.push(chunk))
  const last = framer.flush()
  return last ? [...events, last] : events
}

/** Cuts bytes at the given positions (any numbers; taken modulo the length). */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((each) => each % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length))
}

const plain = (events: readonly StreamEvent[]) =>
  events.map((each) => ({ raw: Buffer.from(each.raw).toString('latin1'), data: each.data }))

const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r')
const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, '')}`),
  fc.constantFrom(
    'data:{"a":1}',
    'data:',
    'data',
    'data: [DONE]',
    'data:  two',
    'dataset: no',
    'event: ping',
    'id: 4',
    ': PING',
  ),
  fc.constantFrom('', '', ':', 'é', '數據: x', 'data : x', '\u{feff}data: x'),
)
const stream = fc
  .tuple(fc.constantFrom('', '\u{feff}'), fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }))
  .map(([mark, lines]) => Buffer.from(mark + lines.map(([text, end]) => text + end).join('')))

describe('SseFramer', () => {
  it('gives back every byte, whatever the stream and however it is cut', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 40 }), (bytes, places) => {
        const events = frame(cut(bytes, places))
        expect(Buffer.concat(events.map((each) => each.raw)).equals(bytes)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('gives the same events for any chunking, down to single bytes', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 40 }), (bytes, places) => {
        const whole = plain(frame([bytes]))
        expect(plain(frame(cut(bytes, places)))).toEqual(whole)
        expect(plain(frame([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(whole)
      }),
      { numRuns: 400 },
    )
  })

  it('reads the data that an independent parser reads', () => {
    fc.assert(
      fc.property(stream, (bytes) => {
        const closed = Buffer.concat([bytes, Buffer.from('\n\n')])
        const expected: string[] = []
        const parser = createParser({ onEvent: (event) => expected.push(event.data) })
        parser.feed(closed.toString('utf8'))
        const read = frame([closed]).map((each) => each.data)
        expect(read.filter((data) => data !== '')).toEqual(expected.filter((data) => data !== ''))
      }),
      { numRuns: 400 },
    )
  })

  it('hands over an event as soon as its empty line is there', () => {
    const framer = new SseFramer()
    expect(framer.push(Buffer.from('data: a\n'))).toEqual([])
    expect(framer.push(Buffer.from('\n')).map((each) => each.data)).toEqual(['a'])
    expect(framer.push(Buffer.from('data: b\n\ndata: c')).map((each) => each.data)).toEqual(['b'])
    expect(framer.flush()?.data).toBe('c')
    expect(framer.flush()).toBeUndefined()
  })

  it.each(['\n', '\r\n', '\r'])('leaves a stray line end %j with the event that follows', (end) => {
    const bytes = Buffer.from(`data: a${end}${end}${end}data: b${end}${end}: c`)
    expect(plain(frame([bytes])).map((each) => each.raw)).toEqual([
      `data: a${end}${end}`,
      `${end}data: b${end}${end}`,
      ': c',
    ])
  })

  it('does not copy a chunk that is one event', () => {
    const chunk = Buffer.from('data: {"a":1}\n\n')
    expect(new SseFramer().push(chunk)[0]?.raw).toBe(chunk)
  })

  it('accepts bytes that are no Buffer', () => {
    const bytes = new Uint8Array(Buffer.from('xdata: ü\n\n')).subarray(1)
    expect(new SseFramer().push(bytes)[0]?.data).toBe('ü')
  })

  it('keeps invalid UTF-8 in the bytes and shows U+FFFD in the data', () => {
    const bytes = Buffer.concat([Buffer.from('data: a'), Buffer.from([0xff, 0xfe]), Buffer.from('b\n\n')])
    const [event] = new SseFramer().push(bytes)
    expect(event?.data).toBe('a\u{fffd}\u{fffd}b')
    expect(Buffer.from(event?.raw ?? []).equals(bytes)).toBe(true)
  })

  it('does not let a later event overwrite one that was handed over', () => {
    const framer = new SseFramer()
    framer.push(Buffer.from('data: fir'))
    const [first] = framer.push(Buffer.from('st\n\ndata: se'))
    framer.push(Buffer.from('cond'))
    framer.push(Buffer.from(' and more, so that the buffer grows\n\n'))
    expect(Buffer.from(first?.raw ?? []).toString()).toBe('data: first\n\n')
  })

  it('refuses an event beyond the bound, complete or not, and lets many small ones pass', () => {
    const framer = new SseFramer({ eventBytesMax: 64 })
    for (let i = 0; i < 100; i += 1) framer.push(Buffer.from('data: x\n\n'))
    expect(() => framer.push(Buffer.alloc(65, 'x'))).toThrow('upstream_too_large')
    expect(() =>
      new SseFramer({ eventBytesMax: 64 }).push(Buffer.from(`data: ${'x'.repeat(64)}\n\n`)),
    ).toThrow('upstream_too_large')
  })

  it('gathers an event of megabytes from small pieces', () => {
    const framer = new SseFramer()
    const piece = Buffer.alloc(4096, 'x')
    framer.push(Buffer.from('data: '))
    for (let i = 0; i < 1500; i += 1) expect(framer.push(piece)).toEqual([])
    const [event] = framer.push(Buffer.from('\n\n'))
    expect(event?.data.length).toBe(1500 * 4096)
  })
})
