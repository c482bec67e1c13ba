import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer, type TokenPage } from './new-token.ts'

let api: TestApi
let user: Caller
const tokens: TokenAnswer[] = []
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
  await newToken(api.root, { name: 'of root' })
  for (let i = 0; i < 25; i += 1)
    tokens.push(await newToken(user, { name: i === 3 ? '100%_done' : `token ${i}` }))
})
afterAll(() => api.close())

const list = (query = '') => user.call<TokenPage>('GET', `/api/token/${query}`)
const search = (query: string) => user.call<TokenPage>('GET', `/api/token/search?${query}`)
const idsOf = (page: TokenPage) => page.items.map((each) => each.id)
const newestFirst = () => tokens.map((each) => each.id).reverse()

describe('GET /api/token/', () => {
  it('200 gives own tokens only, newest first, with their keys, in pages', async () => {
    const pages = [await list(), await list('?p=2'), await list('?p=3')]
    expect(pages.map((page) => [page.items.length, page.page, page.page_size, page.total])).toEqual([
      [10, 1, 10, 25],
      [10, 2, 10, 25],
      [5, 3, 10, 25],
    ])
    expect(pages.flatMap(idsOf)).toEqual(newestFirst())
    expect(pages[2]?.items.at(-1)).toEqual(tokens[0])
  })

  it('200 finds all enabled tokens with keys the way the chat links ask', async () => {
    const page = await list('?p=0&size=100')
    expect(page).toMatchObject({ page: 1, page_size: 100, total: 25 })
    expect(page.items.every((each) => each.status === 1 && /^[0-9A-Za-z]{48}$/.test(each.key))).toBe(true)
  })

  it.each([10, 20, 50, 100])('200 with %i to the page', async (size) => {
    expect((await list(`?size=${size}`)).items).toHaveLength(Math.min(size, 25))
  })

  it('200 with and without the last slash', async () => {
    expect(await user.call('GET', '/api/token')).toEqual(await list())
  })
})

describe('GET /api/token/search', () => {
  it('200 finds by part of the name', async () => {
    expect(idsOf(await search('keyword=TOKEN%201'))).toEqual(
      [19, 18, 17, 16, 15, 14, 13, 12, 11, 10].map((i) => tokens[i]?.id),
    )
    expect((await search('keyword=TOKEN%201')).total).toBe(11)
  })

  it('200 finds by part of the key, with and without sk-', async () => {
    const { id, key } = tokens[5] as TokenAnswer
    for (const text of [key, `sk-${key}`, key.slice(10, 30), `sk-${key.slice(0, 20)}`])
      expect(idsOf(await search(`token=${text}`))).toEqual([id])
    expect((await search(`token=${key}&keyword=nothing`)).total).toBe(0)
  })

  it('200 takes % and _ as they are', async () => {
    expect(idsOf(await search('keyword=%25_'))).toEqual([tokens[3]?.id])
    expect((await search('keyword=_')).total).toBe(1)
    expect((await search('keyword=%25%25')).total).toBe(0)
    expect((await search('token=%25')).total).toBe(0)
    expect((await search('token=_')).total).toBe(0)
  })

  it('200 without anything lists all, in pages', async () => {
    expect(idsOf(await search('page_size=100'))).toEqual(newestFirst())
    expect(await search('p=3')).toMatchObject({ page: 3, total: 25 })
  })

  it('400 refuses long texts', async () => {
    expect((await user.request('GET', `/api/token/search?keyword=${'_'.repeat(200)}`)).status).toBe(400)
    expect((await user.request('GET', `/api/token/search?token=${'_'.repeat(10_000)}`)).status).toBe(400)
  })
})
