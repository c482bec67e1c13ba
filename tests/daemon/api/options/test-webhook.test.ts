import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'
import { makeCertificate, startWebhookSink, type WebhookSink } from '../../../support/webhook-sink.ts'

let hook: WebhookSink
let stranger: WebhookSink
let worker: WebhookSink
let api: TestApi
let user: Caller
const trusted = getCACertificates('default')
beforeAll(async () => {
  const certificate = makeCertificate()
  setDefaultCACertificates([...trusted, certificate.cert])
  hook = await startWebhookSink(certificate)
  stranger = await startWebhookSink(makeCertificate())
  worker = await startWebhookSink()
  api = await startTestApi({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  user = await api.createUser('user', 1)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await api?.close()
  for (const each of [hook, stranger, worker]) await each?.close()
})

const setOption = (key: string, value: string) => api.root.call('PUT', '/api/option/', { key, value })
const send = (body: Readonly<Record<string, unknown>>, caller = api.root) =>
  caller.request('POST', '/api/option/test_webhook', body)

describe('POST /api/option/test_webhook', () => {
  beforeEach(async () => {
    await setOption('WorkerUrl', '')
    for (const each of [hook, worker]) each.answer(200)
  })

  it('200 posts type, title, content, values and timestamp; the secret goes as bearer credential', async () => {
    await setOption('SystemName', 'A "quoted" gate')
    expect((await send({ url: `${hook.url}/told`, secret: 'hook-secret' })).status).toBe(200)
    const first = hook.posts.at(-1)
    expect(first).toMatchObject({
      path: '/told',
      headers: { authorization: 'Bearer hook-secret', 'content-type': 'application/json' },
      body: { type: 'test', values: ['A "quoted" gate'], timestamp: Math.floor(api.clock.now() / 1000) },
    })
    expect(Object.keys(first?.body as object).sort()).toEqual([
      'content',
      'timestamp',
      'title',
      'type',
      'values',
    ])
    expect((await send({ url: `  ${hook.url}/told ` })).status).toBe(200)
    expect(hook.posts.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  it('A-OPT-002 A-OPT-003 200 goes through the worker where one is set: it gets the key, the address, the headers and the message', async () => {
    const count = hook.posts.length
    await setOption('WorkerUrl', `${worker.url}/work`)
    await setOption('WorkerValidKey', 'worker-key')
    expect((await send({ url: 'https://hooks.example.com/x', secret: 'hook-secret' })).status).toBe(200)
    expect(worker.posts.at(-1)).toMatchObject({
      path: '/work',
      body: {
        url: 'https://hooks.example.com/x',
        key: 'worker-key',
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer hook-secret' },
        body: { type: 'test', timestamp: Math.floor(api.clock.now() / 1000) },
      },
    })
    expect(worker.posts.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(hook.posts).toHaveLength(count)
    worker.answer(401)
    expect(await send({ url: 'https://hooks.example.com/x' })).toMatchObject({
      status: 502,
      body: { code: 'webhook_failed' },
    })
  })

  it('400 an address that is not https is refused, and nobody is asked', async () => {
    const count = hook.posts.length + worker.posts.length
    for (const url of [
      worker.url,
      'ftp://hooks.example.com',
      'hooks.example.com',
      'https://me:word@127.0.0.1/',
    ])
      expect([url, (await send({ url })).body.code]).toEqual([url, 'webhook_address'])
    // A line break in the secret would inject headers.
    expect((await send({ url: hook.url, secret: 'a\r\nx-more: 1' })).status).toBe(400)
    expect(hook.posts.length + worker.posts.length).toBe(count)
  })

  it('502 says why it was not delivered: status, redirect, certificate, dead or private address', async () => {
    const failure = async (url: string): Promise<string> => {
      const { status, body } = await send({ url, secret: 'hook-secret' })
      expect([url, status, body.code]).toEqual([url, 502, 'webhook_failed'])
      return body.message
    }
    hook.answer(500)
    expect(await failure(hook.url)).toContain('status 500')
    const count = hook.posts.length
    hook.answer(307, { location: `${hook.url}/elsewhere` })
    expect(await failure(hook.url)).toContain('status 307')
    expect(hook.posts.slice(count).map(({ path }) => path)).toEqual(['/'])
    expect(await failure(stranger.url)).toContain('cannot be reached')
    expect(stranger.posts).toEqual([])
    expect(await failure('https://127.0.0.1:1/')).toContain('cannot be reached')
    expect(await failure('https://10.0.0.1/')).toContain('its address is not public')
  })

  it('403 users may not have the daemon ask', async () => {
    expect((await send({ url: hook.url }, user)).status).toBe(403)
  })
})
