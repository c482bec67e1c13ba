import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Reads the size of a database while a daemon uses it. */
export interface StoreSize {
  /** Returns the size of tables and indexes in bytes, without pages that are free for later rows. */
  bytes(): Promise<number>
  /** The ID of the database server's first process; undefined where there is no server. */
  readonly serverPid: number | undefined
  close(): Promise<void>
}

/** @param location URL of a PostgreSQL database on this machine, or path of an SQLite file */
export const openStoreSize = (location: string): Promise<StoreSize> =>
  location.startsWith('postgres') ? openPostgres(location) : openSqlite(location)

async function openSqlite(path: string): Promise<StoreSize> {
  const db = new DatabaseSync(path, { readOnly: true })
  const pragma = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return {
    bytes: async () => (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
    serverPid: undefined,
    close: async () => db.close(),
  }
}

async function openPostgres(url: string): Promise<StoreSize> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench' })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return {
    bytes: async () => {
      // Updated rows leave dead ones behind, whose space later rows reuse.
      await client.query('VACUUM')
      const sizes = await client.query<{ bytes: string }>(
        `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
         WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
      )
      return Number(sizes.rows[0]?.bytes)
    },
    serverPid: parentOf(rows[0]?.pid ?? 0),
    close: () => client.end(),
  }
}

/** @returns undefined when the process is not on this machine */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}
