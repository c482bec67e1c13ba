import { afterEach, describe, expect, it } from 'vitest'
import type { LedgerEngine, Operation } from '../../../src/daemon/ledger/operations.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { createRandom, log } from './history.ts'
import { createLender, type Lender, warm } from './lenders.ts'
import { accrue, extend, recover, release, reserve, settle, takeBack } from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  type NewWallet,
  openAccounts,
} from './stores.ts'

let store: LedgerStore | undefined
afterEach(() => store?.close())

async function open(name: string, wallets: readonly NewWallet[]): Promise<LedgerStore> {
  store = name === 'sqlite' ? await createSqliteStore() : await createPostgresStore('allowances')
  await openAccounts(store, wallets)
  return store
}

const rich = [{ userId: 1, balance: 10_000_000n, tokens: [{ id: 1, limit: null }] }]

const walletOf = async (each: LedgerStore) =>
  (await each.all('SELECT balance, held, used, requests FROM wallets WHERE user_id = 1 AND kind = 1'))[0]
const allowancesOf = (each: LedgerStore) =>
  each.all('SELECT id, amount FROM holds WHERE is_allowance = 1 ORDER BY id')
const rowsOf = (each: LedgerStore) =>
  each.all('SELECT id, amount FROM holds WHERE is_allowance = 0 ORDER BY id')
const names = (operations: readonly Operation[]) => operations.map(({ op, id }) => `${op} ${id}`)

/** Checks that all quota is given back and that the books add up to the amount charged. */
async function expectClean(each: LedgerStore, lenders: readonly Lender[], charged: bigint): Promise<void> {
  for (const { ledger } of lenders) await ledger.drain()
  expect(lenders.flatMap(({ errors }) => errors)).toEqual([])
  expect(await each.all('SELECT id FROM holds')).toEqual([])
  expect(await walletOf(each)).toMatchObject({ held: 0, used: Number(charged) })
  expect(await each.all('SELECT held FROM token_budgets WHERE held <> 0')).toEqual([])
  expect(complaints(await each.audit(100))).toEqual([])
}

describe.each(['sqlite', 'postgres'])('allowances on %s', (name) => {
  it('a request of a busy user is held in memory, and its settlement is its only operation', async () => {
    const each = await open(name, rich)
    const lender = createLender(each)
    await warm(lender, 100)
    const before = lender.sent.length
    expect(await lender.ledger.submit(reserve('a', 100))).toMatchObject({ ok: true, held: 100n })
    expect(lender.ledger.userOf('a')).toBe(1)
    expect(await lender.ledger.submit(settle('a', 70))).toMatchObject({ ok: true, cost: 70n })
    expect(names(lender.sent.slice(before))).toEqual(['settle a'])
    // A request that is given up leaves no trace.
    await lender.ledger.submit(reserve('b', 100))
    await lender.ledger.submit(release('b'))
    expect(lender.sent).toHaveLength(before + 1)
    expect(await walletOf(each)).toMatchObject({ used: 82, requests: 13 })
    await expectClean(each, [lender], 82n)
  })

  it('charges do not use an allowance up while the wallet is full: nobody has to ask for more', async () => {
    const each = await open(name, rich)
    const lender = createLender(each)
    await warm(lender, 100, 100)
    const run = async (name: string, count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        await lender.ledger.submit(reserve(`${name}${turn}`, 100))
        await lender.ledger.submit(settle(`${name}${turn}`, 100))
        lender.pass(100)
      }
    }
    // After these requests, the allowance is large enough for this rate.
    await run('first', 8)
    const [before, allowances] = [lender.sent.length, await allowancesOf(each)]
    await run('r', 200)
    expect(names(lender.sent.slice(before))).toEqual(
      Array.from({ length: 200 }, (_, turn) => `settle r${turn}`),
    )
    expect(await allowancesOf(each)).toEqual(allowances)
    await expectClean(each, [lender], 22_000n)
  })

  it('a quiet user has a row for each request and no quota held beside them', async () => {
    const each = await open(name, rich)
    const lender = createLender(each)
    for (let turn = 0; turn < 30; turn += 1) {
      await lender.ledger.submit(reserve(`r${turn}`, 100))
      expect(await rowsOf(each)).toHaveLength(1)
      await lender.ledger.submit(settle(`r${turn}`, 10))
      lender.pass(150)
    }
    expect(lender.ledger.counts).toEqual({ inMemory: 0, durable: 30 })
    expect(await walletOf(each)).toMatchObject({ held: 0, used: 300 })
  })

  it('500 requests at once with a balance for 100 of them: exactly 100 are admitted, however warm it is', async () => {
    const each = await open(name, [{ userId: 1, balance: 1_000_012n, tokens: [{ id: 1, limit: null }] }])
    const lender = createLender(each)
    await warm(lender, 100)
    expect(await allowancesOf(each)).toHaveLength(1)
    // One request spends everything except what 100 requests need.
    await lender.ledger.submit(reserve('big', 990_000))
    await lender.ledger.submit(settle('big', 990_000))
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) => lender.ledger.submit(reserve(`r${index}`, 100))),
    )
    expect(lender.ledger.counts.inMemory).toBeGreaterThan(0)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'wallet')).toHaveLength(400)
    expect(await walletOf(each)).toMatchObject({ balance: 10_000, held: 10_000 })
    const admitted = outcomes.flatMap(({ ok }, index) => (ok ? [index] : []))
    await Promise.all(admitted.map((index) => lender.ledger.submit(settle(`r${index}`, 100))))
    await expectClean(each, [lender], 1_000_012n)
  })

  it('a token’s own limit holds under the same rush', async () => {
    const each = await open(name, [{ userId: 1, balance: 10_000_000n, tokens: [{ id: 1, limit: 20_012n }] }])
    const lender = createLender(each)
    await warm(lender, 100)
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) => lender.ledger.submit(reserve(`r${index}`, 100))),
    )
    expect(lender.ledger.counts.inMemory).toBeGreaterThan(0)
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(200)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'token')).toHaveLength(300)
  })

  it('a request that takes what is left takes all of it: what was held for others comes back first', async () => {
    const each = await open(name, [{ userId: 1, balance: 100_012n, tokens: [{ id: 1, limit: null }] }])
    const lender = createLender(each)
    await warm(lender, 100)
    expect(Number((await allowancesOf(each))[0]?.amount)).toBeGreaterThan(100)
    const open_ = reserve('open', 500_000, { least: amount(50) })
    expect(await lender.ledger.submit(open_)).toMatchObject({ ok: true, held: 100_000n })
  })

  it('a running request that needs more gets what was held for others', async () => {
    const each = await open(name, [{ userId: 1, balance: 100_012n, tokens: [{ id: 1, limit: null }] }])
    const lender = createLender(each)
    await warm(lender, 100)
    await lender.ledger.submit(reserve('a', 100))
    expect(await lender.ledger.submit(extend('a', 100_000))).toMatchObject({ ok: true })
    expect(await rowsOf(each)).toEqual([{ id: 'a', amount: 100_000 }])
    expect(await allowancesOf(each)).toEqual([])
  })

  it('what runs for two seconds, accrues or leaves error rows has a row of its own first', async () => {
    const each = await open(name, rich)
    const lender = createLender(each)
    const { ledger } = lender
    await warm(lender, 100)
    for (const id of ['long', 'accrues', 'fails', 'free', 'keyed'])
      expect(await ledger.submit(reserve(id, 100))).toMatchObject({ held: 100n })
    expect(await rowsOf(each)).toEqual([])
    await ledger.submit(accrue('accrues', 40))
    expect(await rowsOf(each)).toEqual([{ id: 'accrues', amount: 100 }])
    const failed = await ledger.submit(release('fails', { logs: [log('fails', 1, 6, 20)] }))
    expect(failed).toMatchObject({ ok: true, replayed: false })
    expect(await ledger.submit(settle('free', 0))).toMatchObject({ ok: true, cost: 0n })
    expect(await each.all('SELECT request_id, type FROM usage_logs WHERE type = 6')).toEqual([
      { request_id: 'fails', type: 6 },
    ])
    expect((await walletOf(each))?.requests).toBe(13)
    lender.pass(2_001)
    ledger.sweep()
    await ledger.forgetUser(2)
    expect(await rowsOf(each)).toEqual([
      { id: 'accrues', amount: 100 },
      { id: 'keyed', amount: 100 },
      { id: 'long', amount: 100 },
    ])
    // Like after a crash: each is settled at what it had accrued, and a call that may have reached the upstream is
    // logged.
    await each.engine.apply(['accrues', 'keyed', 'long'].map(recover))
    expect(await walletOf(each)).toMatchObject({ used: 52 })
    await expectClean(each, [lender], 52n)
  })

  it('goes back when nobody uses it, when its token is changed, and when the daemon stops', async () => {
    const each = await open(name, rich)
    const lender = createLender(each)
    const { ledger } = lender
    await warm(lender, 100)
    await ledger.submit(reserve('a', 100))
    await ledger.forgetToken(1)
    // The request continues, with its own row.
    expect(await allowancesOf(each)).toEqual([])
    expect(await rowsOf(each)).toEqual([{ id: 'a', amount: 100 }])
    await ledger.submit(settle('a', 10))
    await warm(lender, 100)
    expect(await allowancesOf(each)).toHaveLength(1)
    lender.pass(2_100)
    ledger.sweep()
    await ledger.forgetUser(2)
    expect(await allowancesOf(each)).toEqual([])
    await warm(lender, 100)
    expect(await allowancesOf(each)).toHaveLength(1)
    await expectClean(each, [lender], 46n)
  })

  it('reliability 4: a settlement that is taken back costs nothing, and nothing is built on its allowance', async () => {
    const each = await open(name, rich)
    let gate: Promise<void> = Promise.resolve()
    const lender = createLender(each, {
      async apply(operations) {
        await gate
        return each.engine.apply(operations)
      },
    })
    const { ledger } = lender
    await warm(lender, 100)
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const running = ledger.submit(accrue('none', 1))
    await ledger.submit(reserve('a', 100))
    await ledger.submit(reserve('b', 100))
    await new Promise((done) => setImmediate(done))
    await new Promise((done) => setImmediate(done))
    const settlement = ledger.submit(settle('a', 70))
    const undo = ledger.submit(takeBack('a'))
    expect(await settlement).toEqual({ ok: false, reason: 'withdrawn' })
    resolve()
    expect(await undo).toMatchObject({ ok: true })
    await running
    // The daemon cannot know whether it was booked before it was taken back, so it replaces the allowance.
    expect(await allowancesOf(each)).toEqual([])
    expect(await rowsOf(each)).toEqual([{ id: 'b', amount: 100 }])
    expect(await ledger.submit(settle('b', 30))).toMatchObject({ ok: true, cost: 30n })
    await expectClean(each, [lender], 42n)
  })

  it('admits nothing in memory while the store is away', async () => {
    const each = await open(name, rich)
    let isAway = false
    const lender = createLender(each, {
      async apply(operations) {
        if (isAway) throw new Error('away')
        return each.engine.apply(operations)
      },
    })
    await warm(lender, 100)
    isAway = true
    const failed = lender.ledger.submit(extend('none', 5))
    await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(lender.ledger.submit(reserve('a', 100))).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
    isAway = false
  })

  it('any run of many clients, with a store that fails and loses answers, overspends nothing and books each charge once', {
    timeout: 300_000,
  }, async () => {
    const each = await open(name, [
      {
        userId: 1,
        balance: 400_000n,
        tokens: [
          { id: 1, limit: null },
          { id: 2, limit: 150_000n },
        ],
      },
    ])
    const random = createRandom(20_261_123)
    const lender = createLender(each, failing(each.engine, random))
    const charged = await play(each, [lender], random)
    expect(lender.ledger.counts.inMemory).toBeGreaterThan(100)
    expect(charged).toBeGreaterThan(200_000n)
    await expectClean(each, [lender], charged)
  })
})

/** Fails either before a batch is applied or after it, when its answer is lost. */
function failing(engine: LedgerEngine, random: ReturnType<typeof createRandom>): LedgerEngine {
  return {
    async apply(operations) {
      const fate = random.below(40)
      if (fate === 0) throw new Error('away')
      const outcomes = await engine.apply(operations)
      if (fate === 1) throw new Error('the answer is lost')
      return outcomes
    },
  }
}

/**
 * Runs clients that reserve, run and end in every way until the money is gone.
 *
 * @returns the amount they were charged
 */
async function play(
  each: LedgerStore,
  lenders: readonly Lender[],
  random: ReturnType<typeof createRandom>,
): Promise<bigint> {
  let charged = 0n
  const client = async (name: string): Promise<void> => {
    for (let turn = 0; turn < 60; turn += 1) {
      const { ledger, ...lender } = random.pick(lenders)
      const id = `${name}-${turn}`
      const tokenId = random.chance(0.7) ? 1 : 2
      const held = 100 + random.below(4) * 100
      lender.pass(random.below(3))
      const least = random.chance(0.2) ? { least: amount(50) } : {}
      const outcome = await ledger.submit(reserve(id, held, { tokenId, ...least })).catch(() => undefined)
      if (!outcome?.ok) continue
      const has = Number(outcome.held ?? held)
      if (random.chance(0.1)) await ledger.submit(accrue(id, random.below(has)))
      if (random.chance(0.05)) await ledger.submit(extend(id, has + 50)).catch(() => undefined)
      if (random.chance(0.1)) {
        const logs = random.chance(0.5) ? [log(id, 1, 6, 20)] : []
        await ledger.submit(release(id, { logs }))
        continue
      }
      const cost = random.chance(0.1) ? 0 : 1 + random.below(has)
      const end = await ledger.submit(settle(id, cost, { tokenId }))
      if (end.ok) charged += end.cost
      if (random.chance(0.05)) ledger.sweep()
    }
  }
  await Promise.all(Array.from({ length: 40 }, (_, index) => client(`c${index}`)))
  const [low] = await each.all('SELECT min(balance_after) AS low FROM entries')
  expect(Number(low?.low)).toBeGreaterThanOrEqual(0)
  const [late] = await each.all("SELECT count(*) AS n FROM entries WHERE note LIKE '%late%'")
  expect(Number(late?.n)).toBe(0)
  return charged
}

describe('allowances of two daemons on one PostgreSQL', () => {
  /** Opens two daemons that receive each other's announcements at once. */
  async function openTwo(balance: bigint): Promise<{ each: LedgerStore; one: Lender; two: Lender }> {
    const each = await open('postgres', [
      {
        userId: 1,
        balance,
        tokens: [
          { id: 1, limit: null },
          { id: 2, limit: 150_000n },
        ],
      },
    ])
    const lenders: Lender[] = []
    const announce = async (userId: number) => {
      for (const { ledger } of lenders) await ledger.recall(userId)
    }
    const shared = { isShared: true, announce }
    lenders.push(createLender(each, each.engine, shared))
    lenders.push(createLender(each, each.second('i_two'), { ...shared, instanceId: 'i_two' }))
    const [one, two] = lenders
    if (!one || !two) throw new Error('no daemons')
    for (const { ledger } of lenders) ledger.noteAlive(0)
    return { each, one, two }
  }

  it('500 requests at once with a balance for 100 of them: exactly 100 are admitted', async () => {
    const { each, one, two } = await openTwo(1_000_012n)
    await warm(one, 100)
    expect(await allowancesOf(each)).toHaveLength(1)
    await one.ledger.submit(reserve('big', 990_000))
    await one.ledger.submit(settle('big', 990_000))
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        [one, two][index % 2]?.ledger.submit(reserve(`r${index}`, 100)),
      ),
    )
    expect(one.ledger.counts.inMemory).toBeGreaterThan(0)
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(100)
    expect(await walletOf(each)).toMatchObject({ balance: 10_000, held: 10_000 })
  })

  it('one that is short is given what the other holds and does not need', async () => {
    const { each, one, two } = await openTwo(100_012n)
    await warm(one, 100)
    await one.ledger.submit(reserve('runs', 100))
    expect(await two.ledger.submit(reserve('a', 99_900))).toMatchObject({ ok: true, held: 99_900n })
    expect(await rowsOf(each)).toEqual([
      { id: 'a', amount: 99_900 },
      { id: 'runs', amount: 100 },
    ])
    // When the money is really gone, the request is still refused.
    expect(await two.ledger.submit(reserve('b', 100))).toMatchObject({ ok: false, reason: 'wallet' })
  })

  it('a dead one keeps what it held: who is short waits no longer than a moment, and takes the rest', async () => {
    const { each, two } = await openTwo(100_000n)
    await each.engine.apply([
      {
        op: 'allow',
        id: 'lost',
        userId: 1,
        tokenId: 1,
        more: amount(40_000),
        spare: amount(0),
        seq: 1,
        atMs: 1,
      },
    ])
    const short = two.ledger.submit(reserve('a', 80_000, { least: amount(100) }))
    const patience = setInterval(() => two.pass(500), 20)
    expect(await short).toMatchObject({ ok: true, held: 60_000n })
    clearInterval(patience)
  })

  it('one whose heartbeat is not known to be written holds nothing in memory', async () => {
    const { one } = await openTwo(10_000_000n)
    await warm(one, 100)
    one.pass(15_001)
    await one.ledger.submit(reserve('a', 100))
    expect(one.ledger.userOf('a')).toBeUndefined()
    one.ledger.noteAlive(15_001)
    await one.ledger.submit(reserve('b', 100))
    expect(one.ledger.userOf('b')).toBe(1)
  })

  it('any run of many clients of both overspends nothing and books each charge once', {
    timeout: 300_000,
  }, async () => {
    const { each, one, two } = await openTwo(400_000n)
    const random = createRandom(7)
    const charged = await play(each, [one, two], random)
    expect(one.ledger.counts.inMemory + two.ledger.counts.inMemory).toBeGreaterThan(100)
    expect(charged).toBeGreaterThan(200_000n)
    await expectClean(each, [one, two], charged)
  })
})
