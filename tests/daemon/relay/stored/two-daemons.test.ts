import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../support/services/postgres.ts'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let upstream: Simulator
let first: TestApi
let second: TestApi
let env: Record<string, string>
let key: string

beforeAll(async () => {
  upstream = await startSimulator({ hasAccounts: true })
  env = {
    TOLLGATE_DATABASE_URL: await createDatabase('responses_pair'),
    TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
    TOLLGATE_REDIS_URL: '',
  }
  first = await startTestApi({ env })
  const channel = { name: 'c', base_url: upstream.url, group: 'default' }
  await first.root.call('POST', '/api/channel/', {
    ...channel,
    type: 14,
    key: 'k',
    models: 'claude-opus-4-5',
  })
  await first.root.call('POST', '/api/channel/', { ...channel, type: 1, key: 'a\nb\nc', models: 'gpt-5' })
  const token = await first.root.call<{ key: string }>('POST', '/api/token/', {
    name: 't',
    unlimited_quota: true,
  })
  key = `sk-${token.key}`
  second = await startTestApi({ env, isSetUp: false })
})
afterAll(async () => {
  await first.close()
  await second.close()
  await upstream.close()
})

const call = async (at: TestApi, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const headers = { authorization: `Bearer ${key}` }
  const given = payload === undefined ? {} : { payload }
  const answer = await at.app.inject({ method, url: `/v1/responses${path}`, headers, ...given })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

describe('findings relay 6 and 7: two daemons on one store', () => {
  it.each(['claude-opus-4-5', 'gpt-5'])(
    'either continues, shows and deletes what the other got from %s',
    async (model) => {
      const made = await call(first, 'POST', '', { model, input: 'remember the tree' })
      const id = String(made.body.id)
      expect((await call(second, 'GET', `/${id}`)).body).toMatchObject({ id })
      for (const at of [second, first, second]) {
        const more = await call(at, 'POST', '', { model, input: 'go on', previous_response_id: id })
        expect(more.status, JSON.stringify(more.body)).toBe(200)
      }
      expect((await call(second, 'DELETE', `/${id}`)).status).toBe(model === 'gpt-5' ? 404 : 200)
    },
  )

  it('what one has deleted the other does not know, though it had it in memory', async () => {
    const made = await call(first, 'POST', '', { model: 'claude-opus-4-5', input: 'remember' })
    const id = String(made.body.id)
    expect((await call(second, 'DELETE', `/${id}`)).status).toBe(200)
    await first.services.changes.poll()
    expect((await call(first, 'GET', `/${id}`)).status).toBe(404)
  })

  it('a daemon that is gone takes nothing with it', async () => {
    const made = await call(second, 'POST', '', { model: 'claude-opus-4-5', input: 'remember the tree' })
    await second.close()
    second = await startTestApi({ env, isSetUp: false })
    const previous = { previous_response_id: String(made.body.id) }
    const more = await call(second, 'POST', '', { model: 'claude-opus-4-5', input: 'go on', ...previous })
    expect(more.status).toBe(200)
    expect(JSON.stringify(upstream.requests.at(-1)?.json)).toContain('remember the tree')
  })
})
