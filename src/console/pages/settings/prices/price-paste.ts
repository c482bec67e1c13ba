import { otherCurrencyOf, type PastedColumn, readHead, scaleOf, unitOf } from './price-heads.ts'
import { type PriceField, readNumber } from './price-row.ts'
import { numberText, type PriceUnit } from './price-units.ts'

/** One row of a spreadsheet: a model, and texts for some of its fields. */
export interface PastedRow {
  readonly name: string
  readonly values: Partial<Record<PriceField, string>>
}

export interface Pasted {
  readonly rows: readonly PastedRow[]
  /** From the column heads or a dollar sign; undefined = not stated. */
  readonly unit: PriceUnit | undefined
  /** Set if the prices are not in dollars. */
  readonly otherCurrency?: string
}

/** Columns without a head: two are name and input; three name, input, output; four and five are those of the grid. */
const columnsByCount: Readonly<Record<number, readonly PriceField[]>> = {
  2: ['ratio'],
  3: ['ratio', 'completion'],
  4: ['price', 'ratio', 'completion'],
  5: ['price', 'ratio', 'completion', 'cache'],
}

/** Returns the separator of a line. Semicolons indicate a locale with decimal commas. */
const separatorOf = (line: string): string | RegExp =>
  line.includes('\t') ? '\t' : line.includes(';') ? ';' : /[,，]/

/**
 * Splits clipboard text from a spreadsheet into cells: tabs between columns, lines between rows; CSV lines work too.
 */
export const toCells = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(separatorOf(line)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))

/**
 * Reads `$2.50`, `1 000` and `1,000` as numbers, and a dash as an empty cell. `0,075` is left unchanged and then
 * refused: without its comma it would be a thousand times as much. `¥2` is refused too, because it is not two dollars.
 */
export function cleanNumber(text: string): string {
  const bare = text.replace(/[$\s]|usd/gi, '')
  if (/^[-–—]?$/.test(bare)) return ''
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}

/** Returns whether the cell is meant as a number, even if it cannot be read: it has digits and no letters. */
export const isNumberCell = (text: string): boolean =>
  readNumber(cleanNumber(text)) !== undefined || /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)

/** Returns whether a cell is marked as dollars. */
export const isDollarCell = (text: string): boolean => /^\s*-?\$|^[\d.,\s]+(\$|usd)$/i.test(text)

/** Reads rows that start with a name. Rows without one are skipped; if a name repeats, the last row wins. */
export function readPaste(text: string): Pasted {
  const cells = toCells(text)
  const [first = []] = cells
  const isHead = first.length > 1 && first.slice(1).every((cell) => cell !== '' && !isNumberCell(cell))
  const width = Math.max(0, ...cells.map((row) => row.length))
  const columns: readonly PastedColumn[] = isHead
    ? readHead(first)
    : ['name', ...(columnsByCount[Math.min(5, width)] ?? [])]
  const nameAt = Math.max(0, columns.indexOf('name'))
  const body = isHead ? cells.slice(1) : cells
  const priced = body.flatMap((row) => row.filter((_, at) => at !== nameAt && columns[at] !== undefined))
  const inHead = isHead ? unitOf(first.join(' ')) : undefined
  const unit = inHead ?? (priced.some(isDollarCell) ? 'dollar' : undefined)
  const scales = columns.map((field, at) =>
    isHead && unit === 'dollar' && field !== 'price' ? scaleOf(first[at] ?? '') : 1,
  )
  const rows = new Map<string, PastedRow>()
  for (const row of body) {
    const name = row[nameAt] ?? ''
    if (name === '') continue
    const values = Object.fromEntries(
      columns.flatMap((field, index) => {
        const value = scaled(cleanNumber(row[index] ?? ''), scales[index] ?? 1)
        return field === undefined || index === nameAt || value === '' ? [] : [[field, value]]
      }),
    )
    rows.set(name, { name, values })
  }
  const otherCurrency = otherCurrencyOf([...(isHead ? first : []), ...priced].join(' '))
  return { rows: [...rows.values()], unit, ...(otherCurrency !== undefined && { otherCurrency }) }
}

/**
 * Converts a price for fewer tokens to one for a million. A text that is not a number stays, and its cell refuses it.
 */
const scaled = (text: string, scale: number): string => {
  const number = scale === 1 ? undefined : readNumber(text)
  return number === undefined ? text : numberText(Number(number) * scale)
}
