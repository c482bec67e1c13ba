import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Ledger kinds that are charges: usage, recovered, late, refund of a task. */
const chargeKinds = [1, 2, 3, 13]

/** One entry of the ledger; money in thousandths of a quota unit. */
export interface Entry {
  readonly id: number
  readonly userId: number
  readonly tokenId: number | undefined
  readonly kind: number
  readonly ref: string
  readonly delta: bigint
}

export interface Wallet {
  readonly userId: number
  readonly balance: bigint
  readonly held: bigint
}

/** The contents of the database, read without the daemon. */
export interface Books {
  /** All entries of the ledger, oldest first. */
  readonly entries: readonly Entry[]
  readonly wallets: readonly Wallet[]
  /**
   * IDs of requests with open holds. Allowances that daemons hold for future requests are returned when they are idle.
   */
  readonly holds: readonly string[]
}

export const isCharge = (entry: Entry): boolean => chargeKinds.includes(entry.kind)

/** Access to the daemon's database without any of the daemon's code. */
export interface Store {
  query<Row extends object>(sql: string): Promise<Row[]>
  /** Runs a statement that changes something, to simulate faults by hand. */
  execute(sql: string): Promise<void>
  readBooks(): Promise<Books>
}

/** @param where the data directory of a daemon on SQLite, or the URL of its PostgreSQL database */
export const openStore = (where: {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}): Store => {
  const source = where.databaseUrl === undefined ? openSqlite(where.dataDir) : openPostgres(where.databaseUrl)
  const readBooks = async (): Promise<Books> => {
    const entries = await source.query<
      Record<'id' | 'user_id' | 'token_id' | 'kind' | 'ref' | 'delta', string>
    >('SELECT id, user_id, token_id, kind, ref, CAST(delta AS TEXT) AS delta FROM entries ORDER BY id')
    const wallets = await source.query<Record<'user_id' | 'balance' | 'held', string>>(
      'SELECT user_id, CAST(balance AS TEXT) AS balance, CAST(held AS TEXT) AS held FROM wallets WHERE kind = 1',
    )
    const holds = await source.query<{ id: string }>(
      'SELECT id FROM holds WHERE is_allowance = 0 ORDER BY id',
    )
    return {
      entries: entries.map((row) => ({
        id: Number(row.id),
        userId: Number(row.user_id),
        tokenId: row.token_id === null ? undefined : Number(row.token_id),
        kind: Number(row.kind),
        ref: row.ref,
        delta: BigInt(row.delta),
      })),
      wallets: wallets.map((row) => ({
        userId: Number(row.user_id),
        balance: BigInt(row.balance),
        held: BigInt(row.held),
      })),
      holds: holds.map(({ id }) => id),
    }
  }
  return { ...source, readBooks }
}

type Source = Omit<Store, 'readBooks'>

/**
 * Opens SQLite per statement: an open handle would keep shared memory alive that a killed daemon leaves to recovery.
 */
const openSqlite = (dataDir: string): Source => {
  const use = <Result>(readOnly: boolean, work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(join(dataDir, 'tollgate.db'), { readOnly, timeout: 10_000 })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  return {
    query: async <Row extends object>(sql: string) =>
      use(true, (database) => database.prepare(sql).all() as Row[]),
    execute: async (sql) => use(false, (database) => database.exec(sql)),
  }
}

const openPostgres = (connectionString: string): Source => {
  // Opens one connection per statement, because queries must work whatever the test does to the server.
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return {
    query: async <Row extends object>(sql: string) => (await run(sql)) as Row[],
    execute: async (sql) => void (await run(sql)),
  }
}
