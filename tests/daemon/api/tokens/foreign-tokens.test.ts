import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, type Method, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer, type TokenPage } from './new-token.ts'

let api: TestApi
let owner: Caller
let token: TokenAnswer
const strangers: [string, Caller][] = []
beforeAll(async () => {
  api = await startTestApi()
  owner = await api.createUser('owner')
  token = await newToken(owner, { name: 'private' })
  strangers.push(['a user', await api.createUser('other')])
  strangers.push(['an administrator', await api.createUser('admin', 10)])
  strangers.push(['the super administrator', api.root])
})
afterAll(() => api.close())

const absent = 999_999

describe("somebody else's token", () => {
  const calls: [Method, (id: number) => string, ((id: number) => object) | undefined][] = [
    ['GET', (id) => `/api/token/${id}`, undefined],
    ['DELETE', (id) => `/api/token/${id}`, undefined],
    ['DELETE', (id) => `/api/token/${id}/`, undefined],
    ['PUT', () => '/api/token/', (id) => ({ id, name: 'mine now' })],
    ['PUT', () => '/api/token/', (id) => ({ id, remain_quota: 1 })],
    ['PUT', () => '/api/token/?status_only=true', (id) => ({ id, status: 2 })],
  ]
  it.each(calls)('%s answers the same as for one that does not exist', async (method, path, body) => {
    for (const [, stranger] of strangers) {
      const foreign = await stranger.request(method, path(token.id), body?.(token.id))
      const missing = await stranger.request(method, path(absent), body?.(absent))
      expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    }
    expect(await owner.call('GET', `/api/token/${token.id}`)).toEqual(token)
  })

  it('is in no list and no search of anybody else', async () => {
    for (const [, stranger] of strangers)
      for (const path of [
        '?size=100',
        'search?keyword=private',
        `search?token=${token.key}`,
        `search?token=${token.key.slice(5, 20)}`,
      ]) {
        const page = await stranger.call<TokenPage>('GET', `/api/token/${path}`)
        expect(page.items.map((each) => each.id)).not.toContain(token.id)
      }
  })

  it('survives a batch deletion by others', async () => {
    for (const [, stranger] of strangers)
      expect(await stranger.call('POST', '/api/token/batch', { ids: [token.id] })).toBe(0)
    expect(await owner.call('GET', `/api/token/${token.id}`)).toEqual(token)
  })

  it('shows its key in no answer for others, the log and the audit trail included', async () => {
    for (const path of [
      '/api/log/',
      '/api/audit_event/?page_size=100',
      '/api/user/',
      `/api/user/${owner.id}`,
      '/api/log/search?keyword=',
    ]) {
      const answer = await api.root.request('GET', path)
      expect(answer.text).not.toContain(token.key)
    }
  })
})
