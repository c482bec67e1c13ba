import { plainText } from './plain-text.ts'

/** Wide characters need a full measurement; plain ASCII, like most tables, does not. */
export async function loadMeasure(texts: readonly string[]): Promise<(text: string) => number> {
  if (texts.every((each) => /^[\x20-\x7e]*$/.test(each))) return (text) => text.length
  return (await import('string-width')).default
}

/** Line breaks and control characters from the server must not draw on the user's terminal. */
export const oneLine = (text: string): string => plainText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' '))

export interface TableCells {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Indexes of the right-aligned columns. */
  readonly rightAligned: ReadonlySet<number>
}

/**
 * Draws columns by display width, counting Chinese characters as two columns. Nothing is truncated unless the width is
 * known; then the widest columns shrink first.
 *
 * @param widthMax columns of the terminal; undefined = not a terminal
 */
export async function drawTable(table: TableCells, widthMax?: number): Promise<string> {
  const lines = [table.headings, ...table.rows].map((line) => line.map(oneLine))
  const measure = await loadMeasure(lines.flat())
  const widths = table.headings.map((_, index) =>
    Math.max(...lines.map((line) => measure(line[index] ?? ''))),
  )
  if (widthMax !== undefined) narrow(widths, widthMax)
  return lines
    .map((line) =>
      line
        .map((cell, index) => padded(cell, widths[index] ?? 0, table.rightAligned.has(index), measure))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/** Shrinks the widest column repeatedly until the line fits or every column has its minimum width. */
function narrow(widths: number[], widthMax: number): void {
  const least = 3
  const gaps = (widths.length - 1) * 2
  while (widths.reduce((sum, each) => sum + each, gaps) > widthMax) {
    const widest = widths.indexOf(Math.max(...widths))
    const width = widths[widest] ?? 0
    if (width <= least) return
    widths[widest] = width - 1
  }
}

/** The text, truncated with an ellipsis if necessary. */
export function cut(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  const letters = [...text]
  while (letters.length > 0 && measure(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('')}…`
}

function padded(cell: string, width: number, isRight: boolean, measure: (text: string) => number): string {
  const text = cut(cell, width, measure)
  const padding = ' '.repeat(Math.max(0, width - measure(text)))
  return isRight ? padding + text : text + padding
}

/** Draws `label  value` lines with aligned values. */
export async function drawDetails(
  lines: readonly (readonly [label: string, value: string])[],
): Promise<string> {
  const measure = await loadMeasure(lines.map(([label]) => label))
  const width = Math.max(0, ...lines.map(([label]) => measure(label)))
  return lines
    .map(([label, value]) => `${label}${' '.repeat(width - measure(label))}  ${oneLine(value)}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}
