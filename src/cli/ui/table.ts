import { alignPoints } from './align-points.ts'
import { type ColumnRoom, fitColumns, GAP } from './fit-columns.ts'
import { plainText } from './plain-text.ts'

/**
 * Loads a function that measures display width. Plain ASCII, as in most tables, does not need the full measurement for
 * wide characters.
 */
export async function loadMeasure(texts: readonly string[]): Promise<(text: string) => number> {
  if (texts.every((each) => /^[\x20-\x7e]*$/.test(each))) return (text) => text.length
  return (await import('string-width')).default
}

/**
 * Replaces line breaks and removes control characters, so that text from the server cannot draw on the user's terminal.
 */
export const oneLine = (text: string): string => plainText(text.replace(/[\r\n\t\u2028\u2029]+/g, ' '))

export interface TableCells {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Indexes of the right-aligned columns. */
  readonly rightAligned: ReadonlySet<number>
  /** How each column adapts to a narrow terminal. Absent = columns are left out entirely, from the right. */
  readonly room?: readonly ColumnRoom[]
}

/**
 * Draws columns by display width, counting Chinese characters as two columns. In right-aligned columns, decimal points
 * line up. If the width is known, columns that do not fit are left out, and texts are shortened.
 *
 * @param widthMax columns of the terminal; undefined = not a terminal, or everything is wanted
 */
export async function drawTable(table: TableCells, widthMax?: number): Promise<string> {
  const rows = withAlignedPoints(
    table.rows.map((line) => line.map(oneLine)),
    table.rightAligned,
  )
  const lines = [table.headings.map(oneLine), ...rows]
  const measure = await loadMeasure(lines.flat())
  const columns = table.headings.map((_, at) => ({
    ...table.room?.[at],
    width: Math.max(...lines.map((line) => measure(line[at] ?? ''))),
    isEmpty: rows.every((line) => (line[at] ?? '') === ''),
  }))
  const widths = widthMax === undefined ? columns.map(({ width }) => width) : fitColumns(columns, widthMax)
  return lines
    .map((line) =>
      line
        .flatMap((cell, at) => {
          const width = widths[at]
          if (width === undefined) return []
          // A time without seconds is not marked as truncated.
          const shown = table.room?.[at]?.room === 'time' ? cell.slice(0, width) : cell
          return [padded(shown, width, table.rightAligned.has(at), measure)]
        })
        .join(' '.repeat(GAP))
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

function withAlignedPoints(
  rows: readonly (readonly string[])[],
  columns: ReadonlySet<number>,
): readonly (readonly string[])[] {
  const aligned = new Map([...columns].map((at) => [at, alignPoints(rows.map((line) => line[at] ?? ''))]))
  return rows.map((line, row) => line.map((cell, at) => aligned.get(at)?.[row] ?? cell))
}

/** Truncates a text with an ellipsis if necessary. */
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
