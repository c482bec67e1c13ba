import { plainDecimal } from '../../input/decimal.ts'

/**
 * Converts between prices in dollars per million tokens and the ratios that the server stores. All arithmetic uses
 * integers; only the ratio itself is rounded, to the nine decimals that the server keeps.
 */

const SCALE = 1_000_000_000n

/** Parses a decimal into a fraction. */
function fraction(text: string): { readonly digits: bigint; readonly scale: bigint } {
  const [whole = '0', rest = ''] = text.split('.')
  return { digits: BigInt(whole + rest), scale: 10n ** BigInt(rest.length) }
}

function quotient(numerator: bigint, denominator: bigint): string {
  const value = (2n * numerator * SCALE + denominator) / (2n * denominator)
  return plainDecimal(`${value / SCALE}.${String(value % SCALE).padStart(9, '0')}`)
}

/** Converts dollars per million tokens to a model ratio, which is half of them. */
export function ratioOf(dollars: string): string {
  const { digits, scale } = fraction(dollars)
  return quotient(digits, 2n * scale)
}

/** Converts a model ratio to dollars per million tokens. */
export function dollarsOf(ratio: string): string {
  const { digits, scale } = fraction(ratio)
  return quotient(2n * digits, scale)
}

/** Returns a price as a multiple of another; undefined if the other one is 0. */
export function multipleOf(dollars: string, base: string): string | undefined {
  const [price, unit] = [fraction(dollars), fraction(base)]
  return unit.digits === 0n ? undefined : quotient(price.digits * unit.scale, price.scale * unit.digits)
}
