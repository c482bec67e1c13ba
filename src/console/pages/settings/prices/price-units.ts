import {
  type MultipleField,
  multipleFields,
  type PriceField,
  type PriceRow,
  readNumber,
  switchKind,
} from './price-row.ts'

/** How ratios are shown and typed: as they are stored, or as dollars per million tokens. */
export type PriceUnit = 'ratio' | 'dollar'

export interface Units {
  readonly unit: PriceUnit
  /** Dollars per million tokens that a model ratio of 1 stands for; 2 with the usual quota units. */
  readonly dollarsPerRatio: number
}

/** The shortest text of a number, with as many decimals as the daemon keeps. */
export const numberText = (value: number): string => String(Number(value.toFixed(9)))

const numberOf = (text: string): number | undefined => {
  const read = readNumber(text)
  return read === undefined ? undefined : Number(read)
}

/** Dollars per million tokens of a field; undefined where there is no number yet. A fixed price is dollars already. */
export function dollarsOf(row: PriceRow, field: PriceField, dollarsPerRatio: number): number | undefined {
  const value = numberOf(row[field])
  if (field === 'price') return value
  const ratio = numberOf(row.ratio)
  const input = ratio === undefined ? undefined : ratio * dollarsPerRatio
  if (field === 'ratio') return input
  return row.inDollars?.[field] ?? (input === undefined || value === undefined ? undefined : input * value)
}

/** What a cell shows. A text that is no number is shown as it was typed. */
export function cellText(row: PriceRow, field: PriceField, { unit, dollarsPerRatio }: Units): string {
  if (unit === 'ratio' || field === 'price') return row[field]
  const dollars = dollarsOf(row, field, dollarsPerRatio)
  if (dollars !== undefined) return numberText(dollars)
  return numberOf(row[field]) === undefined ? row[field] : ''
}

/**
 * A row with one value typed into it. A fixed price makes it a row per call, a ratio one per token; what only refines
 * ratios changes nothing where there are none. Typed in dollars, the other prices stay what they were in dollars.
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
  // With an input price of 0, the dollars of the others are unknown, so their ratios stay.
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

/** A price in dollars as a multiple of the input price. Without an input price it waits for one. */
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
