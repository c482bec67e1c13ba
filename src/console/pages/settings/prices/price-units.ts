import { type PriceField, type PriceRow, readNumber, switchKind } from './price-row.ts'

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
  if (ratio === undefined) return undefined
  if (field === 'ratio') return ratio * dollarsPerRatio
  return value === undefined ? undefined : ratio * dollarsPerRatio * value
}

/** What a cell shows. A text that is no number is shown as it was typed. */
export function cellText(row: PriceRow, field: PriceField, { unit, dollarsPerRatio }: Units): string {
  if (unit === 'ratio' || field === 'price' || numberOf(row[field]) === undefined) return row[field]
  const dollars = dollarsOf(row, field, dollarsPerRatio)
  return dollars === undefined ? '' : numberText(dollars)
}

/**
 * A row with one value typed into it. A fixed price makes it a row per call, a ratio one per token; what only refines
 * ratios changes nothing where there are none. Typed in dollars, the other prices stay what they were in dollars.
 */
export function withCell(row: PriceRow, field: PriceField, text: string, units: Units): PriceRow {
  if (field === 'price') return { ...switchKind(row, true), price: text.trim() }
  if (field === 'ratio') return withInput(switchKind(row, false), text.trim(), units)
  if (row.isPerCall) return row
  if (units.unit === 'ratio') return { ...row, [field]: text.trim() }
  const dollars = numberOf(text)
  const input = dollarsOf(row, 'ratio', units.dollarsPerRatio)
  if (dollars === undefined || input === undefined || input === 0) return { ...row, [field]: text.trim() }
  return { ...row, [field]: numberText(dollars / input) }
}

function withInput(row: PriceRow, text: string, { unit, dollarsPerRatio }: Units): PriceRow {
  const dollars = numberOf(text)
  if (unit === 'ratio' || dollars === undefined) return { ...row, ratio: text }
  const next = { ...row, ratio: numberText(dollars / dollarsPerRatio) }
  if (dollars === 0) return next
  const kept = (field: 'completion' | 'cache'): string => {
    const before = dollarsOf(row, field, dollarsPerRatio)
    return before === undefined ? row[field] : numberText(before / dollars)
  }
  return { ...next, completion: kept('completion'), cache: kept('cache') }
}
