import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newChannel } from './new-channel.ts'

interface Page {
  readonly items: { id: number; name: string; tag: string }[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

let api: TestApi
const ids: number[] = []

/** Creates 25 channels with priorities cycling from 0 to 4. The first three have tag t, the next two tag u. */
beforeAll(async () => {
  api = await startTestApi()
  for (let i = 0; i < 25; i += 1) {
    const { id } = await newChannel(api, {
      name: `channel ${i} 办公室`,
      priority: i % 5,
      tag: i < 3 ? 't' : i < 5 ? 'u' : '',
      group: i % 2 === 0 ? 'default' : 'default,vip',
      models: i === 7 ? 'gpt-4o,odd_one' : 'gpt-4o',
    })
    ids.push(id)
  }
})
afterAll(() => api.close())

const list = (query: string, path = '/api/channel/') => api.root.call<Page>('GET', `${path}?${query}`)
const idsOf = (page: Page) => page.items.map((each) => each.id)

describe('GET /api/channel/', () => {
  it('200 pages: ten at first, all exactly once, the total on each', async () => {
    const pages = await Promise.all(['p=1', 'p=2', 'p=3'].map((query) => list(query)))
    expect(pages.map((page) => [page.items.length, page.page, page.page_size, page.total])).toEqual([
      [10, 1, 10, 25],
      [10, 2, 10, 25],
      [5, 3, 10, 25],
    ])
    expect(new Set(pages.flatMap(idsOf))).toEqual(new Set(ids))
  })

  it('200 page 0 is page 1, and size is page_size', async () => {
    expect(await list('p=0&page_size=20')).toEqual(await list('p=1&size=20'))
    expect((await list('page_size=20')).items).toHaveLength(20)
  })

  it('200 never gives more than 100, and an empty list beyond the end', async () => {
    expect(await list('page_size=1000')).toMatchObject({ page_size: 100, total: 25 })
    expect(await list('p=99')).toMatchObject({ items: [], total: 25 })
  })

  it('200 sorts by priority, or by id when asked', async () => {
    const byPriority = idsOf(await list('page_size=100'))
    const priority = (id: number) => ids.indexOf(id) % 5
    expect(byPriority).toEqual([...ids].sort((a, b) => priority(b) - priority(a) || b - a))
    expect(idsOf(await list('page_size=100&id_sort=true'))).toEqual([...ids].reverse())
    expect(idsOf(await list('page_size=100&id_sort=false'))).toEqual(byPriority)
  })

  it('200 in tag mode counts tags and untagged channels, and loses none', async () => {
    const page = await list('tag_mode=true&page_size=100')
    expect(page.total).toBe(22)
    expect(new Set(idsOf(page))).toEqual(new Set(ids))
    const tags = page.items.map((each) => each.tag).filter(Boolean)
    expect(tags.join('')).toMatch(/^(tttuu|uuttt)$/)
    const small = await Promise.all([1, 2, 3].map((p) => list(`tag_mode=true&p=${p}`)))
    expect(small.map((each) => each.total)).toEqual([22, 22, 22])
    expect(new Set(small.flatMap(idsOf))).toEqual(new Set(ids))
  })

  it('200 filters by type and status', async () => {
    expect((await list('type=1')).total).toBe(25)
    expect((await list('type=43')).total).toBe(0)
    expect((await list('status=2')).total).toBe(0)
  })

  it('200 with and without the last slash', async () => {
    expect(await list('p=1', '/api/channel')).toEqual(await list('p=1'))
  })

  it('400 refuses nonsense, 403 users', async () => {
    for (const query of ['p=-1', 'p=x', 'page_size=-5', 'page_size=1e99', 'id_sort=maybe'])
      expect((await api.root.request('GET', `/api/channel/?${query}`)).status).toBe(400)
    const user = await api.createUser('u-list')
    expect((await user.request('GET', '/api/channel/')).status).toBe(403)
  })
})

describe('GET /api/channel/search', () => {
  const search = (query: string) => list(query, '/api/channel/search')

  it('200 finds by part of the name, by id, by group and by model, alone and together', async () => {
    expect(idsOf(await search(`keyword=${encodeURIComponent('CHANNEL 7 办')}`))).toEqual([ids[7]])
    expect(idsOf(await search(`keyword=${ids[9]}`))).toContain(ids[9])
    expect((await search('group=vip')).total).toBe(12)
    expect(idsOf(await search('model=odd'))).toEqual([ids[7]])
    expect((await search('keyword=channel&group=vip&model=odd')).total).toBe(1)
    expect((await search('keyword=channel&group=vip&model=absent')).total).toBe(0)
    expect((await search('group=vi')).total).toBe(0)
  })

  it('200 sorts and groups what it found', async () => {
    expect(idsOf(await search('group=vip&id_sort=true&page_size=100'))).toEqual(
      ids.filter((_, index) => index % 2 === 1).reverse(),
    )
    expect((await search('tag_mode=true&group=vip')).total).toBe(12)
    expect((await search('tag_mode=true&group=default')).total).toBe(22)
  })

  it('200 takes % and _ as they are', async () => {
    for (const keyword of ['%', '_', '%25', '%%%', 'channel_7', '\\'])
      expect((await search(`keyword=${encodeURIComponent(keyword)}`)).total).toBe(0)
    expect((await search('model=odd%5Fone')).total).toBe(1)
    expect((await search('model=odd%25')).total).toBe(0)
  })

  it('200 does not tell by a key', async () => {
    expect((await search('keyword=sk-upstream-0001')).total).toBe(0)
  })

  it('400 refuses long keywords', async () => {
    for (const length of [101, 200, 10_000])
      expect(
        (await api.root.request('GET', `/api/channel/search?keyword=${'%25'.repeat(length)}`)).status,
      ).toBe(400)
  })
})

describe('GET /api/channel/{id}', () => {
  it('200 shows one, 404 when there is none, 400 for no number', async () => {
    expect(await api.root.call('GET', `/api/channel/${ids[0]}`)).toMatchObject({
      id: ids[0],
      name: 'channel 0 办公室',
    })
    expect((await api.root.request('GET', '/api/channel/999999')).status).toBe(404)
    expect((await api.root.request('GET', '/api/channel/abc')).status).toBe(400)
    expect((await api.root.request('GET', '/api/channel/0')).status).toBe(400)
  })
})
