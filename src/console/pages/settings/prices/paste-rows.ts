import { readPaste } from './price-paste.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** Rows with names, from a spreadsheet, into the grid: one step to undo. @returns how many rows that were */
export function pasteRows(
  editor: PriceEditor,
  text: string,
): { readonly changed: number; readonly added: number } {
  const { rows, unit } = readPaste(text)
  return editor.fill(rows, { ...editor.units, unit: unit ?? editor.units.unit })
}
