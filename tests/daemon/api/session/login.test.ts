import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('POST /api/user/login', () => {
  it('200 answers the account and begins a session', async () => {
    const login = await api.anonymous.request('POST', '/api/user/login?turnstile=', {
      username: 'root',
      password: testPassword,
    })
    expect(login.status).toBe(200)
    expect(login.body).toMatchObject({ success: true, message: '' })
    expect(login.body.data).toEqual({
      id: api.root.id,
      username: 'root',
      display_name: 'Root User',
      role: 100,
      status: 1,
      group: 'default',
    })
    const cookie = String(login.headers['set-cookie'])
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const self = await api.anonymous.request('GET', '/api/user/self', undefined, {
      cookie: cookie.split(';')[0] ?? '',
      'tollgate-user': String(api.root.id),
    })
    expect(self.body.data.id).toBe(api.root.id)
  })
})
