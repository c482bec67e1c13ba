import type { Knex } from 'knex'

export type AuditRow = Readonly<Record<string, unknown>>

/** An immutable snapshot of the database. SQL is written once for both engines; `?` marks bindings. */
export interface AuditSource {
  readonly engine: 'sqlite' | 'postgres'
  all(sql: string, bindings?: readonly (string | number)[]): Promise<readonly AuditRow[]>
}

/** Runs `look` inside a read-only snapshot that blocks nobody. */
export function withSnapshot<Result>(
  knex: Knex,
  look: (source: AuditSource) => Promise<Result>,
): Promise<Result> {
  return knex.transaction((trx) => look(sourceOf(trx)), { readOnly: true, isolationLevel: 'repeatable read' })
}

/** Reads through the given knex handle, without opening a snapshot. */
export function sourceOf(db: Knex): AuditSource {
  return {
    engine: db.client.config.client === 'pg' ? 'postgres' : 'sqlite',
    async all(sql, bindings = []) {
      const answer: unknown = await db.raw(sql, [...bindings])
      if (Array.isArray(answer)) return answer
      if (typeof answer === 'object' && answer !== null && 'rows' in answer && Array.isArray(answer.rows))
        return answer.rows
      throw new TypeError('the query answered without rows')
    },
  }
}

/** Converts a single integer cell. Sums are read as text. */
export const toBigInt = (cell: unknown): bigint =>
  typeof cell === 'bigint' || typeof cell === 'number' || typeof cell === 'string' ? BigInt(cell) : 0n

/**
 * Returns SQL for the sum of an integer expression as text. SQLite's own `sum` fails beyond 2^63, which the total of all
 * wallets may exceed, so it sums the high and low halves separately.
 */
export function sumText(engine: AuditSource['engine'], expression: string): string {
  if (engine === 'postgres') return `CAST(coalesce(sum(${expression}), 0) AS TEXT)`
  return `(coalesce(sum((${expression}) / 1000000000), 0) || ' ' || coalesce(sum((${expression}) % 1000000000), 0))`
}

/** Reads a sum written by {@link sumText}. */
export function readSum(cell: unknown): bigint {
  const [high = '0', low] = String(cell).split(' ')
  return low === undefined ? BigInt(high) : BigInt(high) * 1_000_000_000n + BigInt(low)
}
