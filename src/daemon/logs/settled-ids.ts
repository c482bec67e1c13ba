import type { Knex } from 'knex'

/** Reports up to which id the log is final: every smaller id has its row already or never gets one. */
export interface SettledIds {
  /** @returns undefined as long as this is not known */
  read(): Promise<number | undefined>
}

/** For SQLite, which has one writer: ids appear in order. */
const inOrder = (knex: Knex): SettledIds => ({ read: () => newestId(knex) })

/**
 * For PostgreSQL, which assigns an id before the row is committed, so that a smaller id can appear after a greater one.
 * A transaction that was assigned an id holds a lock on the table until it ends. So an id that was the newest is final
 * once all transactions that held such a lock after it was read have ended. Nothing waits for this: the next call
 * checks again.
 */
function afterTheirWriters(knex: Knex): SettledIds {
  let settled: number | undefined
  let candidate: { readonly id: number; readonly writers: readonly string[] } | undefined
  return {
    async read() {
      const now = new Set(await writers(knex))
      if (candidate && !candidate.writers.some((each) => now.has(each))) {
        settled = candidate.id
        candidate = undefined
      }
      if (candidate === undefined) {
        const id = await newestId(knex)
        // Keep this order: a transaction that has a smaller id but no row yet is among the writers read now.
        const holders = await writers(knex)
        if (holders.length === 0) settled = id
        else candidate = { id, writers: holders }
      }
      return settled
    },
  }
}

export const settledIds = (knex: Knex, engine: 'sqlite' | 'postgres'): SettledIds =>
  engine === 'sqlite' ? inOrder(knex) : afterTheirWriters(knex)

async function newestId(knex: Knex): Promise<number> {
  const row = await knex('usage_logs').orderBy('id', 'desc').first<{ id: number } | undefined>('id')
  return row?.id ?? 0
}

/**
 * Returns the transactions that are writing to the log. The number of a transaction is not reused while the server
 * runs.
 */
async function writers(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { writer: string }[] }>(
    `SELECT DISTINCT virtualtransaction || '/' || coalesce(pid, 0) AS writer FROM pg_locks
     WHERE locktype = 'relation' AND relation = 'usage_logs'::regclass AND mode = 'RowExclusiveLock'
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows.map(({ writer }) => writer)
}
