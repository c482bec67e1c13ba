import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { auditSource } from '../../../src/daemon/ledger/audit.ts'
import type { AuditReport, Violation } from '../../../src/daemon/ledger/audit-report.ts'
import type { AuditRow, AuditSource } from '../../../src/daemon/ledger/audit-source.ts'
import type { LedgerEngine } from '../../../src/daemon/ledger/operations.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { createSqliteLedgerEngine } from '../../../src/daemon/ledger/sqlite-engine.ts'
import { createDatabase, dropDatabase } from '../../support/services/postgres.ts'

type Engine = AuditSource['engine']

/** An engine on a private store that contains only the schema, with ways to inspect the store. */
export interface LedgerStore {
  readonly name: Engine
  readonly engine: LedgerEngine
  /** Creates the engine of another daemon on the same store. PostgreSQL only. */
  second(instanceId: string): LedgerEngine
  run(sql: string): Promise<void>
  all(sql: string): Promise<readonly AuditRow[]>
  audit(nowMs: number, since?: number): Promise<AuditReport>
  close(): Promise<void>
}

interface Migration {
  up(knex: unknown): Promise<void>
}
const migrations: Migration[] = await Promise.all(
  [
    '20261120100000_create_core',
    '20261123213000_settle_in_one_statement',
    '20261123123400_add_token_periods',
    '20261123150000_create_topup_orders',
    '20261123160000_create_tasks',
    '20261123170000_add_allowances',
    '20261123203600_create_quotes',
    '20261123203700_narrow_entry_key',
    '20261123215500_settle_with_quotes',
    '20261125214500_create_batches',
    '20261128230000_settle_within_allowances',
    '20261201050000_settle_one_charge',
  ].map((name) => import(new URL(`../../../migrations/${name}.js`, import.meta.url).href)),
)

/** Runs the statements of the migrations through any function that takes SQL text. */
export async function createSchema(
  engine: Engine,
  raw: (sql: string) => Promise<unknown> | unknown,
): Promise<void> {
  const client = { config: { client: engine === 'postgres' ? 'pg' : 'sqlite' } }
  for (const migration of migrations) await migration.up({ client, raw })
}

export const instanceId = 'i_one'

/** Creates a store in memory. Durability of files is tested elsewhere. */
export async function createSqliteStore(): Promise<LedgerStore & { readonly db: DatabaseSync }> {
  const db = new DatabaseSync(':memory:')
  await createSchema('sqlite', (sql) => db.exec(sql))
  const all: LedgerStore['all'] = async (sql) => db.prepare(sql).all()
  return {
    name: 'sqlite',
    db,
    engine: createSqliteLedgerEngine(db, instanceId),
    second: () => {
      throw new Error('SQLite has one daemon')
    },
    run: async (sql) => db.exec(sql),
    all,
    audit: (nowMs, since = 0) =>
      auditSource(
        {
          engine: 'sqlite',
          all: async (sql, bindings = []) =>
            db
              .prepare(sql)
              .all(...bindings.map((value) => (typeof value === 'number' ? BigInt(value) : value))),
        },
        { nowMs, since },
      ),
    close: async () => db.close(),
  }
}

/** Creates a separate database on the server of the test run. */
export async function createPostgresStore(name: string): Promise<LedgerStore & { readonly url: string }> {
  const url = await createDatabase(name)
  const client = new pg.Client({
    connectionString: url,
    // Parses int8 like the daemon's own connections.
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  })
  await client.connect()
  await createSchema('postgres', (sql) => client.query(sql))
  const engines = [createPostgresLedgerEngine({ connectionString: url, instanceId })]
  const [engine] = engines
  if (engine === undefined) throw new Error('no engine')
  await engine.apply([])
  const all = async (sql: string, bindings: readonly unknown[] = []): Promise<readonly AuditRow[]> => {
    const text = bindings.reduce<string>((before, _, index) => before.replace('?', `$${index + 1}`), sql)
    return (await client.query(text, [...bindings])).rows
  }
  return {
    name: 'postgres',
    url,
    engine,
    second(id) {
      const other = createPostgresLedgerEngine({ connectionString: url, instanceId: id })
      engines.push(other)
      return other
    },
    run: async (sql) => void (await client.query(sql)),
    all: (sql) => all(sql),
    async audit(nowMs, since = 0) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      try {
        return await auditSource({ engine: 'postgres', all }, { nowMs, since })
      } finally {
        await client.query('COMMIT')
      }
    },
    async close() {
      for (const each of engines) await each.close()
      await client.end()
      await dropDatabase(url)
    },
  }
}

/** Creates a file with the daemon's own settings, for measurements and tests of durability. */
export async function createSqliteFile(): Promise<{ db: DatabaseSync; remove(): void }> {
  const directory = mkdtempSync(join(process.env.TOLLGATE_MEASURE_DIR ?? tmpdir(), 'ledger-'))
  const db = new DatabaseSync(join(directory, 'ledger.db'))
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000')
  db.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY')
  await createSchema('sqlite', (sql) => db.exec(sql))
  return {
    db,
    remove() {
      db.close()
      rmSync(directory, { recursive: true })
    },
  }
}

export interface NewWallet {
  readonly userId: number
  readonly balance: bigint
  /** The tokens, with their total limit and their limit per period (1 day, 2 week, 3 month), if any. */
  readonly tokens?: readonly {
    readonly id: number
    readonly limit: bigint | null
    readonly period?: readonly [kind: 1 | 2 | 3, limit: bigint]
  }[]
}

/** Opens wallets with an opening entry, so that the books add up from the start. */
export async function openAccounts(
  store: Pick<LedgerStore, 'run'>,
  wallets: readonly NewWallet[],
): Promise<void> {
  const statements = wallets.flatMap(({ userId, balance, tokens = [] }) => [
    `INSERT INTO wallets (user_id, kind, balance, last_wseq) VALUES (${userId}, 1, ${balance}, ${balance === 0n ? 0 : 1})`,
    `INSERT INTO wallets (user_id, kind) VALUES (${userId}, 2)`,
    ...(balance === 0n
      ? []
      : [
          `INSERT INTO entries (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, at_ms)
           VALUES (${userId}, 1, 1, 15, 'opening:${userId}', ${balance}, ${balance}, 0)`,
        ]),
    ...tokens.map(
      ({ id, limit, period: [kind, most] = [0, 0n] }) => `INSERT INTO token_budgets
          (token_id, user_id, unlimited, granted, remain, period, period_limit)
        VALUES (${id}, ${userId}, ${limit === null ? 1 : 0}, ${limit ?? 0n}, ${limit ?? 0n}, ${kind}, ${most})`,
    ),
  ])
  await store.run(statements.join(';'))
}

/** Returns the checks that did not pass, for a readable failure. */
export const complaints = (
  report: AuditReport,
): readonly { id: string; state: string; first: Violation | null; error: string | null }[] =>
  report.checks
    .filter(({ ok, state }) => !ok && state !== 'skipped')
    .map(({ id, state, first, error }) => ({ id, state, first, error }))
