import type { Column, Command } from '../define-command.ts'

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the columns of a command, expanding plain field names.
 * @param wanted keys of the requested columns, in order; undefined = all
 */
export function columnsOf({ table, details }: Command, wanted?: readonly string[]): readonly Column<Row>[] {
  const all = (table?.columns ?? details?.fields ?? []).map((each) =>
    typeof each === 'string' ? { key: each } : each,
  )
  return wanted === undefined ? all : wanted.flatMap((key) => all.find((each) => each.key === key) ?? [])
}

/** Returns the first of these fields that has a value, or the value itself if it is not an object. */
export function firstOf(value: unknown, fields: readonly string[]): string {
  if (!isRow(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
  for (const name of fields) {
    const found = value[name]
    if ((typeof found === 'string' && found !== '') || typeof found === 'number') return String(found)
  }
  return JSON.stringify(value)
}
