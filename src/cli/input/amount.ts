/** An amount as typed, in quota units or dollars, kept as text so that nothing is rounded. */
export type TypedAmount =
  | { readonly unit: 'quota'; readonly text: string }
  | { readonly unit: 'usd'; readonly text: string }

/**
 * Reads `250000` (quota units), `199.875` or `5usd`.
 * @returns undefined when the text is neither
 */
export function readAmount(text: string): TypedAmount | undefined {
  const found = /^([+-]?\d+(?:\.\d+)?)\s*(usd)?$/i.exec(text.trim())
  const number = found?.[1]
  if (number === undefined) return undefined
  return { unit: found?.[2] ? 'usd' : 'quota', text: number }
}

/**
 * Returns quota units per dollar as a fraction of whole numbers, because sites may choose any decimal number above 0.
 */
export function exactRate(quotaPerUnit: number): { readonly units: bigint; readonly dollars: bigint } {
  const text = String(quotaPerUnit)
  // A very small number is written as `1e-7`. The server accepts at most twelve decimal places.
  const [whole = '0', fraction = ''] = (text.includes('e') ? quotaPerUnit.toFixed(12) : text).split('.')
  return { units: BigInt(whole + fraction), dollars: 10n ** BigInt(fraction.length) }
}

/**
 * Converts an amount to thousandths of a quota unit.
 * @param quotaPerUnit quota units per dollar, from the status object
 * @returns undefined when the amount is finer than a thousandth of a quota unit
 */
export function toThousandths(amount: TypedAmount, quotaPerUnit: number): bigint | undefined {
  const [whole = '0', fraction = ''] = amount.text.replace(/^[+-]/, '').split('.')
  const isNegative = amount.text.startsWith('-')
  const rate = exactRate(amount.unit === 'usd' ? quotaPerUnit : 1)
  const scaled = BigInt(whole + fraction) * rate.units * 1000n
  const divisor = 10n ** BigInt(fraction.length) * rate.dollars
  if (scaled % divisor !== 0n) return undefined
  return (isNegative ? -scaled : scaled) / divisor
}

/** Formats thousandths as decimal text in quota units: `199875n` is `199.875`, `5000n` is `5`. */
export function quotaText(thousandths: bigint): string {
  const digits = (thousandths < 0n ? -thousandths : thousandths).toString().padStart(4, '0')
  const fraction = digits.slice(-3).replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${digits.slice(0, -3)}${fraction ? `.${fraction}` : ''}`
}
