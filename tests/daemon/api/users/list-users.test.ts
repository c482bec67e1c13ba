import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

interface Page {
  items: { id: number; username: string }[]
  page: number
  page_size: number
  total: number
}

let api: TestApi
let ids: number[]
beforeAll(async () => {
  api = await startTestApi()
  ids = []
  for (let index = 0; index < 24; index += 1) {
    const name = `user${String(index).padStart(2, '0')}`
    const made = await api.root.call<{ id: number }>('POST', '/api/user/', {
      username: name,
      password: testPassword,
    })
    ids.push(made.id)
  }
})
afterAll(() => api.close())

const list = (query: string) => api.root.call<Page>('GET', `/api/user/${query}`)
const search = (query: string) => api.root.call<Page>('GET', `/api/user/search${query}`)

describe('GET /api/user/', () => {
  it('200 gives 25 accounts as pages of 10, 10 and 5, newest first', async () => {
    const pages = [await list('?p=1'), await list('?p=2&page_size=10'), await list('?p=3')]
    expect(pages.map(({ items, page, page_size, total }) => [items.length, page, page_size, total])).toEqual([
      [10, 1, 10, 25],
      [10, 2, 10, 25],
      [5, 3, 10, 25],
    ])
    const all = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(all).toEqual([...ids, api.root.id].sort((a, b) => b - a))
  })

  it('200 takes page 0 as the first, size as page_size, and never more than 100', async () => {
    expect((await list('?p=0')).items).toEqual((await list('')).items)
    expect((await list('?size=5')).items).toHaveLength(5)
    expect(await list('?page_size=0')).toMatchObject({ page_size: 10 })
    expect(await list('?page_size=100000')).toMatchObject({ page_size: 100 })
    expect((await list('?p=99')).items).toEqual([])
  })

  it('200 answers with and without the last slash', async () => {
    for (const path of ['/api/user', '/api/user/', '/api/user/self', '/api/user/self/'])
      expect((await api.root.request('GET', path)).status, path).toBe(200)
  })

  it('400 refuses a page that is no number', async () => {
    for (const query of ['?p=x', '?p=-1', '?p=1.5'])
      expect((await api.root.request('GET', `/api/user/${query}`)).status, query).toBe(400)
  })
})

describe('GET /api/user/search', () => {
  beforeAll(async () => {
    const [first, second, third] = ids as [number, number, number]
    await api.services
      .knex('users')
      .where({ id: first })
      .update({ display_name: 'Needle 针', group_name: 'vip' })
    await api.services.knex('users').where({ id: second }).update({ email: 'needle@x.example' })
    await api.services
      .knex('users')
      .where({ id: third })
      .update({ display_name: '100%_off', group_name: 'vip' })
  })

  it('200 finds by number, name, shown name and e-mail address, in any case', async () => {
    const found = async (keyword: string) =>
      (await search(`?keyword=${encodeURIComponent(keyword)}`)).items.map(({ id }) => id)
    expect(await found(String(ids[5]))).toContain(ids[5])
    expect(await found('USER07')).toEqual([ids[7]])
    expect(await found('needle')).toEqual([ids[1], ids[0]])
    expect(await found('针')).toEqual([ids[0]])
    expect(await found('nothing like it')).toEqual([])
  })

  it('200 takes % and _ literally', async () => {
    expect((await search('?keyword=%25')).items.map(({ id }) => id)).toEqual([ids[2]])
    expect((await search(`?keyword=${encodeURIComponent('_off')}`)).total).toBe(1)
  })

  it('200 filters by group, alone and with a keyword', async () => {
    expect((await search('?group=vip')).total).toBe(2)
    expect((await search('?group=vip&keyword=needle')).items.map(({ id }) => id)).toEqual([ids[0]])
    expect((await search('?group=vi')).total).toBe(0)
  })
})

describe('GET /api/user/{id}', () => {
  it('200 and 404', async () => {
    expect(await api.root.call('GET', `/api/user/${ids[0]}`)).toMatchObject({
      id: ids[0],
      username: 'user00',
    })
    const missing = await api.root.request('GET', '/api/user/999999')
    expect([missing.status, missing.body.code, missing.body.success]).toEqual([404, 'user_not_found', false])
    for (const id of ['0', '-1', 'x', '99999999999999999999'])
      expect((await api.root.request('GET', `/api/user/${id}`)).status, id).toBe(400)
  })
})
