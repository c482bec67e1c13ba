import {
  type MultipleField,
  multipleFields,
  type PriceField,
  type PriceRow,
  readNumber,
  switchKind,
} from './price-row.ts'

/** Unit in which ratios are shown and typed: as stored, or as dollars per million tokens. */
export type PriceUnit = 'ratio' | 'dollar'

export interface Units {
  readonly unit: PriceUnit
  /** Dollars per million tokens at a model ratio of 1; 2 with the default quota unit. */
  readonly dollarsPerRatio: number
}

/** Returns the shortest text of a number, with as many decimals as the daemon keeps. */
export const numberText = (value: number): string => String(Number(value.toFixed(9)))

const numberOf = (text: string): number | undefined => {
  const read = readNumber(text)
  return read === undefined ? undefined : Number(read)
}

/**
 * Returns a field in dollars per million tokens; undefined while there is no number. A fixed price is in dollars
 * already.
 */
export function dollarsOf(row: PriceRow, field: PriceField, dollarsPerRatio: number): number | undefined {
  const value = numberOf(row[field])
  if (field === 'price') return value
  const ratio = numberOf(row.ratio)
  const input = ratio === undefined ? undefined : ratio * dollarsPerRatio
  if (field === 'ratio') return input
  return row.inDollars?.[field] ?? (input === undefined || value === undefined ? undefined : input * value)
}

/** Returns the text of a cell. A text that is not a number is shown as typed. */
export function cellText(row: PriceRow, field: PriceField, { unit, dollarsPerRatio }: Units): string {
  if (unit === 'ratio' || field === 'price') return row[field]
  const dollars = dollarsOf(row, field, dollarsPerRatio)
  if (dollars !== undefined) return numberText(dollars)
  return numberOf(row[field]) === undefined ? row[field] : ''
}

/**
 * Returns a row with one value changed. A fixed price switches the row to pricing per call, a ratio to pricing per
 * token; fields that only refine ratios change nothing if there are none. If the value is typed in dollars, the other
 * prices keep their dollar amounts.
 */
export function withCell(row: PriceRow, field: PriceField, text: string, units: Units): PriceRow {
  if (field === 'price') return { ...switchKind(row, true), price: text.trim() }
  if (field === 'ratio') return withInput(switchKind(row, false), text.trim(), units)
  if (row.isPerCall) return row
  const dollars = units.unit === 'dollar' ? numberOf(text) : undefined
  if (dollars !== undefined) return withDollars(row, field, dollars, units)
  return { ...row, [field]: text.trim(), inDollars: { ...row.inDollars, [field]: undefined } }
}

function withInput(row: PriceRow, text: string, units: Units): PriceRow {
  const typed = numberOf(text)
  const isInDollars = units.unit === 'dollar'
  const ratio = typed === undefined || !isInDollars ? text : numberText(typed / units.dollarsPerRatio)
  // With an input price of 0, the dollar amounts of the others are unknown, so their ratios stay.
  const hadInput = (numberOf(row.ratio) ?? 0) > 0
  return multipleFields.reduce<PriceRow>(
    (next, field) => {
      const isKept = row.inDollars?.[field] !== undefined || (isInDollars && hadInput)
      const dollars = isKept ? dollarsOf(row, field, units.dollarsPerRatio) : undefined
      return dollars === undefined ? next : withDollars(next, field, dollars, units)
    },
    { ...row, ratio },
  )
}

/** Sets a price in dollars as a multiple of the input price. Without an input price it is kept until there is one. */
function withDollars(row: PriceRow, field: MultipleField, dollars: number, units: Units): PriceRow {
  const input = dollarsOf(row, 'ratio', units.dollarsPerRatio)
  const multiple = dollars === 0 && input === 0 ? 0 : dollars / (input ?? 0)
  const isWaiting = !Number.isFinite(multiple) || input === undefined
  return {
    ...row,
    [field]: isWaiting ? '' : numberText(multiple),
    inDollars: { ...row.inDollars, [field]: isWaiting ? dollars : undefined },
  }
}
