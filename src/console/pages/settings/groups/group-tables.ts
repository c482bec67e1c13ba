/**
 * The group settings as tables. A value that is not a number yet is kept as typed, so that nothing is lost and the
 * daemon names it when it refuses.
 */

export type Table = Readonly<Record<string, unknown>>

/** @returns undefined when the text is not a table */
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

/** Returns the groups whose stored ratio is removed by the edited text. Empty while the text cannot be read. */
export function removedGroups(stored: string, typed: string): readonly string[] {
  const kept = readTable(typed)
  return kept === undefined
    ? []
    : Object.keys(readTable(stored) ?? {}).filter((each) => !Object.hasOwn(kept, each))
}

/** Returns a table without the entries of removed groups. Undefined if it has none of them, or cannot be read. */
export function withoutGroups(text: string, groups: readonly string[]): string | undefined {
  const table = readTable(text)
  const found = groups.filter((each) => table !== undefined && Object.hasOwn(table, each))
  return table === undefined || found.length === 0 ? undefined : writeTable(found.reduce(withoutEntry, table))
}

/** Returns the text of a cell for a ratio. */
export const ratioText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''

/** Converts a ratio to its stored form: a number, or the text if it is not one. */
export const toRatio = (text: string): number | string => (isRatio(text) ? Number(text) : text)

/** Returns whether a text is a decimal number. JavaScript accepts `Infinity` and `0x10` as numbers, JSON does not. */
export const isRatio = (text: string): boolean =>
  /^[\d.e+-]+$/i.test(text.trim()) && Number(text) >= 0 && Number.isFinite(Number(text))

/** Flattens a table of tables into rows: for users of `from` with tokens of `to`. */
export const specialRows = (table: Table): readonly { from: string; to: string; value: unknown }[] =>
  Object.entries(table).flatMap(([from, inner]) =>
    Object.entries(isTable(inner) ? inner : {}).map(([to, value]) => ({ from, to, value })),
  )

export const withSpecial = (table: Table, from: string, to: string, value: unknown): Table =>
  withEntry(table, from, withEntry(isTable(table[from]) ? table[from] : {}, to, value))

/** Removes the special ratios that refer to a group. */
export const withoutGroup = (table: Table, group: string): Table =>
  specialRows(table)
    .filter(({ from, to }) => from === group || to === group)
    .reduce((left, { from, to }) => withoutSpecial(left, from, to), table)

/** Removes a special ratio. A group without any has no entry either. */
export function withoutSpecial(table: Table, from: string, to: string): Table {
  const inner = withoutEntry(isTable(table[from]) ? table[from] : {}, to)
  return Object.keys(inner).length === 0 ? withoutEntry(table, from) : withEntry(table, from, inner)
}
