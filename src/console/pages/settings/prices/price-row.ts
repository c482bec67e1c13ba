/** The four numbers that price a model; each is an option with a table by model name. */
export const priceFields = ['price', 'ratio', 'completion', 'cache'] as const
export type PriceField = (typeof priceFields)[number]

export const optionOf = {
  price: 'ModelPrice',
  ratio: 'ModelRatio',
  completion: 'CompletionRatio',
  cache: 'CacheRatio',
} as const satisfies Record<PriceField, string>
export type PriceOption = (typeof optionOf)[PriceField]

/** As typed or stored; empty = no entry. */
export type PriceValues = Readonly<Record<PriceField, string>>

/** Fields that are stored as multiples of the input price. */
export const multipleFields = ['completion', 'cache'] as const
export type MultipleField = (typeof multipleFields)[number]

export const noValues: PriceValues = { price: '', ratio: '', completion: '', cache: '' }

/** One row of the grid. */
export interface PriceRow extends PriceValues {
  /** The stored name; `new:3` for a row that was added. */
  readonly id: string
  readonly name: string
  /** True for a fixed price per call without ratios, false for ratios without a fixed price. */
  readonly isPerCall: boolean
  /** Dollars per million tokens that wait for an input price, of which they will be stored as a multiple. */
  readonly inDollars?: Readonly<Partial<Record<MultipleField, number | undefined>>> | undefined
  /** The row comes from the built-in list, which includes some free models. */
  readonly isFromList?: true
}

export const isNewRow = (row: PriceRow): boolean => row.id.startsWith('new:')

/** Builds a row from stored values. If a table has both, the fixed price wins, as it does when calls are charged. */
export const toRow = (name: string, values: PriceValues): PriceRow => ({
  id: name,
  name,
  isPerCall: values.price !== '',
  ...values,
})

/** Returns the values to store for a row: one of the two pricing types, never both. */
export const storedValues = (row: PriceRow): PriceValues =>
  row.isPerCall
    ? { ...noValues, price: row.price }
    : { ...noValues, ratio: row.ratio, completion: row.completion, cache: row.cache }

/** Changes the pricing type: per call clears the ratios, per token clears the fixed price. */
export const switchKind = (row: PriceRow, isPerCall: boolean): PriceRow =>
  row.isPerCall === isPerCall
    ? row
    : isPerCall
      ? { ...row, isPerCall, ratio: '', completion: '', cache: '', inDollars: undefined }
      : { ...row, isPerCall, price: '' }

export const isEmpty = (values: PriceValues): boolean => priceFields.every((field) => values[field] === '')

/** The daemon accepts JSON numbers up to a million, and treats those below a billionth as zero. */
const NUMBER = /^(0|[1-9]\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/
export const PRICE_MAX = 1_000_000

/** @returns the number as JSON, with its digits kept; undefined when it is not a number */
export function readNumber(text: string): string | undefined {
  const match = NUMBER.exec(text.trim().replace(/^\./, '0.'))
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent] = match
  return `${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`
}

/** Returns whether two texts are the same number, or identical. */
export const isSameNumber = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && readNumber(a) !== undefined && Number(a) === Number(b))

export const hasDollars = (row: PriceRow): boolean =>
  multipleFields.some((field) => row.inDollars?.[field] !== undefined)

/** Returns whether two rows have the same prices, whatever their digits. */
export const haveSamePrices = (a: PriceRow, b: PriceRow): boolean =>
  priceFields.every((field) => isSameNumber(a[field], b[field])) &&
  multipleFields.every((field) => a.inDollars?.[field] === b.inDollars?.[field])

export const isSameRow = (row: PriceRow, values: PriceValues): boolean => {
  const stored = storedValues(row)
  return (
    row.isPerCall === (values.price !== '') &&
    !hasDollars(row) &&
    priceFields.every((field) => isSameNumber(stored[field], values[field]))
  )
}
