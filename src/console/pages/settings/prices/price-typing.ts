import { haveSamePrices, type PriceField, type PriceRow } from './price-row.ts'
import { type Units, withCell } from './price-units.ts'

/** What is being typed into a cell. */
export interface Typing {
  readonly text: string
  /** The row before the first key. The other prices must not be computed from a half-typed number. */
  readonly before: PriceRow
  readonly after: PriceRow
}

/** Whether the row was undone or changed by something else since. Then we forget what was typed. */
export const isTypingInto = (row: PriceRow, typing: Typing | undefined): typing is Typing =>
  typing !== undefined && haveSamePrices(typing.after, row)

/** The next text in a cell, put into the row as it was before the first key. */
export function typeInto(
  row: PriceRow,
  field: PriceField,
  text: string,
  units: Units,
  typing: Typing | undefined,
): Typing {
  const before = isTypingInto(row, typing) ? typing.before : row
  return { text, before, after: withCell(before, field, text, units) }
}
