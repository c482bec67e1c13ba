import type pg from 'pg'
import { connectOrRefuse } from '../db/postgres/connect.ts'
import { keyIdOf } from './secret-key-id.ts'
import type { StoreFacts } from './sqlite-snapshot.ts'

/** A daemon whose last heartbeat is more recent than this is alive; see ledger/instances.ts. */
const SILENT_MS = 30_000

/** Runs work with a client that is closed afterwards. @throws StartError if the server cannot be reached */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectOrRefuse(url)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const exists = async (client: pg.Client, table: string): Promise<boolean> => {
  const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [table])
  return rows[0]?.found === true
}

/** Returns the applied schema changes, oldest first; none before the first start. */
export async function readPostgresSchema(client: pg.Client): Promise<string[]> {
  if (!(await exists(client, 'knex_migrations'))) return []
  const { rows } = await client.query('SELECT name FROM knex_migrations ORDER BY id')
  return rows.map(({ name }) => String(name))
}

/** Counts the daemons that currently use the database. */
export async function countDaemons(client: pg.Client): Promise<number> {
  if (!(await exists(client, 'instances'))) return 0
  const { rows } = await client.query(
    `SELECT count(*)::int AS n FROM instances
     WHERE fenced = 0 AND beat_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${SILENT_MS}`,
  )
  return Number(rows[0]?.n ?? 0)
}

/** Describes the content of the database as this transaction sees it. */
export async function inspectPostgres(client: pg.Client): Promise<StoreFacts> {
  const cell = async (sql: string): Promise<unknown> =>
    Object.values((await client.query(sql)).rows[0] ?? {})[0]
  const sealed = await cell('SELECT ciphertext FROM secrets_check WHERE id = 1')
  return {
    schema: await readPostgresSchema(client),
    entries: Number(await cell('SELECT count(*) FROM entries')),
    lastEntryId: Number(await cell('SELECT coalesce(max(id), 0) FROM entries')),
    keyId: typeof sealed === 'string' ? keyIdOf(sealed) : null,
  }
}
