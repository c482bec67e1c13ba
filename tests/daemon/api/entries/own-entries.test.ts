import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chargeCall, holdCall } from '../../../support/charged-call.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

interface Entry {
  readonly seq: number
  readonly created_at: number
  readonly kind: string
  readonly amount: number
  readonly amount_exact: string
  readonly balance_exact: string
  readonly request_id: string
  readonly redemption_id: number
  readonly model_name: string
  readonly token_name: string
  readonly is_logged: boolean
  readonly note: string
}

interface Page {
  readonly items: readonly Entry[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

interface Balance {
  readonly quota_exact: string
  readonly held_quota_exact: string
  readonly balance_exact: string
  readonly entries: number
  readonly parts: readonly { kind: string; entries: number; amount_exact: string }[]
}

const thousandths = (text: string): bigint => {
  const [whole = '', rest = ''] = text.replace('-', '').split('.')
  const size = BigInt(whole) * 1000n + BigInt(rest.padEnd(3, '0'))
  return text.startsWith('-') ? -size : size
}

let api: TestApi
let alice: Caller
let calls: readonly string[]
let codeId: number
beforeAll(async () => {
  api = await startTestApi()
  await api.root.call('PUT', '/api/option/', { key: 'QuotaForNewUser', value: '500000' })
  alice = await api.createUser('alice')
  const [key = ''] = await api.root.call<string[]>('POST', '/api/redemption/', {
    name: 'gift',
    quota: 100_000,
  })
  await alice.call('POST', '/api/user/topup', { key })
  codeId = (await api.root.call<{ items: { id: number }[] }>('GET', '/api/redemption/')).items[0]?.id ?? 0
  await api.root.call('POST', '/api/user/credit', { id: alice.id, delta: '-0.125', note: 'rounding' })
  const made: string[] = []
  for (const cost of [1, 999, 123_456])
    made.push(
      await chargeCall(api, {
        userId: alice.id,
        username: 'alice',
        cost,
        model: 'gpt-4o-mini',
        tokenName: 'ci',
      }),
    )
  calls = made
  await holdCall(api, { userId: alice.id, cost: 5_000 })
  await chargeCall(api, { userId: api.root.id, username: 'root', cost: 7_000 })
})
afterAll(() => api.close())

const list = (query = '', caller = alice) =>
  caller.call<Page>('GET', `/api/user/self/entries?page_size=100${query}`)

describe('GET /api/user/self/entries', () => {
  it("200 gives every change of the caller's balance, newest first, each going on from the one before", async () => {
    const { items, total } = await list()
    expect(items.map(({ kind, seq }) => `${seq} ${kind}`)).toEqual([
      '6 usage',
      '5 usage',
      '4 usage',
      '3 admin',
      '2 redeem',
      '1 signup',
    ])
    expect(total).toBe(6)
    let balance = 0n
    for (const entry of items.toReversed()) {
      balance += thousandths(entry.amount_exact)
      expect(thousandths(entry.balance_exact)).toBe(balance)
    }
    const self = await alice.call<{ quota_exact: string; held_quota_exact: string }>('GET', '/api/user/self')
    expect(balance).toBe(thousandths(self.quota_exact) + thousandths(self.held_quota_exact))
  })

  it('200 names what each entry is about: the call with its model and token, the code, the administrator’s words', async () => {
    const { items } = await list()
    expect(items[0]).toMatchObject({
      amount: -123,
      amount_exact: '-123.456',
      request_id: calls[2],
      model_name: 'gpt-4o-mini',
      token_name: 'ci',
      is_logged: true,
      redemption_id: 0,
    })
    expect(items[3]).toMatchObject({
      kind: 'admin',
      note: 'rounding',
      request_id: '',
      amount_exact: '-0.125',
    })
    expect(items[4]).toMatchObject({ kind: 'redeem', redemption_id: codeId, amount_exact: '100000' })
  })

  it('200 gives charges or bookings alone, and pages of each with their own total', async () => {
    const charges = await list('&of=charges')
    expect([charges.total, charges.items.map(({ seq }) => seq)]).toEqual([3, [6, 5, 4]])
    const bookings = await list('&of=bookings')
    expect([bookings.total, bookings.items.map(({ seq }) => seq)]).toEqual([3, [3, 2, 1]])
    for (const [of, pages] of [
      ['all', [[6, 5], [4, 3], [2, 1], []]],
      ['charges', [[6, 5], [4], []]],
      ['bookings', [[3, 2], [1], []]],
    ] as const)
      for (const [index, seqs] of pages.entries()) {
        const page = await alice.call<Page>(
          'GET',
          `/api/user/self/entries?of=${of}&p=${index + 1}&page_size=2`,
        )
        expect([of, page.page, page.items.map(({ seq }) => seq)]).toEqual([of, index + 1, seqs])
      }
  })

  it('200 shows nobody what is another’s', async () => {
    const bob = await api.createUser('bob')
    const { items } = await list('', bob)
    expect(items.map(({ kind }) => kind)).toEqual(['signup'])
  })

  it('400 refuses another kind of filter; 401 visitors', async () => {
    expect((await alice.request('GET', '/api/user/self/entries?of=everything')).status).toBe(400)
    expect((await api.anonymous.request('GET', '/api/user/self/entries')).status).toBe(401)
  })
})

describe('GET /api/user/self/balance', () => {
  it('200 gives parts that add up to the balance to the thousandth, and the balance less what is held', async () => {
    const balance = await alice.call<Balance>('GET', '/api/user/self/balance')
    expect(balance).toMatchObject({
      quota_exact: '599870.419',
      held_quota_exact: '5',
      balance_exact: '599875.419',
      entries: 6,
    })
    expect(balance.parts.map(({ kind, entries, amount_exact }) => [kind, entries, amount_exact])).toEqual([
      ['redeem', 1, '100000'],
      ['admin', 1, '-0.125'],
      ['signup', 1, '500000'],
      ['usage', 3, '-124.456'],
    ])
    const sum = balance.parts.reduce((all, part) => all + thousandths(part.amount_exact), 0n)
    expect(sum).toBe(thousandths(balance.balance_exact))
  })

  it('200 adds up at every moment while calls are charged and money is booked', async () => {
    const busy = Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 4 === 0
          ? api.root.call('POST', '/api/user/credit', { id: alice.id, delta: `${index + 1}.001` })
          : chargeCall(api, { userId: alice.id, cost: 1_001 + index }),
      ),
    )
    let isBusy = true
    void busy.finally(() => {
      isBusy = false
    })
    do {
      const { parts, balance_exact, entries } = await alice.call<Balance>('GET', '/api/user/self/balance')
      expect(parts.reduce((all, part) => all + thousandths(part.amount_exact), 0n)).toBe(
        thousandths(balance_exact),
      )
      expect(parts.reduce((all, part) => all + part.entries, 0)).toBe(entries)
    } while (isBusy)
    await busy
    expect((await list()).total).toBe(46)
  })

  it('401 refuses visitors', async () => {
    expect((await api.anonymous.request('GET', '/api/user/self/balance')).status).toBe(401)
  })
})
