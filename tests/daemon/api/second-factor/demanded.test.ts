import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../../../support/authenticator.ts'
import { type Answer, type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let admin: Caller
let user: Caller

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('admin', 10)
  user = await api.createUser('user')
  // Root, who demands a second factor, needs one too.
  await setUpAuthenticator(api.root, api.clock)
})
afterAll(() => api.close())
afterEach(() => demand('off'))

const demand = (value: string) => api.root.call('PUT', '/api/option/', { key: 'SecondFactorRequired', value })
const outcome = ({ status, body }: Answer) => [status, body.code]
const closed = [403, 'second_factor_setup_required']

describe('SecondFactorRequired', () => {
  it('leaves an account without a second factor its set-up, itself and the way out', async () => {
    await demand('admins')
    for (const [method, path] of [
      ['GET', '/api/user/'],
      ['GET', '/api/token/'],
      ['GET', '/api/session/'],
      ['GET', '/api/access_token/'],
      ['DELETE', '/api/user/self'],
      ['PUT', '/api/user/self'],
      ['POST', '/api/user/recovery_codes'],
    ] as const)
      expect([path, outcome(await admin.request(method, path, method === 'GET' ? undefined : {}))]).toEqual([
        path,
        closed,
      ])
    expect((await admin.request('GET', '/api/user/self')).status).toBe(200)
    expect(await admin.call('GET', '/api/user/second_factor')).toMatchObject({
      methods: [],
      is_demanded: true,
    })
    expect((await admin.request('GET', '/api/pricing')).status).toBe(200)
    expect((await user.request('GET', '/api/token/')).status).toBe(200)
    await setUpAuthenticator(admin, api.clock)
    expect((await admin.request('GET', '/api/user/')).status).toBe(200)
    expect(outcome(await admin.request('DELETE', '/api/user/totp'))).toEqual([409, 'second_factor_demanded'])
    expect(await admin.call('GET', '/api/user/second_factor')).toMatchObject({
      methods: ['totp', 'recovery_code'],
    })
  })

  it('counts for everybody with `all`, and lets people sign out', async () => {
    await demand('all')
    expect(outcome(await user.request('GET', '/api/token/'))).toEqual(closed)
    expect((await user.request('GET', '/api/user/logout')).status).toBe(200)
  })

  it('leaves access tokens alone', async () => {
    const other = await api.createUser('scripted')
    const { token } = await other.call<{ token: string }>('POST', '/api/access_token/', {
      name: 'script',
      scopes: ['*'],
    })
    await demand('all')
    expect(outcome(await other.request('GET', '/api/token/'))).toEqual(closed)
    expect((await api.withToken(token).request('GET', '/api/token/')).status).toBe(200)
  })

  it('C1: 403 is changed by nobody but the super administrator', async () => {
    const change = { key: 'SecondFactorRequired', value: 'off' }
    expect(outcome(await admin.request('PUT', '/api/option/', change))).toEqual([403, 'option_role'])
  })
})
