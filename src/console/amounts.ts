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

/** Dollars with two decimals, as totals and balances are shown; more where single calls are. */
export const dollars = (value: number, digits = 2): string =>
  `${value < 0 ? '-' : ''}$${new Intl.NumberFormat('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits),
  }).format(Math.abs(value))}`
