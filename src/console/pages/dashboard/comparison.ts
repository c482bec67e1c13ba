/** How a sum compares with that of the period before. */
export interface Comparison {
  /** Selects the phrase. `none`: nothing before and nothing now; `new`: nothing before. */
  readonly is: 'none' | 'new' | 'same' | 'more' | 'less' | 'times'
  /** The relative difference; with `times`, the factor between the sums. */
  readonly by: number
}

/** From this factor on, "2 times as much" is clearer than "100 % more". */
const TIMES_FROM = 2

export function compare(now: number, before: number): Comparison {
  if (before === 0) return { is: now === 0 ? 'none' : 'new', by: 0 }
  const share = (now - before) / before
  if (Math.abs(share) < 0.001) return { is: 'same', by: 0 }
  const times = now / before
  if (times >= TIMES_FROM) return { is: 'times', by: times }
  return { is: share > 0 ? 'more' : 'less', by: Math.abs(share) }
}
