import { exactRate, quotaText } from '../input/amount.ts'

/** Formats amounts for people, using this server's rate. */
export interface Money {
  /** Formats `$4.20 (2 100 000)`: dollars with two decimals and whole quota units. For balances and limits. */
  both(quota: number | string): string
  /** Formats dollars only, `$0.020410`, with six decimals. For the cost of a single call. */
  call(quota: number | string): string
  /** Formats dollars with a sign, for amounts that are not costs: `+$0.100000` came in, `-$0.100000` went out. */
  signed(quota: number | string): string
  /** Formats dollars without rounding, `$0.0204096`. */
  exact(quota: number | string): string
}

/** Converts quota units, whole or as exact decimal text, to thousandths; finer digits cannot occur and are cut off. */
export function thousandthsOf(quota: number | string): bigint {
  const [whole = '0', fraction = ''] = String(quota).replace('-', '').split('.')
  const value = BigInt(whole) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'))
  return String(quota).startsWith('-') ? -value : value
}

/** Groups digits by three with a space, which survives copying. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ' ')

/**
 * Formats thousandths of a quota unit as dollars.
 * @param decimals digits after the point, rounded half up; undefined = all of them
 */
export function dollars(thousandths: bigint, quotaPerUnit: number, decimals?: number): string {
  const sign = thousandths < 0n ? '-' : ''
  const rate = exactRate(quotaPerUnit)
  const divisor = rate.units * 1000n
  const places = decimals ?? 12
  const size = (thousandths < 0n ? -thousandths : thousandths) * rate.dollars
  const scaled = (size * 10n ** BigInt(places) * 2n + divisor) / (divisor * 2n)
  const digits = scaled.toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places)
  return `${sign}$${grouped(whole)}.${decimals === undefined ? fraction.replace(/0+$/, '').padEnd(2, '0') : fraction}`
}

export function createMoney(quotaPerUnit: number): Money {
  const call = (quota: number | string) => dollars(thousandthsOf(quota), quotaPerUnit, 6)
  return {
    both: (quota) => {
      const value = thousandthsOf(quota)
      return `${dollars(value, quotaPerUnit, 2)} (${grouped(quotaText(value).split('.')[0] ?? '0')})`
    },
    call,
    signed: (quota) => `${thousandthsOf(quota) > 0n ? '+' : ''}${call(quota)}`,
    exact: (quota) => dollars(thousandthsOf(quota), quotaPerUnit),
  }
}
