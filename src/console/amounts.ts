/** Amounts whose form is the same in every language. */

/** `1 k` begins at ten thousand. */
const steps = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [10_000, 'k', 1_000],
] as const

/** 9999 → `9999`, 12345 → `12.3k`, 1000000 → `1M`. Cut, not rounded: 999999 is not yet a million. */
export function compactNumber(value: number): string {
  for (const [from, letter, unit = from] of steps)
    if (Math.abs(value) >= from) return `${Math.trunc((value / unit) * 10) / 10}${letter}`
  return String(Math.round(value))
}

/** Below this nothing is money any more: what is left of sums of floating-point numbers. */
const LEAST = 1e-12

/** So many decimals show two digits of a small amount that are not zero. */
const decimalsOf = (value: number): number =>
  Math.abs(value) < LEAST ? 0 : Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value))))

/**
 * Dollars with two decimals, as totals and balances are shown; more where single calls are, and where two would hide what a
 * small amount is.
 */
export const dollars = (value: number, digits = 2): string =>
  `${value <= -LEAST ? '-' : ''}$${new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits, decimalsOf(value)),
  }).format(Math.abs(value))}`

/** A fraction at the end of an amount. `1.5M` has its letter there: it is as wide as any other. */
const fraction = /\.(\d+)$/

/** The decimals of the amount that has most of them. */
export const decimalsShown = (texts: readonly string[]): number =>
  Math.max(0, ...texts.map((text) => fraction.exec(text)?.[1]?.length ?? 0))

/** Digits that are missing behind the decimal point; with them, amounts of a column stand point below point. */
export function missingDecimals(text: string, digits: number): string {
  const decimals = fraction.exec(text)?.[1]?.length
  return decimals === undefined ? '' : '0'.repeat(Math.max(0, digits - decimals))
}
