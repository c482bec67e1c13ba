import { describe, expect, it } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import type { Operation } from '../../../src/daemon/ledger/operations.ts'
import { type Amount, amount } from '../../../src/daemon/money/amount.ts'
import { engines, openFresh } from './fresh-store.ts'

const reserve = (id: string, held: Amount = amount(100)): Operation => ({
  op: 'reserve',
  id,
  userId: 1,
  tokenId: null,
  amount: held,
  atMs: 1,
  deadlineMs: 2,
  snapshot: '{}',
})

async function openWithWallet(engine: Database['engine']) {
  const database = await openFresh(engine)
  const { knex } = database
  await knex('users').insert({ username: 'a', created_time: 1 })
  await knex('wallets').insert({ user_id: 1, kind: 1, balance: 1000 })
  const held = async (handle = knex): Promise<number> => (await handle('wallets').first('held')).held
  const ledger = await database.createLedgerEngine()
  await knex('instances')
    .insert({ id: database.instanceId, started_ms: 1, beat_ms: 1 })
    .onConflict('id')
    .ignore()
  return { knex, ledger, held }
}

describe.each(engines)('the ledger engine of the %s store', (engine) => {
  it('answers a batch in order, after its commit can be read', async () => {
    const { ledger, held } = await openWithWallet(engine)
    const outcomes = await ledger.apply([reserve('a', amount(900)), reserve('b', amount(200)), reserve('c')])
    expect(outcomes).toMatchObject([
      { ok: true, available: 100n },
      { ok: false, reason: 'wallet' },
      { ok: true, available: 0n },
    ])
    expect(await held()).toBe(1000)
  })

  it('never lands a batch inside an open transaction', async () => {
    const { knex, ledger, held } = await openWithWallet(engine)
    const trx = await knex.transaction()
    await trx('wallets').where({ user_id: 1 }).update({ balance: 500 })
    const batch = Promise.resolve(ledger.apply([reserve('a', amount(800))]))
    expect(await held(trx)).toBe(0)
    await trx.rollback()
    // The batch runs after the rollback, so it does not see the balance of 500.
    expect(await batch).toMatchObject([{ ok: true, available: 200n }])
    expect(await held()).toBe(800)
  })

  it('judges a batch by the transaction that ended before it', async () => {
    const { knex, ledger } = await openWithWallet(engine)
    const trx = await knex.transaction()
    await trx('wallets').where({ user_id: 1 }).update({ balance: 500 })
    const batch = Promise.resolve(ledger.apply([reserve('a', amount(800))]))
    await trx.commit()
    expect(await batch).toMatchObject([{ ok: false, reason: 'wallet' }])
  })
})
