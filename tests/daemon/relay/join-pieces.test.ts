import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinPieces } from '../../../src/daemon/relay/join-pieces.ts'

describe('pieces of a stream', () => {
  it('side by side in one chunk become a view of it, not a copy', () => {
    const chunk = Buffer.from('abcdef')
    const joined = joinPieces([chunk.subarray(1, 3), chunk.subarray(3, 5)])
    expect(String(joined)).toBe('bcde')
    chunk[2] = 0x58
    expect(String(joined)).toBe('bXde')
  })

  it('are in order and complete, whatever memory they lie in', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 9 })), fc.array(fc.boolean()), (arrays, shared) => {
        const memory = Buffer.concat(arrays)
        let at = 0
        const pieces = arrays.map((array, index) => {
          const view = memory.subarray(at, at + array.length)
          at += array.length
          return shared[index] ? view : Buffer.from(array)
        })
        expect(Buffer.compare(joinPieces(pieces), Buffer.concat(arrays))).toBe(0)
      }),
    )
  })
})
