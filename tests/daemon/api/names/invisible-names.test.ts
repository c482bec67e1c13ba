import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('400 names in which nothing is seen are refused for tokens of both kinds, passkeys, terminals, channels, codes, accounts and groups', async () => {
  for (const name of ['\u200b\u200b', '\u3164', '\u2800']) {
    for (const [path, body, code] of [
      ['/api/token/', { name }, 'token_name_required'],
      ['/api/channel/', { name, key: 'k', type: 1, models: 'gpt-4o' }, 'channel_name_and_key_required'],
      ['/api/redemption/', { name, quota: 1000, count: 1 }, 'redemption_name_length'],
      ['/api/user/', { username: name, password: 'correct-horse' }, 'username_length'],
    ] as const) {
      const { status, body: answer } = await api.root.request('POST', path, body)
      expect([path, status, answer.code]).toEqual([path, 400, code])
    }
    for (const [method, path, body] of [
      ['POST', '/api/access_token/', { name, scopes: ['channels:read'] }],
      ['PUT', '/api/passkey/1', { name }],
      ['POST', '/api/access_token/terminal', { name, challenge: 'c'.repeat(43) }],
    ] as const) {
      const { status, body: answer } = await api.root.request(method, path, body)
      expect([path, status, answer.code]).toEqual([path, 400, 'name_not_visible'])
    }
    const { status, body: answer } = await api.root.request('PUT', '/api/option/', {
      key: 'GroupRatio',
      value: JSON.stringify({ default: 1, [name]: 1 }),
    })
    expect([status, answer.code]).toEqual([400, 'option_table_name'])
    const entry = await api.root.request('PUT', '/api/option/entries', {
      entries: [{ key: 'GroupRatio', name, value: '1' }],
    })
    expect([entry.status, entry.body.code]).toEqual([400, 'option_table_name'])
  }
})

it('400 a group that a list separated by commas could never name is refused, and says which', async () => {
  for (const name of ['vip,gold', 'vip\ngold']) {
    const { status, body } = await api.root.request('PUT', '/api/option/', {
      key: 'GroupRatio',
      value: JSON.stringify({ default: 1, [name]: 1 }),
    })
    expect([status, body.code]).toEqual([400, 'option_group_name'])
    expect(body.message).toContain(name)
  }
  const entries = [{ key: 'GroupRatio', name: 'vip gold', value: '1' }]
  expect((await api.root.request('PUT', '/api/option/entries', { entries })).status).toBe(200)
})

it('200 joiners between other characters stay allowed', async () => {
  for (const name of ['👩\u200d💻', 'می\u200cخواهم'])
    expect((await api.root.request('POST', '/api/token/', { name })).status).toBe(200)
})
