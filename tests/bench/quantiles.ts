export interface Quantiles {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** @param values at least one */
export const quantiles = (values: readonly number[]): Quantiles => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

export const median = (values: readonly number[]): number => quantiles(values).p50
