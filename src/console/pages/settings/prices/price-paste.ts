import { type PriceField, readNumber } from './price-row.ts'
import type { PriceUnit } from './price-units.ts'

/** One line of a spreadsheet: a model, and texts for some of its fields. */
export interface PastedRow {
  readonly name: string
  readonly values: Partial<Record<PriceField, string>>
}

export interface Pasted {
  readonly rows: readonly PastedRow[]
  /** What the head of the columns says; undefined = it says nothing, or there is none. */
  readonly unit: PriceUnit | undefined
}

/** Without a head: two columns are name and input; three name, input, output; four and five as the grid has them. */
const columnsByCount: Readonly<Record<number, readonly PriceField[]>> = {
  2: ['ratio'],
  3: ['ratio', 'completion'],
  4: ['price', 'ratio', 'completion'],
  5: ['price', 'ratio', 'completion', 'cache'],
}

const heads: readonly (readonly [PriceField | 'name', RegExp])[] = [
  ['cache', /cache|缓存/i],
  ['completion', /completion|output|输出|补全/i],
  ['price', /per (call|request)|fixed|固定|按次|每次|model ?price/i],
  ['ratio', /ratio|input|prompt|输入|倍率/i],
  ['name', /name|model|名称|模型/i],
  ['price', /price|价格/i],
]

/** Columns between semicolons are those of a country that writes decimals with a comma. */
const separatorOf = (line: string): string | RegExp =>
  line.includes('\t') ? '\t' : line.includes(';') ? ';' : /[,，]/

/** Cells of a spreadsheet as the clipboard has them: tabs between columns, lines between rows; a CSV line does as well. */
export const toCells = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(separatorOf(line)).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))

/**
 * Reads `$2.50`, `1 000` and `1,000` as numbers, and a dash as an empty cell. `0,075` is left as it is and then refused:
 * without its comma it would be a thousand times as much.
 */
export function cleanNumber(text: string): string {
  const bare = text.replace(/[$¥\s]|usd/gi, '')
  if (/^[-–—]?$/.test(bare)) return ''
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(',', '') : bare
}

/** Whether the cell is meant as a number, even if it cannot be read: it has digits and no letters. */
export const isNumberCell = (text: string): boolean =>
  readNumber(cleanNumber(text)) !== undefined || /^[^\p{L}]*\d[^\p{L}]*$/u.test(text)

/** Reads rows that begin with a name. Rows without one are left out; a later row of the same name wins. */
export function readPaste(text: string): Pasted {
  const cells = toCells(text)
  const [first = []] = cells
  const isHead = first.length > 1 && first.slice(1).every((cell) => cell !== '' && !isNumberCell(cell))
  const head = isHead ? first.map((cell) => heads.find(([, pattern]) => pattern.test(cell))?.[0]) : undefined
  const width = Math.max(0, ...cells.map((row) => row.length))
  const columns: readonly (PriceField | 'name' | undefined)[] = head ?? [
    'name',
    ...(columnsByCount[Math.min(5, width)] ?? []),
  ]
  const nameAt = Math.max(0, columns.indexOf('name'))
  const rows = new Map<string, PastedRow>()
  for (const row of isHead ? cells.slice(1) : cells) {
    const name = row[nameAt] ?? ''
    if (name === '') continue
    const values = Object.fromEntries(
      columns.flatMap((field, index) => {
        const value = cleanNumber(row[index] ?? '')
        return field === undefined || index === nameAt || value === '' ? [] : [[field, value]]
      }),
    )
    rows.set(name, { name, values })
  }
  return { rows: [...rows.values()], unit: isHead ? unitOf(first.join(' ')) : undefined }
}

const unitOf = (head: string): PriceUnit | undefined => {
  if (/ratio|倍率/i.test(head)) return 'ratio'
  return /\$|usd|dollar|美元|input|output|输入|输出/i.test(head) ? 'dollar' : undefined
}
