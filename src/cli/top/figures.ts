import { exactRate } from '../input/amount.ts'
import { dollars, grouped } from '../ui/money.ts'

/** Formats figures as briefly as possible: `1 284`, `1.2 M`, `0.8 s`, `3.2 %`, `11.90`. */

/** Formats a count: in full up to 9 999, then with k, M or G. */
export function count(value: number): string {
  if (value < 10_000) return grouped(String(Math.round(value)))
  return withUnit(value)
}

/** Formats a number of tokens: in full up to 999. */
export const tokenCount = (value: number): string =>
  value < 1000 ? String(Math.round(value)) : withUnit(value)

function withUnit(value: number): string {
  const units = ['k', 'M', 'G', 'T']
  let scaled = value / 1000
  let at = 0
  // 999.5 k would be rounded to 1000 k.
  while (scaled >= 999.5 && at < units.length - 1) {
    scaled /= 1000
    at += 1
  }
  return `${scaled < 9.95 ? scaled.toFixed(1) : String(Math.round(scaled))} ${units[at]}`
}

/** Formats a duration: in milliseconds below a tenth of a second, otherwise in seconds. */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return '-'
  if (ms < 95) return `${Math.round(ms)} ms`
  return ms < 99_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

/** Formats an elapsed time: `0:05`, `12:31`, `1:02:10`. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = two(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`
}

export function share(value: number | undefined): string {
  if (value === undefined) return '-'
  const percent = value * 100
  // A rounded 0.0 or 100.0 would hide the exception that an operator is looking for.
  if (percent > 0 && percent < 0.05) return '<0.1 %'
  if (percent < 100 && percent >= 99.95) return '99.9 %'
  return percent === 100 ? '100 %' : `${percent.toFixed(1)} %`
}

/** Formats thousandths of a quota unit as dollars without the sign: cents from one dollar up, more decimals below. */
export function dollarAmount(thousandths: bigint, quotaPerUnit: number): string {
  if (thousandths === 0n) return '0.00'
  const rate = exactRate(quotaPerUnit)
  const whole = (thousandths * rate.dollars) / (rate.units * 1000n)
  // From ten thousand dollars up, cents are noise.
  if (whole >= 10_000n) return withUnit(Number(whole))
  const fine = dollars(thousandths, quotaPerUnit, 4).slice(1)
  if (fine === '0.0000') return '<0.0001'
  return fine.startsWith('0.') ? fine : dollars(thousandths, quotaPerUnit, 2).slice(1).replace(' ', '')
}

/** Adds the dollar sign: `$11.90`, `<$0.0001`. */
export const withDollarSign = (amount: string): string =>
  amount.startsWith('<') ? `<$${amount.slice(1)}` : `$${amount}`

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** Draws a bar in eighths of a column. @param width columns of a full bar */
export function bar(value: number, greatest: number, width: number): string {
  if (value <= 0 || greatest <= 0) return ''
  const parts = Math.max(1, Math.min(width * 8, Math.round((value / greatest) * width * 8)))
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '')
}

const heights = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/**
 * Draws a chart line with one column per value. Any value above 0 is visible; 0 leaves its column empty.
 * @param width columns; if there are more values, neighbors are combined
 */
export function chart(values: readonly number[], width: number): string {
  const together = Math.max(1, Math.ceil(values.length / Math.max(1, width)))
  const sums: number[] = []
  for (let at = 0; at < values.length; at += together)
    sums.push(values.slice(at, at + together).reduce((sum, each) => sum + each, 0))
  const greatest = Math.max(0, ...sums)
  return sums
    .map((value) => (value <= 0 ? ' ' : (heights[Math.ceil((value / greatest) * 8) - 1] ?? '█')))
    .join('')
}

/** Formats the balance at an upstream in its currency; in full below a million. */
export function balance(left: { readonly amount: number; readonly currency: string } | undefined): string {
  if (left === undefined) return '-'
  const amount = Math.abs(left.amount)
  const isShort = left.currency === 'USD' || left.currency === '' || amount < 999
  const figure = amount < 9_999 ? grouped(amount.toFixed(isShort ? 2 : 0)) : withUnit(amount)
  const sign = left.amount < 0 ? '-' : ''
  if (left.currency === 'USD') return `${sign}$${figure}`
  return left.currency === '' ? sign + figure : `${sign}${figure} ${left.currency}`
}
