import { haveSamePrices, type PriceField, type PriceRow } from './price-row.ts'
import { type Units, withCell } from './price-units.ts'

/** The state of a cell while somebody types. */
export interface Typing {
  readonly text: string
  /** The row before the first key press. The other prices must not be computed from a half-typed number. */
  readonly before: PriceRow
  readonly after: PriceRow
}

/**
 * Returns whether the typed text still belongs to the row. If the row was undone or changed by something else, the text
 * is discarded.
 */
export const isTypingInto = (row: PriceRow, typing: Typing | undefined): typing is Typing =>
  typing !== undefined && haveSamePrices(typing.after, row)

/** Applies the next text of a cell to the row as it was before the first key press. */
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
