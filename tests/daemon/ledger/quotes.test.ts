import { afterEach, describe, expect, it } from 'vitest'
import type { QuoteRef } from '../../../src/daemon/ledger/operations.ts'
import { log } from './history.ts'
import { accrue, recover, release, reserve, settle } from './requests.ts'
import { createPostgresStore, createSqliteStore, type LedgerStore, openAccounts } from './stores.ts'

const texts = { price: '{"kind":"per-token"}', words: 'in words', channels: '[[1,"main",0,0]]' }
const quote: QuoteRef = { id: 4_503_599_627_370_495, texts }
const logged = (id: string, atMs: number, ref: QuoteRef | undefined = quote) => ({
  ...log(id, 1, 2, atMs),
  ...(ref && { quote: ref }),
})

let store: LedgerStore | undefined
afterEach(async () => {
  await store?.close()
  store = undefined
})

async function open(name: 'sqlite' | 'postgres', ids: readonly string[]): Promise<LedgerStore> {
  store = name === 'sqlite' ? await createSqliteStore() : await createPostgresStore('quotes')
  await openAccounts(store, [{ userId: 1, balance: 1_000_000n, tokens: [{ id: 1, limit: null }] }])
  await store.engine.apply(ids.map((id) => reserve(id, 100)))
  return store
}

const quotesOf = (from: LedgerStore) => from.all('SELECT id, price, words, channels, used_ms FROM quotes')
const refsOf = (from: LedgerStore) =>
  from.all('SELECT request_id, quote_id FROM usage_logs ORDER BY request_id')

it('two daemons that use a new quote at once on PostgreSQL store it once', async () => {
  const ids = Array.from({ length: 40 }, (_, at) => `r${at}`)
  const on = await open('postgres', ids)
  const other = on.second('i_two')
  await other.apply([])
  const quotes = Array.from({ length: 5 }, (_, at) => ({ id: 5 - at, texts: { ...texts, words: `${at}` } }))
  await Promise.all(
    ids.map((id, at) =>
      (at % 2 ? other : on.engine).apply([settle(id, 1, { log: logged(id, 20, quotes[at % 5]) })]),
    ),
  )
  expect((await quotesOf(on)).map(({ id }) => Number(id)).sort()).toEqual([1, 2, 3, 4, 5])
  expect((await refsOf(on)).length).toBe(40)
})

describe.each(['sqlite', 'postgres'] as const)('the quote of a charge on %s', (name) => {
  it('is stored once, with the first row that refers to it, and used as late as its latest row', async () => {
    const late = 9_999_999_999_999
    const on = await open(name, ['a', 'b', 'c'])
    await on.engine.apply([
      settle('a', 1, { atMs: late, log: logged('a', late) }),
      settle('b', 1, { log: logged('b', 20) }),
    ])
    await on.engine.apply([settle('c', 1, { log: logged('c', 20, { id: quote.id }) })])
    expect(await quotesOf(on)).toEqual([{ id: quote.id, ...texts, used_ms: late }])
    expect(await refsOf(on)).toEqual(['a', 'b', 'c'].map((id) => ({ request_id: id, quote_id: quote.id })))
  })

  it('counts as used now where its row comes late', async () => {
    const on = await open(name, ['a'])
    const before = Date.now()
    await on.engine.apply([settle('a', 1, { log: logged('a', 20) })])
    expect(Number((await quotesOf(on))[0]?.used_ms)).toBeGreaterThanOrEqual(before - 1_000)
  })

  it('is not stored where its row is not written', async () => {
    const on = await open(name, ['a'])
    await on.engine.apply([release('a'), settle('a', 1, { needsHold: true, log: logged('a', 20) })])
    expect(await quotesOf(on)).toEqual([])
  })

  it('replaces what recovery wrote', async () => {
    const on = await open(name, ['a'])
    await on.engine.apply([accrue('a', 50), recover('a')])
    expect(await refsOf(on)).toEqual([{ request_id: 'a', quote_id: null }])
    await on.engine.apply([settle('a', 90, { log: logged('a', 40) })])
    expect(await refsOf(on)).toEqual([{ request_id: 'a', quote_id: quote.id }])
  })
})
