/** A currency, named in capital letters as in ISO 4217, and the form of its amounts at payment providers. */
export interface Currency {
  readonly code: string
  /** Number of decimals. Stored integers count the smallest unit. */
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

/** Currencies with three decimals, of which the last is always 0. https://docs.stripe.com/currencies#three-decimal */
const threeDecimal: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** Currencies without decimals that are sent with two, always 00. https://docs.stripe.com/currencies#special-cases */
const twoZeros: ReadonlySet<string> = new Set(['ISK', 'UGX'])

export function currencyOf(code: string): Currency {
  const upper = code.toUpperCase()
  if (zeroDecimal.has(upper)) return { code: upper, decimals: 0, step: 1n }
  if (threeDecimal.has(upper)) return { code: upper, decimals: 3, step: 10n }
  return { code: upper, decimals: 2, step: twoZeros.has(upper) ? 100n : 1n }
}

/** Returns a stored integer as decimal text: 7300 fen are `73.00` (CNY), 500 yen are `500`. */
export function moneyText(money: bigint, code: string): string {
  const { decimals } = currencyOf(code)
  if (decimals === 0) return String(money)
  const digits = String(money).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Reads text written by {@link moneyText}, with at most the decimals of the currency. @returns undefined for any other text */
export function parseMoney(text: string, code: string): bigint | undefined {
  const { decimals } = currencyOf(code)
  const match = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || fraction.length > decimals) return undefined
  return BigInt(`${match[1] ?? ''}${fraction.padEnd(decimals, '0')}`)
}
