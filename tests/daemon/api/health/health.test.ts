import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ isSetUp: false })
})
afterAll(() => api.close())

describe('health', () => {
  it('200 /healthz and /readyz answer before the site is set up', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await api.anonymous.request('GET', path)
      expect([path, answer.status, answer.text]).toEqual([path, 200, '{"status":"ok"}'])
    }
  })

  it('200 /metrics answers callers on the machine', async () => {
    const answer = await api.anonymous.request('GET', '/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const name of [
      'tollgate_build_info',
      'tollgate_ledger_pending_operations',
      'process_resident_memory_bytes',
    ])
      expect(answer.text).toContain(`\n${name}`)
  })

  it('403 /metrics refuses other machines, whatever forwarding headers say', async () => {
    const answer = await api.app.inject({
      url: '/metrics',
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'metrics_forbidden'])
  })

  it('asks everybody for the token where one is configured', async () => {
    const own = await startTestApi({ isSetUp: false, env: { TOLLGATE_METRICS_TOKEN: 'scrape-me' } })
    try {
      const ask = (authorization: string) => own.app.inject({ url: '/metrics', headers: { authorization } })
      expect((await own.app.inject('/metrics')).statusCode).toBe(403)
      expect((await ask('Bearer wrong')).statusCode).toBe(403)
      expect((await ask('Bearer scrape-me')).statusCode).toBe(200)
    } finally {
      await own.close()
    }
  })
})
