import { plainText } from './plain-text.ts'

/**
 * Formats one CSV line per RFC 4180, without control characters. Cells that a spreadsheet would run as a formula are
 * escaped with a quote. This includes leading whitespace and full-width signs, which some spreadsheets accept.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = plainText((typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\r\n', '\n'))
  const shielded = /^\s*[=+\-@＝＋－＠]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\n]/.test(shielded) ? `"${shielded.replaceAll('"', '""')}"` : shielded
}
