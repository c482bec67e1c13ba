import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.ts'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

/** An external host's responses by path. */
const files = new Map<string, string>()
let host: Server
let address: string
let sink: SmtpSink
let api: TestApi
let user: Caller
beforeAll(async () => {
  host = createServer((request, response) => {
    const body = files.get(request.url ?? '')
    response.writeHead(body === undefined ? 500 : 200).end(body)
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  sink = await startSmtpSink()
  api = await startTestApi({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  user = await api.createUser('user', 1)
})
afterAll(async () => {
  await api?.close()
  await sink?.close()
  host?.close()
})
const setOption = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })

describe('POST /api/option/discover_oidc', () => {
  const discover = (wellKnown: string, caller = api.root) =>
    caller.request('POST', '/api/option/discover_oidc', { well_known: wellKnown })

  it('200 reads the three endpoints and stores nothing', async () => {
    files.set(
      '/.well-known/openid-configuration',
      JSON.stringify({
        issuer: 'https://id.example',
        authorization_endpoint: 'https://id.example/authorize',
        token_endpoint: 'https://id.example/token',
        userinfo_endpoint: 'https://id.example/me',
      }),
    )
    const before = await api.root.call('GET', '/api/option/')
    expect((await discover(`${address}/.well-known/openid-configuration`)).body.data).toEqual({
      authorization_endpoint: 'https://id.example/authorize',
      token_endpoint: 'https://id.example/token',
      user_info_endpoint: 'https://id.example/me',
    })
    expect(await api.root.call('GET', '/api/option/')).toEqual(before)
  })

  it('400 asks no address of another kind', async () => {
    for (const text of ['ftp://id.example', 'javascript:alert(1)', 'http://169.254.169.254/', 'id.example'])
      expect([text, (await discover(text)).body.code]).toEqual([text, 'option_address'])
  })

  it('502 says why nothing was found', async () => {
    const failure = async (url: string) => {
      const { status, body } = await discover(url)
      expect([status, body.code]).toEqual([502, 'oidc_discovery_failed'])
      return body.message
    }
    files.set('/text', 'hello')
    files.set('/list', '[]')
    files.set('/partly', '{"authorization_endpoint": "https://id.example/a"}')
    files.set('/evil', '{"authorization_endpoint": "javascript:alert(1)"}')
    expect(await failure(`${address}/text`)).toBe('failed to get OIDC config: it answers no JSON')
    expect(await failure(`${address}/list`)).toContain('no JSON object')
    expect(await failure(`${address}/partly`)).toContain('it names no token_endpoint')
    expect(await failure(`${address}/evil`)).toContain('its authorization_endpoint is no address')
    expect(await failure(`${address}/nothing`)).toContain('status 500')
    expect(await failure('http://127.0.0.1:1/')).toContain('cannot be reached')
    expect(await failure('http://10.0.0.1/')).toContain('its address is not public')
  })

  it('403 users may not have the daemon ask', async () => {
    expect((await discover(`${address}/text`, user)).status).toBe(403)
  })
})

describe('GET /api/option/latest_release', () => {
  const latest = () => api.root.request('GET', '/api/option/latest_release')

  it('400 needs a feed', async () => {
    expect((await latest()).body.code).toBe('release_feed_unset')
  })

  it('200 tells the release, and whether it is another one than this', async () => {
    const { version } = await api.anonymous.call<{ version: string }>('GET', '/api/status')
    await setOption('general_setting.release_feed_address', `${address}/feed`)
    files.set('/feed', JSON.stringify({ tag_name: 'v99.0.0', body: '# News' }))
    expect((await latest()).body.data).toEqual({ tag_name: 'v99.0.0', body: '# News', is_newer: true })
    for (const tag of [version, `v${version}`]) {
      files.set('/feed', JSON.stringify({ tag_name: tag }))
      expect((await latest()).body.data).toEqual({ tag_name: tag, body: '', is_newer: false })
    }
  })

  it('502 a feed that fails or holds no release is named', async () => {
    files.set('/feed', '{"tag_name": 5}')
    expect((await latest()).body.message).toBe('check update failed: it names no tag_name')
    files.delete('/feed')
    const { status, body } = await latest()
    expect([status, body.code]).toEqual([502, 'release_feed_unavailable'])
  })
})

describe('POST /api/option/test_mail', () => {
  const send = (to: string) => api.root.request('POST', '/api/option/test_mail', { to })

  it('503 needs a server', async () => {
    expect((await send('me@example.com')).body.code).toBe('mail_not_set_up')
  })

  it('200 sends a mail by the stored settings, whatever domains may register', async () => {
    for (const [key, value] of [
      ['SMTPServer', '127.0.0.1'],
      ['SMTPPort', String(sink.port)],
      ['SMTPAccount', 'mailer'],
      ['SMTPFrom', 'gate@example.com'],
      ['SMTPToken', 'postage'],
      ['EmailDomainRestrictionEnabled', 'true'],
    ] as const)
      await setOption(key, value)
    expect((await send(' me@elsewhere.example ')).status).toBe(200)
    expect(sink.mails.at(-1)?.to).toEqual(['me@elsewhere.example'])
    expect(sink.mails.at(-1)?.text).toContain('They work')
    expect((await send('nobody')).body.code).toBe('email_invalid')
    sink.refuse()
    expect((await send('me@elsewhere.example')).body.code).toBe('mail_failed')
  })
})
