import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isStorageUnavailable } from '../../../../src/daemon/db/violations.ts'
import { amount } from '../../../../src/daemon/money/amount.ts'
import { type OwnPostgres, startOwnPostgres } from '../../../support/services/postgres.ts'
import { freshDirectory, openHere } from '../fresh-store.ts'

const timeout = { timeout: 60_000, interval: 20 }

describe('a PostgreSQL server that goes away', () => {
  let server: OwnPostgres
  beforeAll(async () => {
    server = await startOwnPostgres()
  })
  afterAll(() => server.remove())

  /** Runs statements in a session that takes writes whatever the database's default is. */
  const onServer = async (...statements: readonly string[]) => {
    const client = new pg.Client({
      connectionString: server.url,
      options: '-c default_transaction_read_only=off',
    })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  const open = () =>
    openHere({ dataDir: freshDirectory(), databaseUrl: server.url, secretKey: 'ab'.repeat(32) })

  it.each(['fast', 'immediate', 'kill'] as const)(
    'by a restart (%s) fails what runs and serves what follows, idle and busy connections alike',
    async (mode) => {
      const { knex } = await open()
      // Some connections are idle, one is in a transaction, and one is running a statement.
      await Promise.all([1, 2, 3].map(() => knex.raw('SELECT pg_sleep(0.05)')))
      const trx = await knex.transaction()
      await trx('changes').insert({ kind: 'lost', at_ms: 1 })
      const running = knex.raw('SELECT pg_sleep(60)').then(
        () => undefined,
        (error: unknown) => error,
      )
      await server.restart(mode)

      expect(isStorageUnavailable(await running)).toBe(true)
      const broken = await trx('changes')
        .select()
        .then(
          () => undefined,
          (error: unknown) => error,
        )
      expect(isStorageUnavailable(broken)).toBe(true)
      await trx.rollback().catch(() => undefined)
      // The server may need a moment to recover after a crash; the pool waits for it.
      expect(await knex('changes').where({ kind: 'lost' }).select()).toEqual([])
      await Promise.all([1, 2, 3, 4].map((each) => knex('changes').insert({ kind: mode, at_ms: each })))
      expect(await knex('changes').where({ kind: mode }).count({ count: '*' })).toEqual([{ count: 4 }])
    },
  )

  it('lets statements wait for it a few seconds, then says that the store is away, and recovers', async () => {
    const { knex } = await open()
    await knex('changes').select()
    await server.stop('fast')
    const error = await knex('changes')
      .select()
      .then(
        () => undefined,
        (each: unknown) => each,
      )
    expect(isStorageUnavailable(error)).toBe(true)
    const waiting = knex('changes')
      .count({ count: '*' })
      .then((rows) => rows.length)
    await server.start()
    expect(await waiting).toBe(1)
  })

  it('reliability 2: sessions opened while it was read-only are not used again once it takes writes', async () => {
    const database = await open()
    const { knex } = database
    await knex('wallets').insert({ user_id: 902, kind: 1, balance: 1_000_000 })
    const ledger = await database.createLedgerEngine()
    const reserve = (id: string) => ({
      op: 'reserve' as const,
      id,
      userId: 902,
      tokenId: null,
      amount: amount(1),
      atMs: 1,
      deadlineMs: 2,
      snapshot: '{}',
    })
    const write = (kind: string) => knex('changes').insert({ kind, at_ms: 1 })
    const failures = (work: readonly Promise<unknown>[]) =>
      Promise.all(
        work.map((each) =>
          each.then(
            () => 'done',
            (error: unknown) => isStorageUnavailable(error),
          ),
        ),
      )
    expect(await ledger.apply([reserve('before the fail-over')])).toMatchObject([{ ok: true }])
    // Like after a failover: every session is new and keeps the setting it was opened with.
    await onServer(
      'ALTER DATABASE postgres SET default_transaction_read_only = on',
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL',
    )
    const waiting = ledger.apply([reserve('waiting')])
    await vi.waitFor(
      async () =>
        expect(await failures([1, 2, 3, 4].map(() => knex.raw('SELECT pg_sleep(0.05)')))).toEqual(
          Array(4).fill('done'),
        ),
      timeout,
    )
    expect(await failures([write('read-only')])).toEqual([true])
    await onServer('ALTER DATABASE postgres RESET default_transaction_read_only')

    const backMs = performance.now()
    expect(await waiting).toMatchObject([{ ok: true }])
    // At most one statement may still get an old session.
    await failures([write('first')])
    expect(await failures([1, 2, 3, 4, 5, 6].map(() => write('written')))).toEqual(Array(6).fill('done'))
    expect(performance.now() - backMs).toBeLessThan(20_000)
  })

  it('does not end the ledger: the batch of that moment is answered or refused as a whole', async () => {
    const database = await open()
    const { knex } = database
    await knex('wallets').insert({ user_id: 900, kind: 1, balance: 1_000_000 })
    const ledger = await database.createLedgerEngine()
    const reserve = (id: string) => ({
      op: 'reserve' as const,
      id,
      userId: 900,
      tokenId: null,
      amount: amount(1),
      atMs: 1,
      deadlineMs: 2,
      snapshot: '{}',
    })
    expect(await ledger.apply([reserve('before')])).toMatchObject([{ ok: true }])
    await server.restart('immediate')
    expect(await ledger.apply([reserve('after')])).toMatchObject([{ ok: true }])
    expect(await knex('holds').where({ user_id: 900 }).orderBy('id').pluck('id')).toEqual(['after', 'before'])
  })
})
