/** The four numbers that price a model, each an option that is a table of names. */
export const priceFields = ['price', 'ratio', 'completion', 'cache'] as const
export type PriceField = (typeof priceFields)[number]

export const optionOf = {
  price: 'ModelPrice',
  ratio: 'ModelRatio',
  completion: 'CompletionRatio',
  cache: 'CacheRatio',
} as const satisfies Record<PriceField, string>
export type PriceOption = (typeof optionOf)[PriceField]

/** As typed or stored; empty = there is no entry. */
export type PriceValues = Readonly<Record<PriceField, string>>

/** Stored as multiples of the input price. */
export const multipleFields = ['completion', 'cache'] as const
export type MultipleField = (typeof multipleFields)[number]

export const noValues: PriceValues = { price: '', ratio: '', completion: '', cache: '' }

/** One line of the grid. */
export interface PriceRow extends PriceValues {
  /** The stored name; `new:3` of a line that was added here. */
  readonly id: string
  readonly name: string
  /** A fixed price per call and no ratios, or ratios and no fixed price. */
  readonly isPerCall: boolean
  /** Dollars per million tokens that have no input price yet to be a multiple of. */
  readonly inDollars?: Readonly<Partial<Record<MultipleField, number | undefined>>> | undefined
  /** The built-in list has it, and it knows some models that cost nothing. */
  readonly isFromList?: true
}

export const isNewRow = (row: PriceRow): boolean => row.id.startsWith('new:')

/** A fixed price wins where a table has both, as it does when calls are charged. */
export const toRow = (name: string, values: PriceValues): PriceRow => ({
  id: name,
  name,
  isPerCall: values.price !== '',
  ...values,
})

/** What is stored for a row: one of the two kinds, never both. */
export const storedValues = (row: PriceRow): PriceValues =>
  row.isPerCall
    ? { ...noValues, price: row.price }
    : { ...noValues, ratio: row.ratio, completion: row.completion, cache: row.cache }

/** Per call clears the ratios, per token clears the fixed price. */
export const switchKind = (row: PriceRow, isPerCall: boolean): PriceRow =>
  row.isPerCall === isPerCall
    ? row
    : isPerCall
      ? { ...row, isPerCall, ratio: '', completion: '', cache: '', inDollars: undefined }
      : { ...row, isPerCall, price: '' }

export const isEmpty = (values: PriceValues): boolean => priceFields.every((field) => values[field] === '')

/** The daemon takes what JSON takes, up to a million, and tells nothing below a billionth from zero. */
const NUMBER = /^(0|[1-9]\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/
export const PRICE_MAX = 1_000_000

/** @returns the number as JSON writes it, its digits kept; undefined when it is none */
export function readNumber(text: string): string | undefined {
  const match = NUMBER.exec(text.trim().replace(/^\./, '0.'))
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent] = match
  return `${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`
}

/** Two texts of the same number, or both of none. */
export const isSameNumber = (a: string, b: string): boolean =>
  a === b || (a !== '' && b !== '' && readNumber(a) !== undefined && Number(a) === Number(b))

export const hasDollars = (row: PriceRow): boolean =>
  multipleFields.some((field) => row.inDollars?.[field] !== undefined)

/** Whether two rows have the same prices, whatever their digits. */
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
