import { afterEach, describe, expect, it } from 'vitest'
import { accrue, allow, recover, reserve, settle, settleFrom } from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

let store: LedgerStore | undefined
afterEach(() => store?.close())

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
