import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  client,
  type IdentityServers,
  startIdentityServers,
  wechatToken,
} from '../../../support/identity/identity-servers.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { allProviders, refusal } from './sign-ins.ts'

let servers: IdentityServers
let api: TestApi
let logged = ''
beforeAll(async () => {
  servers = await startIdentityServers()
  const sink = new Writable({
    write(chunk: Buffer, _encoding, next) {
      logged += chunk.toString()
      next()
    },
  })
  api = await startTestApi({
    env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' },
    providerAddresses: servers.addresses,
    log: pino({ level: 'trace' }, sink),
  })
  for (const [key, value] of Object.entries({
    ...allProviders,
    WeChatServerAddress: servers.url,
    WeChatAuthEnabled: 'true',
  }))
    await api.root.call('PUT', '/api/option/', { key, value })
})
afterAll(async () => {
  await api?.close()
  await servers?.close()
})
beforeEach(() => api.clock.advance(21 * 60_000))

const come = async (code: string) => {
  const begun = await api.anonymous.request<string>('GET', '/api/oauth/state')
  const cookie = String([begun.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  return api.anonymous.request('GET', `/api/oauth/github?code=${code}&state=${begun.body.data}`, undefined, {
    cookie,
  })
}

describe('a provider that does not answer as it should', () => {
  it.each([
    ['breaks', 500, 'secret-of-the-provider', 503, 'oauth_unreachable'],
    ['answers no JSON', 200, '<html>secret-of-the-provider', 502, 'oauth_answer_invalid'],
    ['answers nothing', 200, '', 502, 'oauth_answer_invalid'],
    ['answers a list', 200, '["secret-of-the-provider"]', 502, 'oauth_answer_invalid'],
    ['answers no text as its token', 200, '{"access_token":7}', 502, 'oauth_answer_invalid'],
    ['answers more than fits', 200, `"${'x'.repeat(300_000)}"`, 503, 'oauth_unreachable'],
    ['refuses', 400, '{"error":"secret-of-the-provider"}', 403, 'oauth_refused'],
    ['sends the secret elsewhere', 302, '', 502, 'oauth_answer_invalid'],
  ])('and %s is no sign-in', async (_, status, body, answered, code) => {
    servers.next(status, body)
    const answer = await come(servers.agree({ id: 5 }))
    expect(refusal(answer)).toEqual([answered, code])
    expect(answer.text).not.toMatch(/secret|127\.0\.0\.1/)
  })

  it.each([
    ['no id', {}],
    ['a name for an id', { id: 'ada' }],
    ['zero', { id: 0 }],
    ['a fraction', { id: 1.5 }],
    ['more than a number holds', { id: 1e300 }],
  ])('and gives %s makes no account', async (_, person) => {
    expect(refusal(await come(servers.agree(person)))).toEqual([502, 'oauth_answer_invalid'])
  })

  it('knows another secret: the administrator is told, in both languages', async () => {
    await api.root.call('PUT', '/api/option/', { key: 'GitHubClientSecret', value: 'mistyped' })
    await api.root.call('PUT', '/api/option/', { key: 'GitHubOAuthEnabled', value: 'true' })
    const answer = await come(servers.agree({ id: 5 }))
    expect(refusal(answer)).toEqual([502, 'oauth_answer_invalid'])
    await api.root.call('PUT', '/api/option/', { key: 'GitHubClientSecret', value: client.secret })
    await api.root.call('PUT', '/api/option/', { key: 'GitHubOAuthEnabled', value: 'true' })
  })

  it('cannot be reached: said so, without its address', async () => {
    const { port } = new URL(servers.url)
    await api.root.call('PUT', '/api/option/', { key: 'WeChatServerAddress', value: 'http://127.0.0.1:9' })
    await api.root.call('PUT', '/api/option/', { key: 'WeChatServerToken', value: wechatToken })
    await api.root.call('PUT', '/api/option/', { key: 'WeChatAuthEnabled', value: 'true' })
    const answer = await api.anonymous.request('GET', '/api/oauth/wechat?code=123456')
    expect(refusal(answer)).toEqual([503, 'oauth_unreachable'])
    expect(answer.text).not.toContain(port)
  })
})

it('secrets, codes, tokens and states are in no log and in no answer', async () => {
  const good = servers.agree({ id: 6, login: 'ada' })
  const begun = await api.anonymous.request<string>('GET', '/api/oauth/state')
  const cookie = String([begun.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  const path = `/api/oauth/github?code=${good}&state=${begun.body.data}`
  const answer = await api.anonymous.request('GET', path, undefined, { cookie })
  expect(answer.status).toBe(200)
  await api.anonymous.request('GET', path, undefined, { cookie })
  await api.anonymous.request('GET', '/api/oauth/wechat?code=918273')
  expect(logged).toContain('oauth_state_invalid')
  for (const secret of [
    good,
    begun.body.data,
    cookie.split('=')[1] ?? '',
    client.secret,
    wechatToken,
    '918273',
    'bearer-',
    'secret-of-the-provider',
  ])
    expect([secret, logged.includes(secret), answer.text.includes(secret)]).toEqual([secret, false, false])
})
