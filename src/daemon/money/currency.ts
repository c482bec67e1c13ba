/** A currency, written in capital letters as in ISO 4217, and how amounts of it are given to payment providers. */
export interface Currency {
  readonly code: string
  /** Decimals of an amount; the integer that is stored counts these. */
  readonly decimals: number
  /** Smallest difference between two amounts, in that integer. */
  readonly step: bigint
}

/**
 * Amounts without decimals: the integer is the amount itself.
 * @see https://docs.stripe.com/currencies#zero-decimal
 */
const zeroDecimal: ReadonlySet<string> = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])

/** Three decimals, of which the last is always 0. https://docs.stripe.com/currencies#three-decimal */
const threeDecimal: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Without decimals in fact, but given with two, which are 00. https://docs.stripe.com/currencies#special-cases */
const twoZeros: ReadonlySet<string> = new Set(['ISK', 'UGX'])

export function currencyOf(code: string): Currency {
  const upper = code.toUpperCase()
  if (zeroDecimal.has(upper)) return { code: upper, decimals: 0, step: 1n }
  if (threeDecimal.has(upper)) return { code: upper, decimals: 3, step: 10n }
  return { code: upper, decimals: 2, step: twoZeros.has(upper) ? 100n : 1n }
}

/** An integer of the currency as decimal text: 7300 yuan-cents are `73.00`, 500 yen are `500`. */
export function moneyText(money: bigint, code: string): string {
  const { decimals } = currencyOf(code)
  if (decimals === 0) return String(money)
  const digits = String(money).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Reads what {@link moneyText} writes, with as many decimals at most. @returns undefined for any other text */
export function parseMoney(text: string, code: string): bigint | undefined {
  const { decimals } = currencyOf(code)
  const match = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) return undefined
  return BigInt(`${match[1] ?? ''}${fraction.padEnd(decimals, '0')}`)
}
