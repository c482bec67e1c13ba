import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken } from '../tokens/new-token.ts'

let api: TestApi
let id: number
let key: string
let codeId: number
const code = 'a-code-that-is-as-good-as-money'
const short = 'welcome8'

beforeAll(async () => {
  api = await startTestApi()
  ;({ id, key } = await newToken(api.root, { name: 'payer', unlimited_quota: true }))
  for (const each of [code, short])
    await api.root.call('POST', '/api/redemption/', { name: each.slice(0, 5), quota: 500, key: each })
  const { items } = await api.root.call<{ items: { id: number; key: string }[] }>('GET', '/api/redemption/')
  codeId = items.find((each) => each.key === code)?.id ?? 0
})
afterAll(() => api.close())

let count = 0
const withScopes = async (scopes: readonly string[]): Promise<Caller> => {
  count += 1
  const body = { name: `scopes ${count}`, scopes }
  return api.withToken((await api.root.call<{ token: string }>('POST', '/api/access_token/', body)).token)
}
/** Returns the read calls that show keys and codes to users who may see them. */
const reading = () =>
  [
    ['GET', '/api/token/'],
    ['GET', `/api/token/${id}`],
    ['GET', '/api/token/search?keyword=payer'],
    ['GET', '/api/redemption/'],
    ['GET', `/api/redemption/${codeId}`],
    ['GET', '/api/redemption/search?keyword='],
  ] as const
const writing = () =>
  [
    ['PUT', '/api/token/', { id, name: 'payer' }],
    ['PUT', '/api/token/?status_only=true', { id, status: 1 }],
    ['PUT', '/api/redemption/', { id: codeId, name: code.slice(0, 5) }],
  ] as const

it('M8: an access token without keys:show gets API keys and codes masked, whatever else it may do', async () => {
  for (const scopes of [['*:read'], ['tokens:read', 'codes:read'], ['tokens:write', 'codes:write']]) {
    const caller = await withScopes(scopes)
    const calls = scopes.includes('tokens:write') ? [...reading(), ...writing()] : reading()
    for (const [method, path, body] of calls) {
      const answer = await caller.request(method, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      for (const secret of [key.slice(4, 44), code.slice(4), short])
        expect(answer.text, `${method} ${path} ${scopes}`).not.toContain(secret)
    }
  }
})

it('M8: sessions, tokens for everything and those with keys:show get them in clear', async () => {
  for (const caller of [api.root, await withScopes(['*']), await withScopes(['*:read', 'keys:show'])])
    for (const [method, path] of reading())
      expect((await caller.request(method, path)).text, path).toContain(path.includes('token') ? key : code)
})

it('M8: a search finds nobody’s key piece by piece, the whole key is found', async () => {
  const reader = await withScopes(['tokens:read'])
  const found = async (caller: Caller, text: string) =>
    (await caller.call<{ total: number }>('GET', `/api/token/search?token=${text}`)).total
  expect([await found(reader, key.slice(0, 8)), await found(reader, `sk-${key}`)]).toEqual([0, 1])
  expect(await found(api.root, key.slice(0, 8))).toBe(1)
})

it('M8: a key is shown to the token that makes it, and keys:show cannot be handed on without having it', async () => {
  const writer = await withScopes(['tokens:write', 'access-tokens:write'])
  const made = await writer.call<{ id: number; key: string }>('POST', '/api/token/', { name: 'made' })
  expect(made.key).toMatch(/^\w{48}$/)
  const rotated = await writer.call<{ key: string }>('POST', `/api/token/${made.id}/rotate`)
  expect(rotated.key).toMatch(/^\w{48}$/)
  const more = await writer.request('POST', '/api/access_token/', { name: 'more', scopes: ['keys:show'] })
  expect([more.status, more.body.code]).toEqual([403, 'insufficient_scope'])
})
