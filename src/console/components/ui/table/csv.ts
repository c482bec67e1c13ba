import type { Column } from './columns.ts'

/**
 * Writes rows as a file for spreadsheets. A text that a spreadsheet would treat as a formula is prefixed with an
 * apostrophe, because rows contain names that other people wrote.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const exported = columns.filter((column) => column.csv !== undefined)
  const lines = [
    exported.map((column) => cell(column.header)),
    ...rows.map((row) => exported.map((column) => cell(column.csv?.(row) ?? ''))),
  ]
  // The byte order mark tells Excel that this is UTF-8.
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

/** Amounts may be negative: a sign followed by nothing but digits does not start a formula. */
const NUMBER = /^[-+]?\d+(\.\d+)?$/

function cell(value: string | number): string {
  if (typeof value === 'number' || NUMBER.test(value)) return String(value)
  // Some programs skip blanks before a formula and treat full-width signs like ASCII ones.
  const safe = /^(\s*[=+\-@＝＋－＠]|[\t\r])/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function downloadFile(name: string, content: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
