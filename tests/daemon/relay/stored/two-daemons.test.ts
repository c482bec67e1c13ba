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

type Method = 'GET' | 'POST' | 'DELETE'

const call = (at: TestApi, method: Method, path: string, payload?: object) =>
  callAny(at, method, `/v1/responses${path}`, payload)

const callAny = async (at: TestApi, method: Method, url: string, payload?: object) => {
  const headers = { authorization: `Bearer ${key}` }
  const given = payload === undefined ? {} : { payload }
  const answer = await at.app.inject({ method, url, headers, ...given })
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

  it('a conversation takes items by ids that PostgreSQL has no character or no room for', async () => {
    const nul = 'nul \0 inside'
    const long = randomBytes(3_000).toString('base64url')
    const items = [nul, long].map((id) => ({ type: 'message', role: 'user', content: 'remember', id }))
    const made = await callAny(first, 'POST', '/v1/conversations', { items })
    expect(made.status).toBe(200)
    const path = `/v1/conversations/${String(made.body.id)}/items`
    const restAfter = async (id: string) => {
      const { body } = await callAny(second, 'GET', `${path}?order=asc&after=${encodeURIComponent(id)}`)
      return (body.data as { id: string }[]).map((each) => each.id === long)
    }
    expect([await restAfter(nul), await restAfter(long)]).toEqual([[true], []])
    const item = `${path}/${encodeURIComponent(nul)}`
    expect((await callAny(second, 'GET', item)).body).toMatchObject({ id: nul })
    expect((await callAny(first, 'DELETE', item)).status).toBe(200)
    expect((await callAny(first, 'GET', item)).status).toBe(404)
    expect((await callAny(first, 'GET', '/v1/conversations/conv_%00')).status).toBe(404)
    const unknown = { model: 'gpt-5', input: 'go on', conversation: 'conv_\0' }
    expect((await callAny(first, 'POST', '/v1/responses', unknown)).status).toBeLessThan(500)
  })

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

  it('either goes on at once with a conversation that the other has just added to', async () => {
    const conversation = (await callAny(first, 'POST', '/v1/conversations', {})).body.id
    const turns = ['one', 'two', 'three', 'four']
    for (const [index, input] of turns.entries())
      for (const model of ['claude-opus-4-5', 'gpt-5']) {
        const answer = await call(index % 2 ? first : second, 'POST', '', { model, input, conversation })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        const sent = JSON.stringify(upstream.requests.at(-1)?.json)
        for (const earlier of turns.slice(0, index + 1)) expect(sent).toContain(`"${earlier}"`)
      }
    const { body } = await callAny(first, 'GET', `/v1/conversations/${conversation}/items?limit=100`)
    expect(body.data).toHaveLength(16)
    expect((await callAny(second, 'DELETE', `/v1/conversations/${conversation}`)).status).toBe(200)
    expect((await callAny(first, 'GET', `/v1/conversations/${conversation}`)).status).toBe(404)
  })

  it('loses nothing when both add to a conversation at once', async () => {
    const conversation = (await callAny(first, 'POST', '/v1/conversations', {})).body.id
    const inputs = Array.from({ length: 12 }, (_, index) => `question ${index}`)
    await Promise.all(
      inputs.map((input, index) =>
        call(index % 2 ? first : second, 'POST', '', { model: 'claude-opus-4-5', input, conversation }),
      ),
    )
    const { body } = await callAny(first, 'GET', `/v1/conversations/${conversation}/items?limit=100`)
    const kept = JSON.stringify(body.data)
    for (const input of inputs) expect(kept).toContain(`"${input}"`)
    expect(body.data).toHaveLength(24)
  })
})
