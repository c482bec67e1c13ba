import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addHistogram,
  countDuration,
  type LatencyHistogram,
  percentile,
} from '../../../src/cli/top/latency-histogram.ts'

const histogramOf = (values: readonly number[]): LatencyHistogram => {
  const histogram: LatencyHistogram = new Map()
  for (const each of values) countDuration(histogram, each)
  return histogram
}
const durations = fc.array(fc.integer({ min: 1, max: 3_600_000 }), { minLength: 1, maxLength: 300 })

test('a percentile is within a twentieth of the exact one', () => {
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 1), (values, share) => {
      const exact = values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(values.length * share)) - 1] ?? 0
      const found = percentile(histogramOf(values), share) ?? Number.NaN
      // Half a millisecond more for rounding.
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.05 + 0.5)
    }),
  )
})

test('sums of histograms are the histogram of all', () => {
  fc.assert(
    fc.property(durations, durations, (some, others) => {
      const sum = histogramOf(some)
      addHistogram(sum, histogramOf(others))
      expect(sum).toEqual(histogramOf([...some, ...others]))
    }),
  )
})

test('a million durations take no more memory than there are bins', () => {
  const histogram: LatencyHistogram = new Map()
  for (let at = 0; at < 1_000_000; at++) countDuration(histogram, at * 7919)
  expect(histogram.size).toBeLessThan(330)
})

test('without durations there is no percentile', () => {
  expect(percentile(new Map(), 0.5)).toBeUndefined()
})
