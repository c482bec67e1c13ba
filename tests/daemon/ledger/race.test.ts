import { afterEach, describe, expect, it } from 'vitest'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { Operation } from '../../../src/daemon/ledger/operations.ts'
import { createRandom, log } from './history.ts'
import {
  accrue,
  allow,
  detach,
  extend,
  giveBack,
  recover,
  release,
  reserve,
  settle,
  settleFrom,
} from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

let store: LedgerStore | undefined
afterEach(() => store?.close())

const open = (name: string): Promise<LedgerStore> =>
  name === 'sqlite' ? createSqliteStore() : createPostgresStore('race')

describe.each(['sqlite', 'postgres'])('on %s', (name) => {
  it('500 reserves at once against a balance for 100 admit exactly 100', async () => {
    store = await open(name)
    await openAccounts(store, [{ userId: 1, balance: 10_000n, tokens: [{ id: 1, limit: null }] }])
    const ledger = createLedger(store.engine)
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) => ledger.submit(reserve(`r${index}`, 100))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'wallet')).toHaveLength(400)
    expect(await store.all('SELECT balance, held FROM wallets WHERE kind = 1')).toEqual([
      { balance: 10_000, held: 10_000 },
    ])
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('a token’s own limit holds under the same rush', async () => {
    store = await open(name)
    await openAccounts(store, [{ userId: 1, balance: 1_000_000n, tokens: [{ id: 1, limit: 700n }] }])
    const ledger = createLedger(store.engine)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ledger.submit(reserve(`r${index}`, 100))),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(7)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'token')).toHaveLength(193)
  })

  it('every operation said twice changes the books once', async () => {
    store = await open(name)
    await openAccounts(store, [{ userId: 1, balance: 10_000n, tokens: [{ id: 1, limit: 5_000n }] }])
    const key = { scope: 'relay', ownerId: 1, key: 'k' }
    const story: Operation[] = [
      reserve('a', 500, { idempotency: { ...key, bodySha256: 'b' } }),
      extend('a', 800),
      accrue('a', 300),
      settle('a', 650, { idempotency: { ...key, status: 200, body: '{}' } }),
      reserve('b', 400),
      release('b', { logs: [log('b', 1, 6, 20)] }),
      reserve('c', 400),
      accrue('c', 150),
      recover('c'),
      settle('c', 380),
      settle('d', 90),
      allow('lent', 1, 900),
      allow('lent', 2, 300),
      detach('e', 'lent', 3, 200),
      settle('e', 120),
      settleFrom('f', 150, { allowance: 'lent', held: 200 }),
      giveBack('lent', 4, 400),
      giveBack('lent', 5, 'all'),
    ]
    for (const operation of story) {
      const [first] = await store.engine.apply([operation])
      expect(first).toMatchObject({ ok: true, replayed: false })
      const before = JSON.stringify(await books(store))
      const [again] = await store.engine.apply([operation])
      expect(again).toMatchObject({ ok: true, replayed: true, cost: first?.ok ? first.cost : undefined })
      expect(JSON.stringify(await books(store))).toBe(before)
    }
    expect(complaints(await store.audit(100))).toEqual([])
  })
})

const books = async (each: LedgerStore) => ({
  wallets: await each.all('SELECT * FROM wallets ORDER BY user_id, kind'),
  budgets: await each.all('SELECT * FROM token_budgets'),
  holds: await each.all('SELECT * FROM holds'),
  entries: await each.all('SELECT * FROM entries ORDER BY id'),
  logs: await each.all('SELECT * FROM usage_logs ORDER BY id'),
  stats: await each.all('SELECT * FROM hourly_stats ORDER BY hour_time'),
  channels: await each.all('SELECT * FROM channel_counters'),
  keys: await each.all('SELECT * FROM idempotency_keys'),
})

describe('two daemons on one PostgreSQL', () => {
  it('share one wallet to the last unit and never overdraw it', async () => {
    store = await createPostgresStore('two-writers')
    const wallets = [1, 2, 3].map((userId) => ({
      userId,
      balance: 1_000_000n,
      tokens: [{ id: userId, limit: userId === 3 ? 400_000n : null }],
    }))
    await openAccounts(store, wallets)
    const ledgers = [createLedger(store.engine), createLedger(store.second('i_two'))]
    const random = createRandom(7)
    const client = async (ledger: (typeof ledgers)[number], name: string): Promise<number> => {
      let charged = 0
      for (let turn = 0; turn < 40; turn += 1) {
        const id = `${name}-${turn}`
        // Uses wallets in every order, so that locks taken out of order would deadlock.
        const userId = 1 + random.below(3)
        const outcome = await ledger.submit(reserve(id, 1_000, { userId, tokenId: userId }))
        if (!outcome.ok) continue
        const cost = 500 + random.below(500)
        const end = await ledger.submit(
          settle(id, cost, { userId, tokenId: userId, channelId: 1 + random.below(5) }),
        )
        if (end.ok) charged += Number(end.cost)
      }
      return charged
    }
    const charged = await Promise.all(
      Array.from({ length: 120 }, (_, index) => {
        const ledger = ledgers[index % 2]
        if (ledger === undefined) throw new Error('no ledger')
        return client(ledger, `c${index}`)
      }),
    )
    const total = charged.reduce((sum, each) => sum + each, 0)
    const [row] = await store.all(
      'SELECT sum(used) AS used, sum(held) AS held, min(balance) AS low FROM wallets WHERE kind = 1',
    )
    expect({ used: Number(row?.used), held: Number(row?.held) }).toEqual({ used: total, held: 0 })
    expect(Number(row?.low)).toBeGreaterThanOrEqual(0)
    // The test proves something only if the money ran out.
    expect(total).toBeGreaterThan(2_300_000)
    expect(complaints(await store.audit(100))).toEqual([])
  })
})
