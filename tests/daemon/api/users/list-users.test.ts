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

  it('200 filters by role and by state, alone and together, in the list as in the search', async () => {
    const [banned = 0, gone = 0, both = 0] = ids.slice(20)
    const manage = (id: number, action: string) => api.root.call('POST', '/api/user/manage', { id, action })
    await manage(banned, 'disable')
    await manage(gone, 'delete')
    await manage(both, 'disable')
    await manage(both, 'delete')
    await manage(ids[10] ?? 0, 'promote')
    for (const read of [list, search]) {
      const idsOf = async (query: string) => (await read(query)).items.map(({ id }) => id)
      expect(await idsOf('?role=100')).toEqual([api.root.id])
      expect(await idsOf('?role=10')).toEqual([ids[10]])
      expect(await idsOf('?status=banned')).toEqual([banned])
      expect(await idsOf('?status=deactivated')).toEqual([both, gone])
      expect(await read('?status=enabled')).toMatchObject({ total: 22 })
      expect(await read('?role=1&status=enabled&page_size=5')).toMatchObject({ total: 20, page_size: 5 })
      expect(await idsOf('?role=10&status=banned')).toEqual([])
    }
    expect((await search('?role=1&status=enabled&group=vip')).items).not.toHaveLength(0)
    for (const query of ['?role=2', '?role=root', '?status=off', '?status=1'])
      expect((await api.root.request('GET', `/api/user/${query}`)).status, query).toBe(400)
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

describe('who sees email addresses and linked accounts', () => {
  const identities = {
    email: 'Hidden@Rank.example',
    email_key: 'hidden@rank.example',
    github_id: 'gh-hidden',
    oidc_id: 'oidc-hidden',
    wechat_id: 'wx-hidden',
    telegram_id: 'tg-hidden',
    linux_do_id: 'ld-hidden',
    setting: JSON.stringify({ notify_type: 'email', notification_email: 'more-hidden@rank.example' }),
  }
  const markers = ['hidden@rank', 'gh-hidden', 'oidc-hidden', 'wx-hidden', 'tg-hidden', 'ld-hidden']
  type Shown = Readonly<Record<'email' | 'github_id' | 'username', string>>

  it.each([
    ['root', 100],
    ['another administrator', 10],
  ])(
    'A-USER-30 C1: an administrator sees those of %s neither in the list nor by searching',
    async (_who, role) => {
      const spy = await api.createUser(`spy${role}`, 10)
      const target = role === 100 ? api.root : await api.createUser(`peer${role}`, 10)
      const users = api.services.knex('users')
      await users.clone().where({ id: target.id }).update(identities)
      for (const path of [
        '/api/user/?page_size=100',
        `/api/user/search?keyword=${target.id}&page_size=100`,
      ]) {
        const { text } = await spy.request('GET', path)
        expect(text).toContain(`"id":${target.id},`)
        for (const marker of markers) expect(text.toLowerCase(), path).not.toContain(marker)
      }
      for (const keyword of ['Hidden@Rank.example', 'hidden', 'rank.example', ...markers]) {
        const path = `/api/user/search?keyword=${encodeURIComponent(keyword)}`
        expect((await spy.call<Page>('GET', path)).total, keyword).toBe(0)
      }
      // Root sees them, and so does the user they belong to.
      for (const reader of [api.root, target]) {
        const path = '/api/user/search?keyword=hidden%40rank'
        const [found] = (await reader.call<{ items: Shown[] }>('GET', path)).items
        expect(found).toMatchObject({ email: 'Hidden@Rank.example', github_id: 'gh-hidden' })
      }
      await users
        .clone()
        .where({ id: target.id })
        .update({
          ...Object.fromEntries(Object.keys(identities).map((key) => [key, ''])),
          email_key: null,
        })
    },
  )

  it('C1: an administrator still sees and finds those of users', async () => {
    const reader = await api.createUser('reader', 10)
    await api.services
      .knex('users')
      .where({ id: ids[3] })
      .update({ email: 'Plain@Rank.example', github_id: 'gh-plain' })
    const [found] = (await reader.call<{ items: Shown[] }>('GET', '/api/user/search?keyword=plain%40rank'))
      .items
    expect(found).toMatchObject({ email: 'Plain@Rank.example', github_id: 'gh-plain' })
  })
})
