import { describe, expect, it } from 'vitest'
import { type BatchPace, batchPace } from '../../../src/daemon/logs/batch-pace.ts'

/** Runs batches on a store that takes this long per row. @returns the longest batch and the final size */
function run(msPerRow: (batch: number) => number, batches: number): { longestMs: number; size: number } {
  let pace: BatchPace = batchPace({ most: 2000 })
  let longestMs = 0
  for (let batch = 0; batch < batches; batch += 1) {
    const tookMs = pace.size * msPerRow(batch)
    longestMs = Math.max(longestMs, tookMs)
    pace = pace.after(tookMs)
  }
  return { longestMs, size: pace.size }
}

describe('the size of batches', () => {
  it('never holds the store above 50 ms, however fast or slow it is, once the first batch has shown that', () => {
    for (const msPerRow of [0.001, 0.01, 0.1, 0.5, 1])
      expect([msPerRow, run(() => msPerRow, 50).longestMs]).toEqual([
        msPerRow,
        expect.toSatisfy((ms: number) => ms <= 50),
      ])
  })

  it('grows to thousands of rows on a fast store', () => {
    expect(run(() => 0.005, 20).size).toBe(2000)
  })

  it('does not go below its least size, so that batches keep up on a slow disk', () => {
    let pace = batchPace({ most: 500, least: 100, targetMs: 2 })
    for (let batch = 0; batch < 20; batch += 1) pace = pace.after(15 + pace.size * 0.01)
    expect(pace.size).toBe(100)
  })

  it('shrinks at once when the store becomes slow', () => {
    const slowFrom = 20
    const before = run(() => 0.01, slowFrom).size
    expect(run((batch) => (batch < slowFrom ? 0.01 : 1), slowFrom + 1).size).toBeLessThan(before / 50)
  })
})
