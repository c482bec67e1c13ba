import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenPage } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
})
afterAll(() => api.close())

describe('DELETE /api/token/{id}', () => {
  it.each(['', '/'])('200 with the ending %j; the key is refused at once', async (slash) => {
    const { id, key } = await newToken(user)
    const models = () =>
      api.anonymous.request('GET', '/v1/models', undefined, { authorization: `Bearer sk-${key}` })
    expect((await models()).status).toBe(200)
    expect((await user.request('DELETE', `/api/token/${id}${slash}`)).body).toEqual({
      success: true,
      message: '',
    })
    expect((await models()).status).toBe(401)
    expect((await user.request('GET', `/api/token/${id}`)).body.code).toBe('token_not_found')
    expect((await user.request('DELETE', `/api/token/${id}`)).status).toBe(404)
  })
})

describe('POST /api/token/batch', () => {
  it('200 deletes own ones and counts them', async () => {
    const [a, b] = [await newToken(user), await newToken(user)]
    const foreign = await newToken(api.root)
    expect(await user.call('POST', '/api/token/batch', { ids: [a.id, b.id, foreign.id, 999_999] })).toBe(2)
    expect((await user.call<TokenPage>('GET', '/api/token/')).total).toBe(0)
    expect((await api.root.call<TokenPage>('GET', '/api/token/')).total).toBe(1)
  })

  it.each([[{}], [{ ids: [] }]])('400 refuses %j', async (body) => {
    expect((await user.request('POST', '/api/token/batch', body)).body.code).toBe('selection_required')
  })
})
