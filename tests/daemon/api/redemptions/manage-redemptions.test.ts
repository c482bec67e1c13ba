import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type CodeAnswer, type CodePage, newCode, newCodes } from './new-codes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.services.knex('redemptions').update({ deleted_time: 1 })
})

const list = (query = '') => api.root.call<CodePage>('GET', `/api/redemption/${query}`)
const put = (body: object, query = '') =>
  api.root.request<CodeAnswer>('PUT', `/api/redemption/${query}`, body)
const read = (id: number) => api.root.call<CodeAnswer>('GET', `/api/redemption/${id}`)
const setStatus = (id: number, status: number) =>
  api.services.knex('redemptions').where({ id }).update({ status })

describe('GET /api/redemption/', () => {
  it('200 pages newest first', async () => {
    const keys = await newCodes(api, { count: 25 })
    const pages = [await list(), await list('?p=2'), await list('?p=3')]
    expect(pages.map((page) => [page.items.length, page.page, page.page_size, page.total])).toEqual([
      [10, 1, 10, 25],
      [10, 2, 10, 25],
      [5, 3, 10, 25],
    ])
    expect(pages.flatMap((page) => page.items.map((each) => each.key))).toEqual([...keys].reverse())
    expect(await list('?p=0&page_size=50')).toMatchObject({ page: 1, page_size: 50, total: 25 })
  })
})

describe('GET /api/redemption/search', () => {
  it('200 finds by id and by the beginning of the name, wildcards taken as they are', async () => {
    const spring = await newCode(api, { name: 'Spring 100%_' })
    await newCode(api, { name: 'autumn' })
    const search = (keyword: string) => list(`search?keyword=${encodeURIComponent(keyword)}`)
    expect((await search('spring')).items).toEqual([spring])
    expect((await search(String(spring.id))).items).toContainEqual(spring)
    expect((await search('100')).total).toBe(0)
    for (const wild of ['%', '_', '%%%', 'Spr_ng', '\\']) expect((await search(wild)).total).toBe(0)
    expect((await search('Spring 100%_')).total).toBe(1)
    expect((await search('')).total).toBe(2)
    expect(
      (await api.root.request('GET', `/api/redemption/search?keyword=${'%25'.repeat(200)}`)).status,
    ).toBe(400)
  })
})

describe('GET and DELETE /api/redemption/{id}', () => {
  it('200 shows and deletes, with and without the last slash; 404 afterwards', async () => {
    const [a, b] = [await newCode(api), await newCode(api)]
    expect(await read(a.id)).toEqual(a)
    await api.root.call('DELETE', `/api/redemption/${a.id}/`)
    await api.root.call('DELETE', `/api/redemption/${b.id}`)
    expect((await api.root.request('GET', `/api/redemption/${a.id}`)).body.code).toBe('redemption_not_found')
    expect((await api.root.request('DELETE', `/api/redemption/${a.id}`)).status).toBe(404)
    expect((await list()).total).toBe(0)
  })
})

describe('PUT /api/redemption/', () => {
  it('200 changes name, quota and times; key, kind and uses stay', async () => {
    const code = await newCode(api, { is_gift: true, max_uses: 3 })
    const after = await put({
      id: code.id,
      name: 'new',
      quota: 5,
      valid_from: 10,
      valid_until: 20,
      key: 'x',
      is_gift: false,
      max_uses: 9,
      status: 2,
      used_count: 4,
    })
    expect(after.body.data).toEqual({
      ...code,
      name: 'new',
      quota: 5,
      quota_exact: '5',
      valid_from: 10,
      valid_until: 20,
    })
    expect((await put({ ...after.body.data, valid_from: 0 })).body.data).toMatchObject({
      valid_from: 0,
      valid_until: 20,
    })
  })

  it('400 refuses what creation refuses', async () => {
    const code = await newCode(api, { valid_until: 20 })
    for (const fields of [{ name: '' }, { quota: 0 }, { quota: -1 }, { quota: 1.5 }, { valid_from: 30 }])
      expect((await put({ id: code.id, ...fields })).status).toBe(400)
    expect(await read(code.id)).toEqual(code)
  })

  it('400 refuses used and disabled codes', async () => {
    const code = await newCode(api)
    await setStatus(code.id, 3)
    expect((await put({ id: code.id, name: 'x' })).body.code).toBe('redemption_used_locked')
    await setStatus(code.id, 2)
    expect((await put({ id: code.id, name: 'x' })).body.code).toBe('redemption_disabled_locked')
  })

  it('400 refuses another quota for a gift code that was used, which would falsify the books', async () => {
    const code = await newCode(api, { is_gift: true })
    const user = await api.createUser('u-gift')
    await user.call('POST', '/api/user/topup', { key: code.key })
    expect((await put({ id: code.id, quota: 7 })).body).toMatchObject({
      code: 'redemption_used_locked',
      field: 'quota',
    })
    expect((await put({ id: code.id, name: 'renamed', quota: 1000 })).status).toBe(200)
  })
})

describe('PUT /api/redemption/?status_only=true', () => {
  const only = '?status_only=true'
  it('200 disables and enables and changes nothing else', async () => {
    const code = await newCode(api)
    expect((await put({ id: code.id, status: 2, name: 'x' }, only)).body.data).toEqual({ ...code, status: 2 })
    expect((await put({ id: code.id, status: 1 }, only)).body.data).toEqual(code)
  })

  it('400 refuses to revive a used code or to mark one as used; 404 for none', async () => {
    const code = await newCode(api)
    expect((await put({ id: code.id, status: 3 }, only)).status).toBe(400)
    await setStatus(code.id, 3)
    for (const status of [1, 2])
      expect((await put({ id: code.id, status }, only)).body.code).toBe('redemption_used_locked')
    expect((await put({ id: code.id }, only)).body).toMatchObject({
      code: 'invalid_request',
      field: 'status',
      message: 'invalid request: status is missing',
    })
    expect((await put({ id: 999_999, status: 2 }, only)).status).toBe(404)
  })
})

describe('many at once', () => {
  it('PUT batch-disable: 200 unused ones only, used codes stay used', async () => {
    const [a, b, c] = [await newCode(api), await newCode(api), await newCode(api)]
    await setStatus(c.id, 3)
    expect(await api.root.call('PUT', '/api/redemption/batch-disable', { ids: [a.id, b.id, c.id] })).toBe(2)
    expect((await list()).items.map((each) => each.status)).toEqual([3, 2, 2])
    expect(await api.root.call('PUT', '/api/redemption/batch-disable', { ids: [a.id] })).toBe(0)
  })

  it.each([[{}], [{ ids: [] }]])('PUT batch-disable: 400 refuses %j', async (body) => {
    expect((await api.root.request('PUT', '/api/redemption/batch-disable', body)).body.code).toBe(
      'selection_required',
    )
  })

  it('DELETE delete-disabled: 200 status 2 only', async () => {
    const [a, b, c] = [await newCode(api), await newCode(api), await newCode(api)]
    await setStatus(b.id, 2)
    await setStatus(c.id, 3)
    expect(await api.root.call('DELETE', '/api/redemption/delete-disabled')).toBe(1)
    expect((await list()).items.map((each) => each.id)).toEqual([c.id, a.id])
  })

  it('count-by-name and delete-by-name: 200 the exact name, spaces around it ignored', async () => {
    await newCodes(api, { name: 'spring', count: 3 })
    await newCode(api, { name: 'spring 2' })
    const name = encodeURIComponent(' spring ')
    expect(await api.root.call('GET', `/api/redemption/count-by-name?name=${name}`)).toBe(3)
    expect(await api.root.call('GET', '/api/redemption/count-by-name?name=spr%25')).toBe(0)
    expect(await api.root.call('DELETE', `/api/redemption/delete-by-name?name=${name}`)).toBe(3)
    expect((await list()).items.map((each) => each.name)).toEqual(['spring 2'])
  })

  it.each(['', '?name=', '?name=%20%20'])(
    'count-by-name and delete-by-name: 400 without a name (%j)',
    async (query) => {
      await newCode(api)
      expect((await api.root.request('GET', `/api/redemption/count-by-name${query}`)).body.code).toBe(
        'redemption_name_required',
      )
      expect((await api.root.request('DELETE', `/api/redemption/delete-by-name${query}`)).status).toBe(400)
      expect((await list()).total).toBe(1)
    },
  )
})
