/** The required value of a figure (infinite: it is only measured) and the desired one. */
export interface Limit {
  readonly must: number
  readonly goal: number
  /** Set if more is better, as with ratios; otherwise less is. */
  readonly isFloor?: true
}

/** Limits of a measurement for each engine. */
export interface Limits {
  readonly sqlite: Limit
  readonly postgres: Limit
}

const floor = (must: number, goal: number): Limit => ({ must, goal, isFloor: true })
const ceiling = (must: number, goal: number): Limit => ({ must, goal })
const both = (limit: Limit): Limits => ({ sqlite: limit, postgres: limit })

/** Shares of the pass-through's throughput, added milliseconds, megabytes, bytes and seconds. */
export const limits = {
  plain: { sqlite: floor(0.55, 0.65), postgres: floor(0.35, 0.5) },
  streamed: { sqlite: floor(0.45, 0.6), postgres: floor(0.33, 0.5) },
  translated: { sqlite: floor(0.36, 0.5), postgres: floor(0.36, 0.5) },
  addedMedian: { sqlite: ceiling(0.6, 0.4), postgres: ceiling(1.2, 0.8) },
  addedP99: { sqlite: ceiling(2.5, 1.5), postgres: ceiling(4, 3) },
  streams: both(ceiling(400, 350)),
  idle: both(ceiling(150, 120)),
  disk: both(ceiling(700, 600)),
  ready: both(ceiling(Number.POSITIVE_INFINITY, 0.6)),
} satisfies Record<string, Limits>

const textOf = ({ must, goal, isFloor }: Limit): string => {
  const sign = isFloor ? '≥' : '≤'
  return Number.isFinite(must) ? `${sign} ${must} (${goal})` : `(${sign} ${goal})`
}

/**
 * Formats the required values and, in brackets, the desired ones, on SQLite and PostgreSQL: "≥ 0.55 (0.65) / ≥ 0.35
 * (0.5)".
 */
export const describeLimits = ({ sqlite, postgres }: Limits, unit = ''): string => {
  const texts = [...new Set([sqlite, postgres].map(textOf))]
  return `${texts.join(' / ')}${unit === '' ? '' : ` ${unit}`}`
}

/**
 * Returns ✓✓ if the value reaches the goal, ✓ for the required value, ✗ for neither; nothing for a target without
 * limits.
 */
export const verdict = (value: number, targetName: string, of: Limits): string => {
  const limit = targetName.endsWith('SQLite')
    ? of.sqlite
    : targetName.endsWith('PostgreSQL')
      ? of.postgres
      : undefined
  if (limit === undefined) return ''
  const reaches = (bound: number) => (limit.isFloor ? value >= bound : value <= bound)
  if (reaches(limit.goal)) return ' ✓✓'
  if (!Number.isFinite(limit.must)) return ''
  return reaches(limit.must) ? ' ✓' : ' ✗'
}
