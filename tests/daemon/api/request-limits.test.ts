import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultBudgets } from '../../../src/daemon/http/request-limits.ts'
import { startTestApi, type TestApi } from '../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  // Counts are exact without Redis. With a slow Redis, limits fall back to local windows, which allow a few more.
  api = await startTestApi({ env: { TOLLGATE_REDIS_URL: '' } })
})
afterAll(() => api.close())

/** Sends a request from an address that no other test of this file uses. */
const from = (remoteAddress: string, url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url, remoteAddress, headers })

describe('asking too often', () => {
  it('429 stops an address that is not signed in, and nobody else', async () => {
    const address = '198.51.100.1'
    for (let asked = 0; asked < defaultBudgets.address.count; asked += 1)
      expect((await from(address, '/api/notice')).statusCode).toBe(200)
    const refused = await from(address, '/api/notice')
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    // Spoofed headers do not help. Other addresses and signed-in users are not affected.
    expect(
      (await from(address, '/api/notice', { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1' }))
        .statusCode,
    ).toBe(429)
    expect((await from('198.51.100.2', '/api/notice')).statusCode).toBe(200)
    expect((await from(address, '/api/user/self', { ...api.root.headers })).statusCode).toBe(200)
    for (const path of ['/healthz', '/readyz', '/api/status'])
      expect([path, (await from(address, path)).statusCode]).toEqual([path, 200])
  })

  it('429 stops a network of IPv6, however many addresses it asks from', async () => {
    const asks = (network: string, index: number) => from(`${network}::${index.toString(16)}`, '/api/notice')
    for (let asked = 0; asked < defaultBudgets.address.count; asked += 1)
      expect((await asks('2001:db8:0:1', asked)).statusCode).toBe(200)
    expect((await asks('2001:db8:0:1', 0xffff)).statusCode).toBe(429)
    expect((await asks('2001:db8:0:2', 0)).statusCode).toBe(200)
  })

  it('429 stops a network of IPv6 that tries to sign in under many names', async () => {
    const tries = async (index: number) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: '/api/user/reset',
        remoteAddress: `2001:db8:0:3::${index.toString(16)}`,
        payload: { email: `a${index}@example.com`, token: 'wrong' },
      })
      return answer.statusCode
    }
    for (let tried = 0; tried < defaultBudgets.critical.count; tried += 1)
      expect(await tries(tried)).not.toBe(429)
    expect(await tries(0xffff)).toBe(429)
  })

  it('429 stops an address that tries credentials', async () => {
    const address = '198.51.100.3'
    let status = 0
    for (let tried = 0; tried <= defaultBudgets.address.count && status !== 429; tried += 1)
      status = (await from(address, '/api/user/self', { authorization: `Bearer at_${tried}` })).statusCode
    expect(status).toBe(429)
  })
})
