import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStorageUnavailable } from '../../../../src/daemon/db/violations.ts'
import { amount } from '../../../../src/daemon/money/amount.ts'
import { type OwnPostgres, startOwnPostgres } from '../../../support/services/postgres.ts'
import { freshDirectory, openHere } from '../fresh-store.ts'

describe('a PostgreSQL server that goes away', () => {
  let server: OwnPostgres
  beforeAll(async () => {
    server = await startOwnPostgres()
  })
  afterAll(() => server.remove())

  const open = () =>
    openHere({ dataDir: freshDirectory(), databaseUrl: server.url, secretKey: 'ab'.repeat(32) })

  it.each(['fast', 'immediate', 'kill'] as const)(
    'by a restart (%s) fails what runs and serves what follows, idle and busy connections alike',
    async (mode) => {
      const { knex } = await open()
      // Some connections idle, one in a transaction, one in the middle of a statement.
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
