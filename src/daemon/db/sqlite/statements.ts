import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Row, RunResult } from './messages.ts'

const cachedMax = 500
const nothing = { changes: 0, lastId: 0 } as const

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
  /** True if integers are read as BigInt and then narrowed: slower, but needed if one does not fit a Number. */
  wide: boolean
}

/** Prepares, caches (least recently used goes first) and runs the statements of one connection. */
export function createStatements(db: DatabaseSync) {
  const cache = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    const known = cache.get(sql)
    if (known) {
      cache.delete(sql)
      cache.set(sql, known)
      return known
    }
    const statement = db.prepare(sql)
    // SQLite compiles the first statement of a text and silently ignores the rest.
    if (sql.length > statement.sourceSQL.length && /[^\s;]/.test(sql.slice(statement.sourceSQL.length)))
      throw new Error('Only one statement at a time: the text goes on after its first semicolon')
    const returnsRows = statement.columns().length > 0
    // A write cannot be run twice, so it reads BigInts from the start.
    const wide = !returnsRows || !/^\s*(select|with|values|pragma|explain)\b/i.test(sql)
    if (wide) statement.setReadBigInts(true)
    const prepared = { statement, returnsRows, wide }
    cache.set(sql, prepared)
    const [oldest] = cache.keys()
    if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest)
    return prepared
  }

  return {
    /**
     * Runs a statement.
     * @param bindings JavaScript values as passed by knex; see {@link toSql}
     * @throws the error of node:sqlite, whose `errcode` is SQLite's extended result code
     */
    run(sql: string, bindings: readonly unknown[]): RunResult {
      const prepared = prepare(sql)
      const values = bindings.map(toSql)
      if (!prepared.returnsRows) {
        const { changes, lastInsertRowid } = prepared.statement.run(...values)
        return { rows: undefined, changes: narrow(changes), lastId: narrow(lastInsertRowid) }
      }
      return { rows: readRows(prepared, values), ...nothing }
    },
  }
}

function readRows(prepared: Prepared, values: SQLInputValue[]): Row[] {
  if (!prepared.wide) {
    try {
      return prepared.statement.all(...values)
    } catch (error) {
      // node:sqlite refuses an integer that a Number would round. Reading again is safe: only queries get here.
      if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE')
        throw error
      prepared.wide = true
      prepared.statement.setReadBigInts(true)
    }
  }
  const rows: Row[] = prepared.statement.all(...values)
  for (const row of rows)
    for (const name in row) {
      const value = row[name]
      if (typeof value === 'bigint') row[name] = narrow(value)
    }
  return rows
}

const narrow = (value: number | bigint): number | bigint =>
  typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value

/**
 * Converts a binding to the form that SQLite needs. Whole numbers become INTEGER: node:sqlite would bind every Number
 * as REAL, which STRICT text columns store as "5.0" and which divides without truncating.
 */
function toSql(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'number':
      if (Number.isSafeInteger(value)) return BigInt(value)
      if (Number.isNaN(value)) throw new TypeError('NaN cannot be stored')
      return value
    case 'string':
    case 'bigint':
      return value
    case 'boolean':
      return value ? 1n : 0n
    case 'object':
      if (value === null || value instanceof Uint8Array) return value
      if (value instanceof Date) return BigInt(value.getTime())
      break
    default:
  }
  throw new TypeError(`A value of type ${typeof value} cannot be stored`)
}

export type Statements = ReturnType<typeof createStatements>
