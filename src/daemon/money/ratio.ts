/**
 * A ratio or price as an integer number of billionths, so that no product of them can lose a digit. Doubles are wrong
 * often enough to be noticed: 50 prompt tokens at ratio 1.15 are 57.49999999999999 quota in doubles and 57.5 in fact.
 */
export type Ratio = bigint & { readonly __brand: 'Ratio' }

const DECIMALS = 9

/** Billionths in one. */
export const RATIO_SCALE = 10n ** BigInt(DECIMALS)
export const RATIO_ZERO = 0n as Ratio
export const RATIO_ONE = RATIO_SCALE as Ratio

/** Largest ratio or price that is accepted, as a plain number. */
export const RATIO_MAX = 1_000_000

const EXPONENT_MAX = 9
/** Longest accepted text. People and `JSON.stringify` never write longer numbers, and hostile input must not reach BigInt. */
const TEXT_LENGTH_MAX = 64
const NUMBER = /^(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/

/** Divides non-negative integers and rounds halves up: the only rounding applied to money. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator / 2n) / denominator

/**
 * Reads the text of a JSON number, such as `1.25`, `0.0375` or `2.5e-7`.
 *
 * @param max largest value accepted; {@link RATIO_MAX} unless the caller knows better
 * @returns undefined for anything else: a sign, an exponent beyond ±9, more than `max`, or a positive number too small
 * to distinguish from zero. Decimals after the ninth are rounded half up.
 */
export function parseRatio(text: string, max: number = RATIO_MAX): Ratio | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const match = NUMBER.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > EXPONENT_MAX) return undefined
  const digits = BigInt(whole + fraction)
  const power = exponent - fraction.length + DECIMALS
  const value = power >= 0 ? digits * 10n ** BigInt(power) : divideHalfUp(digits, 10n ** BigInt(-power))
  if (value > BigInt(max) * RATIO_SCALE || (value === 0n && digits !== 0n)) return undefined
  return value as Ratio
}

/** Reads a constant of the program. @throws RangeError if it is invalid, which any test run finds */
export function ratio(text: string): Ratio {
  const value = parseRatio(text)
  if (value === undefined) throw new RangeError(`"${text}" is no ratio.`)
  return value
}

/** Product, rounded half up to a billionth. Chains of products that must stay exact multiply the bigints instead. */
export const multiplyRatios = (a: Ratio, b: Ratio): Ratio => divideHalfUp(a * b, RATIO_SCALE) as Ratio

/** Quotient, rounded half up to a billionth. `b` must not be zero. */
export const divideRatios = (a: Ratio, b: Ratio): Ratio => divideHalfUp(a * RATIO_SCALE, b) as Ratio

/** Decimal text of a non-negative integer scaled by 10^decimals, without trailing zeros. */
export function formatScaled(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction ? `${whole}.${fraction}` : whole
}

/** Shortest decimal text, such as `1.25`. `parseRatio` reads it back unchanged. */
export const formatRatio = (value: Ratio): string => formatScaled(value, DECIMALS)

/** For JSON that must carry numbers (`other.model_ratio` of a log row). Display only. */
export const ratioToNumber = (value: Ratio): number => Number(formatRatio(value))
