import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer, type TokenPage } from './new-token.ts'

let api: TestApi
let user: Caller
beforeAll(async () => {
  api = await startTestApi()
  user = await api.createUser('u1')
})
afterAll(() => api.close())

const setOnce = (value: boolean) =>
  api.root.call('PUT', '/api/option/', { key: 'TokenKeysShownOnce', value: String(value) })
const works = async (key: string) =>
  (await api.anonymous.request('GET', '/v1/models', undefined, { authorization: `Bearer sk-${key}` })).status
const answersWith = async ({ id, name }: TokenAnswer) => [
  await user.call<TokenAnswer>('GET', `/api/token/${id}`),
  await user.call<TokenAnswer>('PUT', '/api/token/', { id, name: `${name}.` }),
  ...(await user.call<TokenPage>('GET', '/api/token/?size=100')).items,
  ...(await user.call<TokenPage>('GET', '/api/token/search?keyword=')).items,
]

describe('keys of API tokens that are shown only once', () => {
  it('are in the answer that makes them and in no other, whatever the option says later', async () => {
    const early = await newToken(user, { name: 'early' })
    expect(early.key_masked).toBe(false)
    expect((await user.call<TokenAnswer>('GET', `/api/token/${early.id}`)).key).toBe(early.key)
    await setOnce(true)
    const made = await newToken(user, { name: 'made' })
    expect(made).toMatchObject({ key_masked: false, key: expect.stringMatching(/^[A-Za-z0-9]{48}$/) })
    for (const token of [early, made])
      for (const answer of await answersWith(token)) {
        expect(answer).toMatchObject({ key_masked: true, key: expect.stringContaining('***') })
        expect(JSON.stringify(answer)).not.toContain(token.key)
      }
    expect(await works(made.key)).toBe(200)
    const rotated = await user.call<TokenAnswer>('POST', `/api/token/${made.id}/rotate`)
    expect(rotated.key_masked).toBe(false)
    expect(await works(rotated.key)).toBe(200)
    await setOnce(false)
    expect(await user.call('GET', `/api/token/${early.id}`)).toMatchObject({ key: early.key })
    expect((await user.call<TokenAnswer>('GET', `/api/token/${made.id}`)).key).toContain('***')
  })

  it('are not in the store, in whatever form', async () => {
    await setOnce(true)
    const { id } = await newToken(user)
    const [row] = await api.services.knex('tokens').where({ id })
    expect(api.services.secrets.open(row.key_ciphertext, 'token:key')).toContain('***')
  })

  it('are found by the whole key only', async () => {
    await setOnce(true)
    const { id, key } = await newToken(user)
    const found = async (text: string) =>
      (await user.call<TokenPage>('GET', `/api/token/search?token=${text}`)).items.map((each) => each.id)
    expect(await found(`sk-${key}`)).toEqual([id])
    for (const part of [key.slice(0, 4), key.slice(0, 20), key.slice(5, 30)])
      expect(await found(part)).toEqual([])
  })

  it('are announced in the status of the site, and only the super administrator decides', async () => {
    await setOnce(true)
    expect(await api.anonymous.call('GET', '/api/status')).toMatchObject({ token_keys_shown_once: true })
    const admin = await api.createUser('adam', 10)
    const change = { key: 'TokenKeysShownOnce', value: 'false' }
    expect((await admin.request('PUT', '/api/option/', change)).status).toBe(403)
  })
})
