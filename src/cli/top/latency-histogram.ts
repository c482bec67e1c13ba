/**
 * Counts durations in bins that grow by 5 %, so that memory is small and constant and percentiles are accurate to 2.5
 * %. Unlike percentiles, bins can be summed over a window.
 */
export type LatencyHistogram = Map<number, number>

const growth = Math.log(1.05)
/** One hour; longer durations count as one hour. */
const longestMs = 3_600_000

const binOf = (ms: number): number =>
  ms < 1 ? 0 : 1 + Math.floor(Math.log(Math.min(ms, longestMs)) / growth)

/** Returns the middle of a bin, in milliseconds. */
const middleOf = (bin: number): number => (bin === 0 ? 0 : Math.exp((bin - 0.5) * growth))

export function countDuration(histogram: LatencyHistogram, ms: number, count = 1): void {
  const bin = binOf(ms)
  histogram.set(bin, (histogram.get(bin) ?? 0) + count)
}

export function addHistogram(sum: LatencyHistogram, other: LatencyHistogram): void {
  for (const [bin, count] of other) sum.set(bin, (sum.get(bin) ?? 0) + count)
}

/**
 * Returns the duration that this share of all counted durations does not exceed.
 * @param share 0.5 for the median
 * @returns whole milliseconds; undefined when nothing was counted
 */
export function percentile(histogram: LatencyHistogram, share: number): number | undefined {
  let total = 0
  for (const count of histogram.values()) total += count
  if (total === 0) return undefined
  let left = Math.max(1, Math.ceil(total * share))
  for (const bin of [...histogram.keys()].sort((a, b) => a - b)) {
    left -= histogram.get(bin) ?? 0
    if (left <= 0) return Math.round(middleOf(bin))
  }
  return undefined
}
