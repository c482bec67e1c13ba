import { AppError } from '../errors/app-error.ts'
import { DecimalNumber, type ExactJson, parseExactJson, writeExactJson } from './json-text.ts'
import type { OptionSpec } from './kinds.ts'
import { isOptionKey, type OptionKey, registry } from './registry.ts'

type EntryForm = NonNullable<OptionSpec<unknown>['entry']>

/** A setting whose text is a JSON object that maps names to values. */
export interface TableKey {
  readonly key: OptionKey
  readonly form: EntryForm
}

/** One entry of a table as the API writes it: a number as its digits, a text as is, any nested value as JSON. */
export interface TableEntry {
  readonly name: string
  readonly value: string
}

/** Returns the table with this key. @throws AppError `option_unknown`, `option_not_table` */
export function tableKey(key: string): TableKey {
  if (!isOptionKey(key))
    throw new AppError('option_unknown', { values: { key: key.slice(0, 100) }, field: 'key' })
  const { entry: form }: OptionSpec<unknown> = registry[key]
  if (form === undefined) throw new AppError('option_not_table', { values: { key }, field: key })
  return { key, form }
}

/**
 * Reads the table from a stored text, or the built-in one if the text can no longer be read, as for all settings.
 * @param text undefined = never set
 */
export function readTable({ key }: TableKey, text: string | undefined): Map<string, ExactJson> {
  const spec: OptionSpec<unknown> = registry[key]
  const table = parseExactJson(isReadable(spec, text) ? text : spec.default)
  if (!(table instanceof Map)) throw new Error(`${key} is a table by its kind and none by its text.`)
  return table
}

function isReadable(spec: OptionSpec<unknown>, text: string | undefined): text is string {
  if (text === undefined) return false
  try {
    spec.read(text)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Writes a table as text, one name per line. */
export const writeTable = (table: Map<string, ExactJson>): string => writeExactJson(table, 2)

/** @returns null = there is no entry with that name */
export function readEntry(table: ReadonlyMap<string, ExactJson>, name: string): string | null {
  const value = table.get(name)
  return value === undefined ? null : entryText(value)
}

export const tableEntries = (table: ReadonlyMap<string, ExactJson>): TableEntry[] =>
  [...table].map(([name, value]) => ({ name, value: entryText(value) }))

const entryText = (value: ExactJson): string => (typeof value === 'string' ? value : writeExactJson(value))

/**
 * Reads the text of an entry as a table value. The key's own check decides whether the value is allowed.
 * @throws AppError `option_table_number`, `invalid_json_text`
 */
export function parseEntry({ key, form }: TableKey, name: string, text: string): ExactJson {
  if (form === 'text') return text
  if (form === 'json') return parseExactJson(text)
  const number = /^\d[\d.eE+-]*$/.test(text.trim()) ? parseExactJson(text) : undefined
  if (number instanceof DecimalNumber) return number
  throw new AppError('option_table_number', { values: { key, name: name.slice(0, 100) }, field: key })
}
