/**
 * Money. One `Amount` is one thousandth of a quota unit; 500 000 quota units are a dollar by default.
 *
 * Amounts are `bigint` so that no product can lose digits; they go to SQL unchanged and leave the program only through
 * {@link toQuota} (whole units for people) and {@link toExactQuota} (the exact value).
 */
export type Amount = bigint & { readonly __brand: 'Amount' }

/** Thousandths of a quota unit in one quota unit. */
export const AMOUNT_PER_QUOTA = 1000n

/** Largest amount one operation may move: 10^13, 20 000 dollars. */
export const AMOUNT_MAX_PER_OPERATION = 10_000_000_000_000n as Amount

/** Largest absolute balance of one wallet: 8*10^15, below 2^53. */
export const WALLET_BALANCE_MAX = 8_000_000_000_000_000n as Amount

export const ZERO = 0n as Amount

/** Brands an integer number of thousandths. */
export const amount = (thousandths: bigint | number): Amount => BigInt(thousandths) as Amount

/** Converts whole quota units to an amount. */
export const fromQuota = (units: bigint | number): Amount => (BigInt(units) * AMOUNT_PER_QUOTA) as Amount

/** Converts to whole quota units, rounded half away from zero, for the `quota` fields of the API. */
export function toQuota(value: bigint): number {
  const sign = value < 0n ? -1n : 1n
  const units = (value * sign + AMOUNT_PER_QUOTA / 2n) / AMOUNT_PER_QUOTA
  return Number(units * sign)
}

/** Returns the exact value of `quota` as decimal text with up to three decimals, such as `"199.875"`. */
export function toExactQuota(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const absolute = value < 0n ? -value : value
  const whole = absolute / AMOUNT_PER_QUOTA
  const rest = absolute % AMOUNT_PER_QUOTA
  if (rest === 0n) return `${sign}${whole}`
  return `${sign}${whole}.${rest.toString().padStart(3, '0').replace(/0+$/, '')}`
}

/** Reads decimal quota text such as `"199.875"` back. @returns undefined if the text has another form */
export function parseExactQuota(text: string): Amount | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const thousandths = BigInt(match[2] ?? '0') * AMOUNT_PER_QUOTA + BigInt((match[3] ?? '').padEnd(3, '0'))
  return (match[1] ? -thousandths : thousandths) as Amount
}
