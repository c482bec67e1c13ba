import { addHistogram, countDuration, type LatencyHistogram, percentile } from './latency-histogram.ts'

/** Seconds covered by the figures on the screen. */
export const windowSeconds = 60

/** The contribution of one log row. */
export interface Sample {
  readonly calls: number
  /** Number of failed requests. */
  readonly errors: number
  readonly tokens: number
  /** Thousandths of a quota unit. */
  readonly cost: bigint
  /** Milliseconds; undefined if the response was not streamed. */
  readonly firstByteMs: number | undefined
}

/** Totals over the window. */
export interface Sums {
  readonly calls: number
  readonly errors: number
  readonly tokens: number
  /** Thousandths of a quota unit, exact. */
  readonly cost: bigint
  readonly firstByteP50Ms: number | undefined
  readonly firstByteP95Ms: number | undefined
}

export const nothing: Sums = {
  calls: 0,
  errors: 0,
  tokens: 0,
  cost: 0n,
  firstByteP50Ms: undefined,
  firstByteP95Ms: undefined,
}

/**
 * Requests and their cost in one-second buckets. Memory depends on the number of seconds with traffic, not on the
 * number of requests.
 */
export interface Series {
  /** Adds requests. @param second unix second in which they ended; they may arrive late and out of order */
  add(second: number, sample: Sample): void
  /**
   * Drops buckets older than the window that ends with this second, keeping one more second that the chart still shows.
   */
  forget(nowSecond: number): void
  /** Returns the totals over the window that ends with this second. Later data counts too: clocks differ slightly. */
  sums(nowSecond: number): Sums
  /**
   * Returns the requests in each of the last whole seconds, oldest first. The current second would always look too low.
   */
  callsBySecond(nowSecond: number): readonly number[]
  readonly isEmpty: boolean
}

interface Bucket {
  readonly second: number
  calls: number
  errors: number
  tokens: number
  cost: bigint
  firstBytes: LatencyHistogram | undefined
}

export function createSeries(): Series {
  /** Oldest first. */
  let buckets: Bucket[] = []

  const bucketOf = (second: number): Bucket => {
    let at = buckets.length
    while (at > 0 && (buckets[at - 1]?.second ?? 0) > second) at -= 1
    const found = buckets[at - 1]
    if (found?.second === second) return found
    const made = { second, calls: 0, errors: 0, tokens: 0, cost: 0n, firstBytes: undefined }
    buckets.splice(at, 0, made)
    return made
  }

  return {
    add(second, { calls, errors, tokens, cost, firstByteMs }) {
      const bucket = bucketOf(second)
      bucket.calls += calls
      bucket.errors += errors
      bucket.tokens += tokens
      bucket.cost += cost
      if (firstByteMs === undefined) return
      bucket.firstBytes ??= new Map()
      countDuration(bucket.firstBytes, firstByteMs)
    },
    forget(nowSecond) {
      const oldest = nowSecond - windowSeconds
      if ((buckets[0]?.second ?? oldest) < oldest) buckets = buckets.filter(({ second }) => second >= oldest)
    },
    sums(nowSecond) {
      const sums = { calls: 0, errors: 0, tokens: 0, cost: 0n }
      const firstBytes: LatencyHistogram = new Map()
      for (const bucket of buckets) {
        if (bucket.second <= nowSecond - windowSeconds) continue
        sums.calls += bucket.calls
        sums.errors += bucket.errors
        sums.tokens += bucket.tokens
        sums.cost += bucket.cost
        if (bucket.firstBytes !== undefined) addHistogram(firstBytes, bucket.firstBytes)
      }
      return {
        ...sums,
        firstByteP50Ms: percentile(firstBytes, 0.5),
        firstByteP95Ms: percentile(firstBytes, 0.95),
      }
    },
    callsBySecond(nowSecond) {
      const calls = new Array<number>(windowSeconds).fill(0)
      for (const bucket of buckets) {
        const at = bucket.second - (nowSecond - windowSeconds)
        if (at >= 0 && at < windowSeconds) calls[at] = bucket.calls
      }
      return calls
    },
    get isEmpty() {
      return buckets.length === 0
    },
  }
}
