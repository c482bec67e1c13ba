import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SseFramer } from '../../../../src/daemon/protocols/sse.ts'
import { joinEvents } from '../../../../src/daemon/relay/deliver/join-events.ts'

describe('events of a stream', () => {
  it('of one chunk become a view of it, not a copy', () => {
    const chunk = Buffer.from('data: a\n\ndata: b\n\ndata: c\n\n')
    const [, ...rest] = new SseFramer().push(chunk)
    const joined = joinEvents(rest)
    expect(String(joined)).toBe('data: b\n\ndata: c\n\n')
    chunk[15] = 0x58
    expect(Buffer.from(joined).toString()).toBe('data: X\n\ndata: c\n\n')
  })

  it('are in order and complete, however they were cut and whichever are left out', () => {
    const text = fc.array(
      fc.constantFrom('data: a\n\n', ': ping\n\n', 'data: é中\n\n', 'event: x\ndata: y\n\n'),
    )
    fc.assert(
      fc.property(text, fc.nat(20), fc.array(fc.boolean()), (parts, size, isKept) => {
        const bytes = Buffer.from(parts.join(''))
        const framer = new SseFramer()
        const events = []
        for (let at = 0; at < bytes.length; at += size + 1)
          events.push(...framer.push(bytes.subarray(at, at + size + 1)))
        const kept = events.filter((_, index) => isKept[index] ?? true)
        expect(
          Buffer.compare(Buffer.from(joinEvents(kept)), Buffer.concat(kept.map((each) => each.raw))),
        ).toBe(0)
      }),
    )
  })
})
