/**
 * Removes redundant digits from a number: `0.80` becomes `0.8`, `007.0` becomes `7`.
 * @returns undefined for anything but a plain decimal number of 0 or more
 */
export function plainDecimal(text: string): string | undefined {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!found) return undefined
  const whole = (found[1] ?? '').replace(/^0+(?=\d)/, '')
  const fraction = (found[2] ?? '').replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const WHOLE_MAX = 1_000_000
const PLACES_MAX = 9

/** Whether the number is valid as a ratio: at most a million, with at most nine decimals. */
export function isRatio(decimal: string): boolean {
  const [whole = '', fraction = ''] = decimal.split('.')
  if (whole.length > 7 || fraction.length > PLACES_MAX) return false
  return Number(whole) < WHOLE_MAX || (Number(whole) === WHOLE_MAX && fraction === '')
}

/** Normalizes a stored ratio, which may have an exponent: `2.5e-7` becomes `0.00000025`. */
export function storedDecimal(text: string): string {
  const found = /^(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text)
  if (!found) return plainDecimal(text) ?? text
  const [, whole = '', fraction = '', exponent = '0'] = found
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  if (point <= 0) return plainDecimal(`0.${'0'.repeat(-point)}${digits}`) ?? text
  return plainDecimal(`${digits.padEnd(point, '0').slice(0, point)}.${digits.slice(point) || '0'}`) ?? text
}
