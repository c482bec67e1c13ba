import { afterEach, describe, expect, it } from 'vitest'
import { amount } from '../../../src/daemon/money/amount.ts'
import { accrue, allow, detach, giveBack, recover, release, reserve, settle, settleFrom } from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

let store: LedgerStore | undefined
afterEach(() => store?.close())

async function open(name: string): Promise<LedgerStore> {
  store = name === 'sqlite' ? await createSqliteStore() : await createPostgresStore('lend')
  await openAccounts(store, [
    {
      userId: 1,
      balance: 10_000n,
      tokens: [
        { id: 1, limit: null },
        { id: 2, limit: 3_000n },
        { id: 3, limit: null, period: [1, 5_000n] },
      ],
    },
  ])
  return store
}

const walletOf = async (each: LedgerStore) =>
  (await each.all('SELECT balance, held, used, requests FROM wallets WHERE user_id = 1 AND kind = 1'))[0]
const holdsOf = (each: LedgerStore) => each.all('SELECT id, amount, instance_id FROM holds ORDER BY id')
const from = { allowance: 'lent', held: 300 }

describe.each(['sqlite', 'postgres'])('an allowance on %s', (name) => {
  it('is held of wallet and token like any hold, and taken only where enough is left to spare', async () => {
    const { engine, all, audit } = await open(name)
    const outcomes = await engine.apply([
      allow('lent', 1, 2_000, { spare: amount(8_000) }),
      allow('lent', 2, 1, { spare: amount(8_000) }),
      allow('two', 1, 1_000, { tokenId: 2, spare: amount(2_000) }),
      allow('two', 2, 500, { tokenId: 2, spare: amount(2_000) }),
      allow('three', 1, 100, { tokenId: 3 }),
      allow('far', 1, 100, { userId: 9, tokenId: null }),
      allow('far', 2, 100),
    ])
    expect(outcomes).toMatchObject([
      { ok: true, held: 2_000n, available: 8_000n },
      { ok: false, reason: 'wallet', available: 8_000n },
      { ok: true, held: 1_000n },
      { ok: false, reason: 'token', available: 2_000n },
      { ok: false, reason: 'no-allowance', why: 'period' },
      { ok: false, reason: 'unknown-wallet' },
      { ok: false, reason: 'no-hold' },
    ])
    expect(await walletOf({ ...store, all } as LedgerStore)).toMatchObject({ balance: 10_000, held: 3_000 })
    expect(await all('SELECT token_id, held FROM token_budgets ORDER BY token_id')).toEqual([
      { token_id: 1, held: 2_000 },
      { token_id: 2, held: 1_000 },
      { token_id: 3, held: 0 },
    ])
    expect(complaints(await audit(100))).toEqual([])
  })

  it('pays for a request that has no row of its own; what the request held too much stays in it', async () => {
    const each = await open(name)
    const [, paid, again, over, nothing] = await each.engine.apply([
      allow('lent', 1, 2_000),
      settleFrom('a', 100, from),
      settleFrom('a', 100, from),
      settleFrom('b', 450, from),
      settleFrom('c', 0, from),
    ])
    expect(paid).toMatchObject({ ok: true, replayed: false, cost: 100n, available: 8_000n })
    expect(again).toMatchObject({ ok: true, replayed: true, cost: 100n })
    expect(over).toMatchObject({ ok: true, cost: 450n, note: 'overrun', available: 7_850n })
    // A settlement at no cost would leave no entry, so a repetition could not be recognized.
    expect(nothing).toMatchObject({ ok: false, reason: 'invalid' })
    expect(await holdsOf(each)).toMatchObject([{ id: 'lent', amount: 1_600 }])
    expect(await walletOf(each)).toEqual({ balance: 9_450, held: 1_600, used: 550, requests: 2 })
    expect(await each.all('SELECT accessed_ms FROM token_budgets WHERE token_id = 1')).toEqual([
      { accessed_ms: 20 },
    ])
    expect(complaints(await each.audit(100))).toEqual([])
  })

  it('that is gone leaves the charge to be booked late, in full and once', async () => {
    const each = await open(name)
    const batch = [settleFrom('a', 100, from), settleFrom('a', 100, from)]
    expect(await each.engine.apply(batch)).toMatchObject([
      { ok: true, replayed: false, cost: 100n, note: 'late' },
      { ok: true, replayed: true, cost: 100n },
    ])
    expect(await walletOf(each)).toEqual({ balance: 9_900, held: 0, used: 100, requests: 1 })
    expect(complaints(await each.audit(100))).toEqual([])
  })

  it('moves a request into a row of its own once, also when that row is gone by the time it is repeated', async () => {
    const each = await open(name)
    await each.engine.apply([allow('lent', 1, 1_000)])
    // The answer to this batch is lost, so the batch is sent again.
    const batch = [detach('a', 'lent', 2, 300), release('a'), detach('b', 'lent', 3, 200), settle('b', 0)]
    const [first] = await each.engine.apply(batch)
    expect(first).toMatchObject({ ok: true, held: 300n })
    const before = await holdsOf(each)
    await each.engine.apply(batch)
    expect(await holdsOf(each)).toEqual(before)
    expect(before).toMatchObject([{ id: 'lent', amount: 500 }])
    expect(await walletOf(each)).toMatchObject({ held: 500 })
    expect(complaints(await each.audit(100))).toEqual([])
  })

  it('goes back in part and as a whole, and recovery frees it without entry, log row or request', async () => {
    const each = await open(name)
    await each.engine.apply([allow('lent', 1, 1_000), giveBack('lent', 2, 400), giveBack('lent', 2, 400)])
    expect(await walletOf(each)).toMatchObject({ held: 600 })
    const [, tooMuch, rest, gone] = await each.engine.apply([
      allow('two', 1, 500),
      giveBack('two', 2, 501),
      giveBack('lent', 3, 'all'),
      giveBack('lent', 4, 'all'),
    ])
    expect(tooMuch).toMatchObject({ ok: false, reason: 'invalid' })
    expect(rest).toMatchObject({ ok: true, replayed: false, held: 0n })
    expect(gone).toMatchObject({ ok: true, replayed: true })
    await each.engine.apply([recover('two')])
    expect(await holdsOf(each)).toEqual([])
    expect(await walletOf(each)).toEqual({ balance: 10_000, held: 0, used: 0, requests: 0 })
    expect(await each.all('SELECT * FROM usage_logs')).toEqual([])
    expect(await each.all('SELECT kind FROM entries')).toEqual([{ kind: 15 }])
  })

  it('is named to a request that is short: it is not granted less than all while some may come back', async () => {
    const each = await open(name)
    const short = reserve('a', 9_500, { least: amount(100) })
    const [, refused, raised] = await each.engine.apply([allow('lent', 1, 1_000), short, reserve('b', 100)])
    expect(refused).toMatchObject({
      ok: false,
      reason: 'wallet',
      available: 9_000n,
      lent: { userId: 1, isElsewhere: false },
    })
    expect(raised).toMatchObject({ ok: true, held: 100n })
    const [extended] = await each.engine.apply([{ op: 'extend', id: 'b', amount: amount(9_500) }])
    expect(extended).toMatchObject({ ok: false, reason: 'wallet', lent: { userId: 1, isElsewhere: false } })
    const [last, , now] = await each.engine.apply([
      { ...short, id: 'c', isLastTry: true, amount: amount(9_000) },
      giveBack('lent', 2, 'all'),
      reserve('d', 9_000, { least: amount(100) }),
    ])
    expect(last).toMatchObject({ ok: true, held: 8_900n })
    expect(now).toMatchObject({ ok: true, held: 1_000n })
    expect(complaints(await each.audit(100))).toEqual([])
  })

  it('does not claim that a raise was granted when it is repeated after later steps', async () => {
    const each = await open(name)
    await each.engine.apply([allow('lent', 1, 1_000)])
    const batch = [allow('lent', 2, 99_000), giveBack('lent', 3, 100)]
    expect(await each.engine.apply(batch)).toMatchObject([{ reason: 'wallet' }, { ok: true }])
    expect(await each.engine.apply(batch)).toMatchObject([
      { ok: false, reason: 'no-allowance', why: 'unsure' },
      { ok: true, replayed: true },
    ])
    expect(await holdsOf(each)).toMatchObject([{ id: 'lent', amount: 900 }])
  })

  it('says when a charge leaves little free beside the holds', async () => {
    const each = await open(name)
    const [, wide, , tight] = await each.engine.apply([
      allow('lent', 1, 1_000),
      settleFrom('a', 100, from),
      reserve('big', 7_900),
      settleFrom('b', 100, from),
    ])
    expect(wide).not.toHaveProperty('isTight')
    expect(wide).toMatchObject({ ok: true, isRefilled: true })
    expect(tight).toMatchObject({ ok: true, isTight: true, available: 1_000n })
    expect(tight).not.toHaveProperty('isRefilled')
  })

  it('stays as large as it was after a charge, while wallet and token have four times as much to spare', async () => {
    const each = await open(name)
    const tokenTwo = { tokenId: 2 }
    const from2 = { allowance: 'two', held: 300 }
    // The wallet has 10 000, token 2 has 3 000.
    await each.engine.apply([allow('lent', 1, 1_000), allow('two', 1, 500, tokenTwo)])
    const [refilled, overrun, ofToken, shortOfToken, short] = await each.engine.apply([
      settleFrom('a', 100, from),
      settleFrom('b', 450, from),
      settleFrom('c', 500, from2, tokenTwo),
      settleFrom('d', 1, from2, tokenTwo),
      settleFrom('e', 3_451, { allowance: 'lent', held: 400 }),
    ])
    expect(refilled).toMatchObject({ ok: true, cost: 100n, isRefilled: true, available: 8_400n })
    expect(overrun).toMatchObject({ ok: true, cost: 450n, note: 'overrun', isRefilled: true })
    expect(ofToken).toMatchObject({ ok: true, isRefilled: true })
    for (const charge of [shortOfToken, short]) {
      expect(charge).toMatchObject({ ok: true })
      expect(charge).not.toHaveProperty('isRefilled')
    }
    expect(await holdsOf(each)).toMatchObject([
      { id: 'lent', amount: 600 },
      { id: 'two', amount: 499 },
    ])
    expect(await walletOf(each)).toEqual({ balance: 5_498, held: 1_099, used: 4_502, requests: 5 })
    expect(complaints(await each.audit(100))).toEqual([])
  })

  it('is not refilled for a token that got a budget for periods, where raises are refused too', async () => {
    const each = await open(name)
    await each.engine.apply([allow('lent', 1, 1_000)])
    await each.run('UPDATE token_budgets SET period = 1, period_limit = 5000 WHERE token_id = 1')
    const [charge] = await each.engine.apply([settleFrom('a', 100, from)])
    expect(charge).toMatchObject({ ok: true, cost: 100n })
    expect(charge).not.toHaveProperty('isRefilled')
    expect(await holdsOf(each)).toMatchObject([{ id: 'lent', amount: 900 }])
  })
})

describe('allowances of two daemons on one PostgreSQL', () => {
  it('never stand on one wallet at the same time, and a peer that is short hears where it stands', async () => {
    const each = await open('postgres')
    const peer = each.second('i_two')
    await each.engine.apply([allow('lent', 1, 1_000)])
    expect(await peer.apply([allow('other', 1, 10), reserve('a', 9_500)])).toMatchObject([
      { ok: false, reason: 'no-allowance', why: 'lent' },
      { ok: false, reason: 'wallet', lent: { userId: 1, isElsewhere: true } },
    ])
    await each.engine.apply([giveBack('lent', 2, 'all')])
    expect(await peer.apply([allow('other', 1, 10)])).toMatchObject([{ ok: true }])
  })

  it('a daemon that was declared dead gets none, and a row of its own stays with it for recovery', async () => {
    const each = await open('postgres')
    const peer = each.second('i_two')
    await each.engine.apply([allow('lent', 1, 1_000)])
    await each.run("UPDATE instances SET fenced = 1 WHERE id = 'i_one'")
    expect(await each.engine.apply([allow('lent', 2, 10), allow('more', 1, 10)])).toMatchObject([
      { ok: false, reason: 'fenced' },
      { ok: false, reason: 'fenced' },
    ])
    // A charge that a daemon kept when it stopped, booked by its successor.
    await peer.apply([detach('a', 'lent', 3, 300)])
    expect(await holdsOf(each)).toEqual([
      { id: 'a', amount: 300, instance_id: 'i_one' },
      { id: 'lent', amount: 700, instance_id: 'i_one' },
    ])
  })
})

const other = { userId: 2, tokenId: 2 }

describe.each(['sqlite', 'postgres'])('a request that was charged to one wallet, on %s', (name) => {
  it('is never charged to another one, whether its charge comes late or from an allowance', async () => {
    store = name === 'sqlite' ? await createSqliteStore() : await createPostgresStore('another-wallet')
    const { engine, all, audit } = store
    await openAccounts(store, [
      { userId: 1, balance: 10_000n, tokens: [{ id: 1, limit: null }] },
      { userId: 2, balance: 10_000n, tokens: [{ id: 2, limit: null }] },
    ])
    await engine.apply([reserve('a', 300), accrue('a', 200), recover('a'), allow('lent', 1, 2_000, other)])
    const before = await all('SELECT user_id, balance, held, used, requests FROM wallets ORDER BY user_id')
    const outcomes = [
      ...(await engine.apply([settle('a', 500, other)])),
      ...(await engine.apply([settleFrom('a', 500, { allowance: 'lent', held: 600 }, other)])),
    ]
    expect(outcomes).toMatchObject([
      { ok: false, reason: 'invalid' },
      { ok: false, reason: 'invalid' },
    ])
    expect(await all('SELECT user_id, balance, held, used, requests FROM wallets ORDER BY user_id')).toEqual(
      before,
    )
    expect(await engine.apply([settle('a', 500)])).toMatchObject([{ ok: true, cost: 500n }])
    expect(complaints(await audit(1_000))).toEqual([])
  })
})
