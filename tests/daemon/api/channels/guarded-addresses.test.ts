import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
let admin: Caller
let foreign: Server
/** The response of the foreign server. */
let answer = { status: 200, body: '' }

beforeAll(async () => {
  api = await startTestApi()
  admin = await api.createUser('anna', 10)
  foreign = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await once(foreign.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  await api.close()
  await new Promise((resolve) => foreign.close(resolve))
})

const channel = (more: Record<string, unknown>) => ({
  type: 1,
  name: `channel ${Math.random()}`,
  key: 'a-key',
  models: 'gpt-4o-mini',
  group: 'default',
  ...more,
})

describe('M3: a channel cannot be given a link-local or metadata address', () => {
  it.each([
    ['base_url', { base_url: 'http://169.254.169.254/latest' }],
    ['base_url', { base_url: 'http://0xa9fea9fe' }],
    ['base_url', { base_url: 'https://[::ffff:a9fe:a9fe]/v1' }],
    ['base_url', { base_url: 'http://metadata.google.internal' }],
    ['setting', { setting: '{"proxy":"http://169.254.169.254:3128"}' }],
  ])('%s %o', async (field, columns) => {
    const created = await admin.request('POST', '/api/channel/', channel(columns))
    expect([created.status, created.body.code, created.body.field]).toEqual([
      400,
      'channel_address_guarded',
      field,
    ])
    const { id } = await admin.call<{ id: number }>('POST', '/api/channel/', channel({}))
    const changed = await admin.request('PUT', '/api/channel/', { id, key: 'a-key', ...columns })
    expect([changed.status, changed.body.code]).toEqual([400, 'channel_address_guarded'])
  })

  it('unless the super administrator allows the range, and only they can', async () => {
    const option = { key: 'ChannelAddressRanges', value: '169.254.10.0/24' }
    expect((await admin.request('PUT', '/api/option/', option)).status).toBe(403)
    await api.root.call('PUT', '/api/option/', option)
    expect(
      (await admin.request('POST', '/api/channel/', channel({ base_url: 'http://169.254.10.5' }))).status,
    ).toBe(200)
    expect(
      (await admin.request('POST', '/api/channel/', channel({ base_url: 'http://169.254.11.5' }))).status,
    ).toBe(400)
    const wrong = await api.root.request('PUT', '/api/option/', { ...option, value: '169.254.0.0/33' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'option_ranges'])
    await api.root.call('PUT', '/api/option/', { ...option, value: '' })
  })
})

describe('M3: a channel test shows administrators no foreign document', () => {
  const secret = '-----BEGIN PRIVATE KEY-----'
  const trial = async (caller: Caller) => {
    const { port } = foreign.address() as AddressInfo
    const created = channel({ base_url: `http://127.0.0.1:${port}` })
    const { id } = await caller.call<{ id: number }>('POST', '/api/channel/', created)
    return (await caller.request('POST', `/api/channel/test/${id}`, {})).text
  }

  it.each([
    ['of status 200', { status: 200, body: JSON.stringify({ AccessKeyId: 'x', note: secret }) }],
    ['of status 404', { status: 404, body: JSON.stringify({ AccessKeyId: 'x', note: secret }) }],
    ['that is no JSON', { status: 200, body: `a page\n${secret}` }],
  ])('%s; root sees it', async (_name, given) => {
    answer = given
    expect(await trial(admin)).not.toContain('PRIVATE KEY')
    expect(await trial(api.root)).toContain('PRIVATE KEY')
  })

  it('and still shows what the vendor says went wrong, and good answers', async () => {
    answer = {
      status: 401,
      body: JSON.stringify({
        error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
        note: secret,
      }),
    }
    const failed = await trial(admin)
    expect(failed).toContain('Incorrect API key provided')
    expect(failed).not.toContain('PRIVATE KEY')
    const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello there' } }
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
    answer = { status: 200, body: JSON.stringify({ model: 'gpt-4o-mini', choices: [choice], usage }) }
    expect(await trial(admin)).toContain('Hello there')
  })
})
