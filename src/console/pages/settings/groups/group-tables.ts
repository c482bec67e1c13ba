/**
 * The settings of groups as tables. A value that is no number yet is kept as the text that was typed, so that nothing is
 * lost and the daemon refuses it by name.
 */

export type Table = Readonly<Record<string, unknown>>

/** @returns undefined when the text is no table */
export function readTable(text: string): Table | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isTable(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const writeTable = (table: Table): string => JSON.stringify(table, null, 2)

export const withEntry = (table: Table, name: string, value: unknown): Table => ({ ...table, [name]: value })

export const withoutEntry = (table: Table, name: string): Table =>
  Object.fromEntries(Object.entries(table).filter(([each]) => each !== name))

/** The groups that have a stored ratio and lose it by what was typed. Empty while what was typed cannot be read. */
export function removedGroups(stored: string, typed: string): readonly string[] {
  const kept = readTable(typed)
  return kept === undefined
    ? []
    : Object.keys(readTable(stored) ?? {}).filter((each) => !Object.hasOwn(kept, each))
}

/** A table without the entries of groups that are removed. Undefined if it has none of them, or cannot be read. */
export function withoutGroups(text: string, groups: readonly string[]): string | undefined {
  const table = readTable(text)
  const found = groups.filter((each) => table !== undefined && Object.hasOwn(table, each))
  return table === undefined || found.length === 0 ? undefined : writeTable(found.reduce(withoutEntry, table))
}

/** What stands in a cell for a ratio. */
export const ratioText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

/** A ratio as it is stored: a number, or what was typed in its place. */
export const toRatio = (text: string): number | string => (isRatio(text) ? Number(text) : text)

/** A decimal number. JavaScript takes `Infinity` and `0x10` for numbers, JSON does not. */
export const isRatio = (text: string): boolean =>
  /^[\d.e+-]+$/i.test(text.trim()) && Number(text) >= 0 && Number.isFinite(Number(text))

/** A table of tables as rows: for users of `from` with tokens of `to`. */
export const specialRows = (table: Table): readonly { from: string; to: string; value: unknown }[] =>
  Object.entries(table).flatMap(([from, inner]) =>
    Object.entries(isTable(inner) ? inner : {}).map(([to, value]) => ({ from, to, value })),
  )

export const withSpecial = (table: Table, from: string, to: string, value: unknown): Table =>
  withEntry(table, from, withEntry(isTable(table[from]) ? table[from] : {}, to, value))

/** The special ratios without those that name a group. */
export const withoutGroup = (table: Table, group: string): Table =>
  specialRows(table)
    .filter(({ from, to }) => from === group || to === group)
    .reduce((left, { from, to }) => withoutSpecial(left, from, to), table)

/** A group without special ratios has no entry either. */
export function withoutSpecial(table: Table, from: string, to: string): Table {
  const inner = withoutEntry(isTable(table[from]) ? table[from] : {}, to)
  return Object.keys(inner).length === 0 ? withoutEntry(table, from) : withEntry(table, from, inner)
}
