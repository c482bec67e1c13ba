import knexFactory, { type Knex } from 'knex'
import pg from 'pg'
import { StartError } from '../start-error.ts'

const int8 = 20

/** int8 as Number where it is exact, as BigInt beyond 2^53; never as text, never rounded. */
export function parseInt8(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** What pg and knex call the same thing, typed by each in its own way. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig & Knex.PgConnectionConfig['types'] & object

/** Connection settings that every connection of ours shares. Time limits are milliseconds, 0 = none. */
export function connectionConfig(
  url: string,
  limits: { readonly statementMs: number; readonly idleMs: number },
) {
  return {
    connectionString: url,
    types,
    application_name: 'tollgate',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleMs,
  } satisfies pg.ClientConfig
}

/**
 * The pool that everything but the ledger uses. knex puts an error handler on each connection, pooled or checked out,
 * marks a broken one and replaces it at the next use, so a restart of the server ends statements, not the process.
 */
export function createPostgresKnex(url: string, log: Knex.Logger, poolMax = 10): Knex {
  return knexFactory({
    client: 'pg',
    connection: connectionConfig(url, { statementMs: 30_000, idleMs: 15_000 }),
    pool: {
      min: 0,
      max: poolMax,
      // While the server restarts, callers wait this long for a connection and then hear that the store is away.
      acquireTimeoutMillis: 5_000,
      createRetryIntervalMillis: 200,
      propagateCreateError: false,
    },
    log,
    compileSqlOnError: false,
  })
}

/** One connection without time limits, for work at start that may take long. */
export function createMigrationKnex(url: string, log: Knex.Logger): Knex {
  return knexFactory({
    client: 'pg',
    connection: connectionConfig(url, { statementMs: 0, idleMs: 0 }),
    pool: { min: 0, max: 2, acquireTimeoutMillis: 10_000 },
    log,
    compileSqlOnError: false,
  })
}

/** @throws StartError naming host and database, never the password */
export async function connectOrRefuse(url: string): Promise<pg.Client> {
  let target = 'the given address'
  try {
    const { host, pathname } = new URL(url)
    target = `${host}${pathname}`
    const client = new pg.Client(connectionConfig(url, { statementMs: 0, idleMs: 0 }))
    // Without a listener a lost connection would end the process; whoever uses the client gets the error as well.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw new StartError(
      `Cannot connect to PostgreSQL at ${target}: ${describe(cause)}. Check TOLLGATE_DATABASE_URL and that the server runs.`,
      undefined,
      { cause },
    )
  }
}

function describe(error: unknown): string {
  // A host with several addresses fails with one error for each of them.
  if (error instanceof AggregateError) return describe(error.errors[0])
  return error instanceof Error ? error.message.replace(/[.\s]+$/, '') : String(error)
}
