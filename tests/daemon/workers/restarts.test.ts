import { expect, it } from 'vitest'
import { createRestarts } from '../../../src/daemon/workers/restarts.ts'

it('a worker that ends after a while is started again at once, each time', () => {
  const restarts = createRestarts()
  expect([60_000, 10_000, 3_600_000].map((ranMs) => restarts.next(ranMs))).toEqual([0, 0, 0])
})

it('one that ends soon after each start waits ever longer, up to half a minute', () => {
  const restarts = createRestarts()
  const pauses = Array.from({ length: 9 }, () => restarts.next(100))
  expect(pauses).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(restarts.areHopeless).toBe(false)
  expect(restarts.next(10_000)).toBe(0)
})

it('five starts in a row that fail are hopeless, until one succeeds', () => {
  const restarts = createRestarts()
  const seen = [0, 0, 0, 0, 0, 5_000].map((ranMs) => {
    restarts.next(ranMs)
    return restarts.areHopeless
  })
  expect(seen).toEqual([false, false, false, false, true, false])
})
