import { connect } from 'node:net'
import pg from 'pg'
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

  it('reliability 7: 503 /readyz while the store is read-only although it answers, 200 once it takes writes', async () => {
    const own = await startTestApi({ isSetUp: false })
    try {
      const { knex, engine, config } = own.services
      const readyz = async () => (await own.anonymous.request('GET', '/readyz')).status
      const setReadOnly = async (isReadOnly: boolean) => {
        if (engine === 'sqlite')
          return void (await knex.raw(`PRAGMA query_only = ${isReadOnly ? 'ON' : 'OFF'}`))
        // This applies to new sessions only, so the open ones are terminated.
        const client = new pg.Client({
          connectionString: config.databaseUrl,
          options: '-c default_transaction_read_only=off',
        })
        await client.connect()
        await client.query(
          `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}', current_database()); END $$`,
        )
        await client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        )
        await client.end()
      }
      await setReadOnly(true)
      // A commit within the last second still counts.
      await expect.poll(readyz).toBe(503)
      expect((await own.anonymous.request('GET', '/healthz')).status).toBe(200)
      await setReadOnly(false)
      await expect.poll(readyz).toBe(200)
    } finally {
      await own.close()
    }
  })

  it('200 /metrics answers callers on the machine', async () => {
    const answer = await api.anonymous.request('GET', '/metrics')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const name of [
      'tollgate_build_info',
      'tollgate_ledger_pending_operations',
      'tollgate_open_holds_in_memory',
      'tollgate_requests_held_in_memory',
      'tollgate_requests_held_by_row',
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

  it.each([
    ['x-forwarded-for', { 'x-forwarded-for': '203.0.113.9' }],
    ['x-forwarded-proto alone', { 'x-forwarded-proto': 'https' }],
    ['via', { via: '1.1 proxy' }],
    ['forwarded', { forwarded: 'for=203.0.113.9' }],
    ['cf-connecting-ip', { 'cf-connecting-ip': '203.0.113.9' }],
    ['the name of the site', { host: 'gateway.example' }],
  ])('M6: 403 /metrics refuses a proxy on this machine (%s)', async (_, headers) => {
    const answer = await api.app.inject({ url: '/metrics', headers })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'metrics_forbidden'])
  })

  it('M6: 403 /metrics refuses HTTP/1.0, which proxies speak that leave no other trace', async () => {
    const { hostname, port } = new URL(api.url)
    const ask = (version: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            `GET /metrics HTTP/${version}\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`,
          ),
        )
        socket.on('data', (data) => {
          answer += data.toString()
        })
        socket.on('close', () => resolve(answer.slice(9, 12))).on('error', reject)
      })
    expect([await ask('1.0'), await ask('1.1')]).toEqual(['403', '200'])
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
