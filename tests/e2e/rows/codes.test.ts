import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../support/test-services.ts'
import { ofAdministrators } from './operations.ts'
import { type List, type Site, startSite } from './site.ts'

interface Code {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly status: number
  readonly used_user_id: number
  readonly used_count: number
  readonly quota: number
}

let site: Site
let others: Caller[]

beforeAll(async () => {
  site = await startSite()
  others = [await site.api.createUser('other-1'), await site.api.createUser('other-2')]
})
afterAll(() => site.close())
beforeEach(() => site.api.clock.advance(60 * 60_000))

const create = (columns: Readonly<Record<string, unknown>> = {}) =>
  site.admin.request<string[]>('POST', '/api/redemption/', { name: 'a code', quota: 1000, ...columns })
const oneCode = async (columns: Readonly<Record<string, unknown>> = {}): Promise<Code> => {
  const answer = await create(columns)
  if (answer.status !== 200) throw new Error(answer.text)
  return byKey(answer.body.data[0] ?? '')
}
const list = (query = '?p=1&page_size=100') => site.admin.call<List<Code>>('GET', `/api/redemption/${query}`)
const byKey = async (key: string): Promise<Code> => {
  const found = (await list()).items.find((each) => each.key === key)
  if (!found) throw new Error(`There is no code ${key}.`)
  return found
}
const read = (id: number) => site.admin.call<Code>('GET', `/api/redemption/${id}`)
const redeem = (key: string, by: Caller = site.user) =>
  by.request<{ quota: number; is_gift: boolean }>('POST', '/api/user/topup', { key })
const setStatus = (id: number, status: number) =>
  site.admin.request<Code>('PUT', '/api/redemption/?status_only=true', { id, status })
const clear = async () => {
  for (let page = await list(); page.total > 0; page = await list())
    for (const name of new Set(page.items.map((each) => each.name)))
      await site.admin.call('DELETE', `/api/redemption/delete-by-name?name=${encodeURIComponent(name)}`)
}

describe('the list', () => {
  it('C-CODE-01 every route refuses users', async () => {
    const routes = ofAdministrators.filter((each) => each.path.startsWith('/api/redemption'))
    expect(routes).toHaveLength(12)
    for (const { id, method, path } of routes)
      expect([id, (await site.user.request(method, path)).status]).toEqual([id, 403])
  })

  it('C-CODE-02 C-CODE-03 pages of 25 in every size; search by name and by id', async () => {
    await clear()
    await create({ count: 24 })
    const wanted = await oneCode({ name: 'needle' })
    const pages = await Promise.all([1, 2, 3].map((p) => list(`?p=${p}&page_size=10`)))
    expect(pages.map((each) => [each.page, each.items.length, each.total])).toEqual([
      [1, 10, 25],
      [2, 10, 25],
      [3, 5, 25],
    ])
    for (const size of [20, 50, 100])
      expect((await list(`?p=1&page_size=${size}`)).items).toHaveLength(Math.min(size, 25))
    const search = async (keyword: string) =>
      (await list(`search?keyword=${keyword}&p=1&page_size=10`)).items.map((each) => each.id)
    expect(await search('needle')).toEqual([wanted.id])
    expect(await search(String(wanted.id))).toContain(wanted.id)
    expect(await search('nothing-like-it')).toEqual([])
  })

  it('C-CODE-04 C-CODE-05 one code has every field but count', async () => {
    const { id, key } = await oneCode({
      is_gift: true,
      max_uses: 3,
      valid_from: 1000,
      valid_until: 4_000_000_000,
    })
    const code = await read(id)
    expect(code).toEqual(
      expect.objectContaining({
        id,
        name: 'a code',
        key,
        status: 1,
        quota: 1000,
        created_time: expect.any(Number),
        used_user_id: 0,
        is_gift: true,
        max_uses: 3,
        used_count: 0,
        valid_from: 1000,
        valid_until: 4_000_000_000,
      }),
    )
    expect(code).not.toHaveProperty('count')
    expect((await site.admin.request('GET', '/api/redemption/987654')).status).toBe(404)
  })
})

describe('making', () => {
  it('C-CODE-07 C-CODE-11 the answer lists the codes; 1 to 100 of them, each different', async () => {
    expect((await create({ count: 3 })).body.data).toHaveLength(3)
    for (const count of [0, 101, 1.5, '2']) expect((await create({ count })).status).toBe(400)
    const hundred = await create({ count: 100 })
    expect(new Set(hundred.body.data).size).toBe(100)
  })

  it('C-CODE-08 C-CODE-13 without more a code is one use for one user', async () => {
    const code = await oneCode({ max_uses: -1 })
    expect(code).toMatchObject({ max_uses: -1, is_gift: false, valid_from: 0, valid_until: 0 })
  })

  it('C-CODE-09 C-CODE-10 the name has 1 to 20 characters, the quota is a number', async () => {
    for (const columns of [
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(21) },
      { name: undefined },
      { quota: 'many' },
      { quota: -1 },
      { quota: 0 },
    ])
      expect([columns, (await create(columns)).status]).toEqual([columns, 400])
    expect((await create({ name: '字'.repeat(20) })).status).toBe(200)
  })

  it('C-CODE-12 an own key is taken once, and only for a single code', async () => {
    expect((await create({ key: 'WELCOME' })).body.data).toEqual(['WELCOME'])
    expect((await create({ key: 'WELCOME' })).status).toBe(409)
    expect((await create({ key: 'TWICE', count: 2 })).status).toBe(400)
    expect((await create({ key: '' })).body.data[0]?.length).toBeGreaterThan(20)
  })
})

describe('redeeming', () => {
  it('C-CODE-15 C-WALLET-02 C-WALLET-13 a redeemed code is used up, names its user and credits with a row of type 1', async () => {
    const code = await oneCode()
    const before = await site.balanceOf(site.user)
    const answer = await redeem(code.key)
    expect(answer.body.data).toMatchObject({ quota: 1000, is_gift: false })
    expect(await site.balanceOf(site.user)).toBe(before + 1_000_000n)
    expect(await read(code.id)).toMatchObject({ status: 3, used_user_id: site.user.id, used_count: 1 })
    const rows = await site.user.call<List<{ type: number; quota: number }>>('GET', '/api/log/self/?type=1')
    expect(rows.items[0]).toMatchObject({ type: 1, quota: 1000 })
    expect(await redeem(code.key)).toMatchObject({ status: 400, body: { code: 'redeem_used' } })
    expect(await site.audit()).toBe('clean')
  })

  it('C-CODE-13 a gift code serves as many users as it says, each once', async () => {
    const [first, last] = others as [Caller, Caller]
    const gift = await oneCode({ is_gift: true, max_uses: 2 })
    expect((await redeem(gift.key)).body.data.is_gift).toBe(true)
    expect((await redeem(gift.key)).body.code).toBe('redeem_already_by_you')
    expect((await redeem(gift.key, first)).status).toBe(200)
    expect((await redeem(gift.key, last)).body.code).toBe('redeem_limit_reached')
    const unlimited = await oneCode({ is_gift: true })
    for (const who of [site.user, first, last]) expect((await redeem(unlimited.key, who)).status).toBe(200)
    expect((await read(unlimited.id)).used_count).toBe(3)
  })

  it('C-CODE-14 a code counts only between its times, which must be in order', async () => {
    const now = Math.floor(site.api.clock.now() / 1000)
    expect((await create({ valid_from: now, valid_until: now - 1 })).body.message).toBe(
      'effective time must be earlier than expiry',
    )
    const code = await oneCode({ valid_from: now + 100, valid_until: now + 200 })
    expect((await redeem(code.key)).body.code).toBe('redeem_not_yet')
    site.api.clock.advance(150_000)
    const second = await oneCode({ valid_from: now + 100, valid_until: now + 200 })
    expect((await redeem(code.key)).status).toBe(200)
    site.api.clock.advance(100_000)
    expect((await redeem(second.key)).body.code).toBe('redeem_expired')
  })

  it('C-CODE-17 C-WALLET-04 C-WALLET-05 disabled, deleted, unknown and missing codes are refused with their texts', async () => {
    const disabled = await oneCode()
    await setStatus(disabled.id, 2)
    expect((await redeem(disabled.key)).body.message).toBe('this redemption code is disabled')
    const gift = await oneCode({ is_gift: true })
    await setStatus(gift.id, 2)
    expect((await redeem(gift.key)).body.code).toBe('redeem_disabled')
    expect((await redeem('no-such-code')).body.message).toBe('this redemption code is not valid')
    for (const key of ['', '   ']) expect((await redeem(key)).body.message).toBe('please enter the code')
  })

  it('C-CODE-25 of 100 callers at once exactly as many win as the code allows', async () => {
    const race = async (key: string, callers: readonly Caller[]) =>
      (await Promise.all(callers.map((each) => redeem(key, each)))).filter((each) => each.status === 200)
        .length
    const ordinary = await oneCode()
    const hundred = Array.from({ length: 100 }, (_, i) => [site.user, ...others][i % 3] as Caller)
    expect(await race(ordinary.key, hundred)).toBe(1)
    const gift = await oneCode({ is_gift: true, max_uses: 2 })
    expect(await race(gift.key, hundred)).toBe(2)
    expect(await site.audit()).toBe('clean')
  })
})

describe('managing', () => {
  it('C-CODE-16 C-CODE-18 enabling and editing need an unused code', async () => {
    const code = await oneCode()
    expect((await setStatus(code.id, 2)).body.data.status).toBe(2)
    const edit = (id: number) =>
      site.admin.request('PUT', '/api/redemption/', { id, name: 'edited', quota: 5 })
    expect((await edit(code.id)).status).toBe(400)
    expect((await setStatus(code.id, 1)).body.data.status).toBe(1)
    expect((await edit(code.id)).status).toBe(200)
    expect(await read(code.id)).toMatchObject({ name: 'edited', quota: 5, key: code.key })
    await redeem(code.key)
    expect((await setStatus(code.id, 1)).status).toBe(400)
    expect((await setStatus(code.id, 2)).status).toBe(400)
    expect((await edit(code.id)).status).toBe(400)
    expect((await read(code.id)).status).toBe(3)
  })

  it('C-CODE-19 a deleted code cannot be redeemed, with and without the last slash', async () => {
    for (const slash of ['', '/']) {
      const code = await oneCode()
      await site.admin.call('DELETE', `/api/redemption/${code.id}${slash}`)
      expect((await redeem(code.key)).body.code).toBe('redeem_invalid')
    }
  })

  it('C-CODE-21 disabling a selection counts the unused ones, and needs a selection', async () => {
    const codes = [await oneCode(), await oneCode(), await oneCode()]
    await redeem(codes[2]?.key ?? '')
    const ids = codes.map((each) => each.id)
    expect(await site.admin.call('PUT', '/api/redemption/batch-disable', { ids })).toBe(2)
    expect(await Promise.all(ids.map(async (id) => (await read(id)).status))).toEqual([2, 2, 3])
    expect((await site.admin.request('PUT', '/api/redemption/batch-disable', { ids: [] })).status).toBe(400)
  })

  it('C-CODE-22 deleting all disabled codes takes status 2 only', async () => {
    await clear()
    const codes = [await oneCode(), await oneCode(), await oneCode()]
    await setStatus(codes[1]?.id ?? 0, 2)
    await redeem(codes[2]?.key ?? '')
    expect(await site.admin.call('DELETE', '/api/redemption/delete-disabled')).toBe(1)
    expect((await list()).items.map((each) => each.status).sort()).toEqual([1, 3])
  })

  it('C-CODE-23 deleting by name counts first, trims, and needs a name', async () => {
    await create({ name: 'by name', count: 4 })
    const count = (name: string) =>
      site.admin.call('GET', `/api/redemption/count-by-name?name=${encodeURIComponent(name)}`)
    expect([await count('by name'), await count('  by name '), await count('unknown')]).toEqual([4, 4, 0])
    const remove = (name: string) =>
      site.admin.request('DELETE', `/api/redemption/delete-by-name?name=${encodeURIComponent(name)}`)
    expect((await remove('   ')).status).toBe(400)
    expect((await remove('unknown')).body.data).toBe(0)
    expect((await remove('by name')).body.data).toBe(4)
    expect(await count('by name')).toBe(0)
  })
})
