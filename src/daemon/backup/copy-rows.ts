import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { storableText } from '../ledger/storable-text.ts'

/** Called after every 100 000 rows of a large table, and again when the table is done. */
export type OnRows = (table: string, rows: number) => void

export interface Copied {
  readonly tables: number
  readonly rows: number
}

/** Tables that are not copied, because each database has its own migrations and daemons. */
const leftOut: ReadonlySet<string> = new Set([
  'knex_migrations',
  'knex_migrations_lock',
  'instances',
  'leases',
])

/** Limits for one statement, in rows and characters of JSON; whichever is reached first. */
const ROWS_MAX = 2_000
const CHARACTERS_MAX = 4_000_000

const TOLD_EVERY = 100_000

/**
 * Copies every row of a SQLite store into a PostgreSQL database with the same schema, replacing its content. IDs do not
 * change, and each table continues numbering where it was. Must be called inside a transaction on both sides.
 *
 * @throws Error if a table has different columns on the two sides, or not every row was copied
 */
export async function copyRows(source: DatabaseSync, target: pg.Client, onRows: OnRows): Promise<Copied> {
  const tables = tablesOf(source)
  await target.query(`TRUNCATE ${tables.map(quoted).join(', ')}`)
  let rows = 0
  for (const table of tables) rows += await copyTable(source, target, table, onRows)
  await keepNumbering(source, target)
  return { tables: tables.length, rows }
}

/** Lists the tables to copy. Each comes after the tables that its foreign keys refer to. */
function tablesOf(source: DatabaseSync): string[] {
  const names = source
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !leftOut.has(name))
  const ordered = new Set<string>()
  const add = (name: string): void => {
    if (ordered.has(name)) return
    for (const { table } of source.prepare('SELECT "table" FROM pragma_foreign_key_list(?)').all(name))
      if (table !== name) add(String(table))
    ordered.add(name)
  }
  for (const name of names) add(name)
  return [...ordered]
}

async function copyTable(
  source: DatabaseSync,
  target: pg.Client,
  table: string,
  onRows: OnRows,
): Promise<number> {
  const columns = await sameColumns(source, target, table)
  const list = columns.map(quoted).join(', ')
  const insert = {
    name: `copy ${table}`,
    text: `INSERT INTO ${quoted(table)} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${quoted(table)}, $1)`,
  }
  const select = source.prepare(`SELECT ${list} FROM ${quoted(table)}`)
  select.setReadBigInts(true)
  let copied = 0
  let told = 0
  let batch: string[] = []
  let characters = 0
  const send = async (): Promise<void> => {
    if (batch.length === 0) return
    const { rowCount } = await target.query({ ...insert, values: [`[${batch.join(',')}]`] })
    if (rowCount !== batch.length)
      throw new Error(`${table} took ${rowCount} of ${batch.length} rows; nothing was copied`)
    copied += batch.length
    batch = []
    characters = 0
    if (copied - told < TOLD_EVERY) return
    told = copied
    onRows(table, copied)
  }
  for (const row of select.iterate()) {
    const text = JSON.stringify(row, storable)
    batch.push(text)
    characters += text.length
    if (batch.length >= ROWS_MAX || characters >= CHARACTERS_MAX) await send()
  }
  await send()
  if (told > 0) onRows(table, copied)
  return copied
}

/** Returns the columns of a table after checking that both sides have the same ones. */
async function sameColumns(source: DatabaseSync, target: pg.Client, table: string): Promise<string[]> {
  const here = source
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  const { rows } = await target.query(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1',
    [table],
  )
  const there = new Set(rows.map(({ name }) => String(name)))
  if (here.length !== there.size || here.some((name) => !there.has(name)))
    throw new Error(`the columns of ${table} differ; nothing was copied`)
  return here
}

/**
 * Converts a value for PostgreSQL. Integers are sent as text, so that nothing rounds them. PostgreSQL refuses the NUL
 * character, which SQLite accepts.
 */
function storable(_column: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? storableText(value) : value
}

/** Makes sure that a new row never gets the ID of a deleted one. */
async function keepNumbering(source: DatabaseSync, target: pg.Client): Promise<void> {
  for (const { name, seq } of source.prepare('SELECT name, seq FROM sqlite_sequence').all()) {
    const table = String(name)
    if (leftOut.has(table) || Number(seq) < 1) continue
    await target.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [quoted(table), Number(seq)])
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
