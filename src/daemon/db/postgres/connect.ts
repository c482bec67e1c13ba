import knexFactory, { type Knex } from 'knex'
import pg from 'pg'
import type { Texts } from '../../errors/reasons.ts'
import { startText } from '../../errors/start-texts.ts'
import { StartError } from '../start-error.ts'
import { storeReason } from '../store-reason.ts'

const int8 = 20

/** Reads an int8 as Number where that is exact, as BigInt beyond 2^53; never as text, never rounded. */
export function parseInt8(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** Satisfies the types of both pg and knex, which declare this setting differently. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? parseInt8 : pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig & Knex.PgConnectionConfig['types'] & object

/** Settings shared by all of our connections. Time limits are in milliseconds, 0 = none. */
export function connectionConfig(
  url: string,
  limits: { readonly statementMs: number; readonly idleMs: number },
) {
  return {
    // The server cancels a statement that takes too long. A server that vanished cannot, so the client gives up as
    // well.
    ...(limits.statementMs > 0 && { query_timeout: limits.statementMs + 2_000 }),
    connectionString: url,
    types,
    application_name: 'tollgate',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.idleMs,
  } satisfies pg.ClientConfig
}

/** Creates the pool for everything but the ledger and the heartbeats. */
export const createPostgresKnex = (url: string, log: Knex.Logger, poolMax = 10): Knex =>
  createPool({ url, log, poolMax, statementMs: 30_000 })

/** Creates a single connection for heartbeats, which are useless if they are slow. */
export const createBeatKnex = (url: string, log: Knex.Logger): Knex =>
  createPool({ url, log, poolMax: 1, statementMs: 5_000 })

interface PoolOptions {
  readonly url: string
  readonly log: Knex.Logger
  readonly poolMax: number
  readonly statementMs: number
}

/**
 * Creates a pool. knex sets an error handler on each connection, pooled or checked out, marks broken ones and replaces
 * them at the next use, so a restart of the server breaks statements, not the process.
 *
 * Once a statement shows that its session is on a read-only server, no session opened before that is used again: after
 * a failover they may all be on a server that stays read-only, while a new session reaches the one that accepts writes.
 */
function createPool({ url, log, poolMax, statementMs }: PoolOptions): Knex {
  const openedIn = new WeakMap<pg.Client, number>()
  let era = 0
  const knex = knexFactory({
    client: 'pg',
    connection: connectionConfig(url, { statementMs, idleMs: 15_000 }),
    pool: {
      min: 0,
      max: poolMax,
      // While the server restarts, callers wait this long for a connection and then get an error that the store is
      // unavailable.
      acquireTimeoutMillis: 5_000,
      createRetryIntervalMillis: 200,
      propagateCreateError: false,
      afterCreate(connection: pg.Client, done: (error: null, connection: pg.Client) => void) {
        openedIn.set(connection, era)
        done(null, connection)
      },
      validate: (connection: pg.Client) => openedIn.get(connection) === era,
    },
    log,
    compileSqlOnError: false,
  })
  knex.on('query-error', (error: unknown) => {
    if (isOfWrongServer(error)) era += 1
  })
  return knex
}

/**
 * Detects a refusal as read-only (read_only_sql_transaction), or a missing response from a server that cancels slow
 * statements.
 */
function isOfWrongServer(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === '25006' || (typeof message === 'string' && message.endsWith('Query read timeout'))
}

/** Creates a pool without time limits, for start-up work that may take long. */
export function createMigrationKnex(url: string, log: Knex.Logger): Knex {
  return knexFactory({
    client: 'pg',
    connection: connectionConfig(url, { statementMs: 0, idleMs: 0 }),
    pool: { min: 0, max: 2, acquireTimeoutMillis: 10_000 },
    log,
    compileSqlOnError: false,
  })
}

/** Opens a connection. @throws StartError naming host and database, never the password */
export async function connectOrRefuse(url: string): Promise<pg.Client> {
  let target: Texts | string = startText('givenAddress')
  try {
    const { host, pathname } = new URL(url)
    target = `${host}${pathname}`
    const client = new pg.Client(connectionConfig(url, { statementMs: 0, idleMs: 0 }))
    // Without a listener, a lost connection would end the process; the caller gets the error anyway.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (cause) {
    throw new StartError(
      startText('postgresUnreachable', { target, reason: storeReason(cause) }),
      undefined,
      {
        cause,
      },
    )
  }
}
