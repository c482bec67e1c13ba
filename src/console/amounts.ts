/** Amounts whose format is the same in every language. */

/** The `k` format starts at ten thousand. */
const steps = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [10_000, 'k', 1_000],
] as const

/** Formats 9999 as `9999`, 12345 as `12.3k`, 1000000 as `1M`. Truncated, not rounded: 999999 is not yet a million. */
export function compactNumber(value: number): string {
  for (const [from, letter, unit = from] of steps)
    if (Math.abs(value) >= from) return `${Math.trunc((value / unit) * 10) / 10}${letter}`
  return String(Math.round(value))
}

/** Smaller amounts are rounding errors of floating-point sums, not money. */
const LEAST = 1e-12

/** Returns how many decimals show two significant digits of a small amount. */
const decimalsOf = (value: number): number =>
  Math.abs(value) < LEAST ? 0 : Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value))))

/**
 * Formats dollars with two decimals, as totals and balances are shown; with more for single calls, and if two would
 * hide a small amount.
 */
export const dollars = (value: number, digits = 2): string =>
  `${value <= -LEAST ? '-' : ''}$${new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits, decimalsOf(value)),
  }).format(Math.abs(value))}`

/** A fraction at the end of an amount. `1.5M` ends in a letter and needs no alignment. */
const fraction = /\.(\d+)$/

/** Returns the number of decimals of the longest amount. */
export const decimalsShown = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => fraction.exec(text)?.[1]?.length ?? 0))

/** Returns the zeros that are missing after the decimal point; with them, the decimal points in a column line up. */
export function missingDecimals(text: string, digits: number): string {
  const decimals = fraction.exec(text)?.[1]?.length
  return decimals === undefined ? '' : '0'.repeat(Math.max(0, digits - decimals))
}
