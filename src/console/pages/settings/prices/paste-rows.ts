import { toast } from 'sonner'
import { phrase } from '../../../i18n/i18n.ts'
import { readPaste } from './price-paste.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** Pastes named rows from a spreadsheet into the grid, as one undo step. Reports what was done, or why nothing was. */
export function pasteRows(editor: PriceEditor, text: string): void {
  const { rows, unit, otherCurrency } = readPaste(text)
  if (otherCurrency !== undefined) {
    toast.error(phrase('prices:paste.otherCurrency', { currency: otherCurrency }))
    return
  }
  const { changed, added } = editor.fill(rows, { ...editor.units, unit: unit ?? editor.units.unit })
  toast.success(phrase('prices:paste.done', { changed, added }))
}
