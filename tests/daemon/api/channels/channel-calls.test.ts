import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dify } from '../../../../src/daemon/channel-types/dify/index.ts'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

let api: TestApi
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator({ models: ['m-1', 'm-2', 'm-3'] })
  api = await startTestApi()
})
afterAll(async () => {
  await api.close()
  await upstream.close()
})
afterEach(() => upstream.reset())

const read = (id: number) => api.root.call<ChannelAnswer>('GET', `/api/channel/${id}`)

describe('GET /api/channel/test/{id}', () => {
  it('200 tells the time beside data, stores it and charges nobody', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url, test_model: 'gpt-4o' })
    const answer = await api.root.request('GET', `/api/channel/test/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ success: true, data: { model: 'gpt-4o' }, time: expect.any(Number) })
    expect((await read(id)).test_time).toBeGreaterThan(0)
    expect(await api.root.call('GET', '/api/log/')).toMatchObject({ items: [], total: 0 })
    const { quota } = await api.root.call<{ quota: number }>('GET', '/api/user/self')
    expect(quota).toBe(100_000_000)
  })

  it('200 asks the model it is told', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url, models: 'a,b' })
    await api.root.call('GET', `/api/channel/test/${id}?model=b`)
    expect(JSON.parse(String(upstream.requests[0]?.body)).model).toBe('b')
  })

  it('502 says why it failed and keeps the key to itself', async () => {
    upstream.always({ status: 401, error: { message: 'Incorrect API key provided: sk-upstream-0001' } })
    const { id } = await newChannel(api, { base_url: upstream.url })
    const refused = await api.root.request('GET', `/api/channel/test/${id}`)
    expect(refused.status).toBe(502)
    expect(refused.body.code).toBe('channel_test_failed')
    expect(refused.text).not.toContain('sk-upstream-0001')
    expect((await read(id)).status).toBe(1)
  })

  it('502 tells to check the address where no server answers, in both languages', async () => {
    const closed = await startSimulator()
    await closed.close()
    const { id } = await newChannel(api, { base_url: closed.url })
    const messageIn = async (language: string) =>
      (await api.root.request('GET', `/api/channel/test/${id}`, undefined, { 'accept-language': language }))
        .body.message
    expect(await messageIn('en')).toBe(
      'the test failed: the provider cannot be reached, check the base URL, and the proxy if the channel has one',
    )
    expect(await messageIn('zh')).toBe('测试失败：无法连接上游，请检查接口地址；如设置了代理，请一并检查')
  })

  it('502 has words of its own where the provider has none, in both languages', async () => {
    upstream.always({ status: 500, body: '' })
    const { id } = await newChannel(api, { base_url: upstream.url })
    const messageIn = async (language: string) =>
      (await api.root.request('GET', `/api/channel/test/${id}`, undefined, { 'accept-language': language }))
        .body.message
    expect(await messageIn('en')).toBe('the test failed: 500 bad response status code 500')
    expect(await messageIn('zh')).toBe('测试失败：500 上游返回了错误状态码 500')
  })

  it('404 without such a channel, 403 for users, 401 by a link alone', async () => {
    expect((await api.root.request('GET', '/api/channel/test/999999')).status).toBe(404)
    const user = await api.createUser('u-test')
    expect((await user.request('GET', '/api/channel/test/1')).status).toBe(403)
    const { cookie = '' } = api.root.headers
    expect((await api.anonymous.request('GET', '/api/channel/test/1', undefined, { cookie })).status).toBe(
      401,
    )
  })
})

describe('GET /api/channel/test', () => {
  it('200 answers at once and tests every channel', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url })
    await api.services.knex('channels').whereNot({ id }).delete()
    await api.services.changes.changed('channels')
    expect((await api.root.request('GET', '/api/channel/test')).body).toEqual({ success: true, message: '' })
    // One call by chat and one by Responses, to find out which format a server at a custom address speaks.
    await expect.poll(() => upstream.hits).toBe(2)
    await expect
      .poll(async () => (await api.root.request('GET', '/api/channel/progress')).body.data)
      .toBeNull()
    expect((await read(id)).test_time).toBeGreaterThan(0)
  })
})

describe('GET /api/channel/update_balance/{id}', () => {
  it('200 gives the balance beside data and stores it', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url })
    const answer = await api.root.request('GET', `/api/channel/update_balance/${id}/`)
    expect(answer.status).toBe(200)
    const { balance } = answer.body as unknown as { balance: number }
    expect(balance).toBe(Number(answer.body.data.balance))
    expect(await read(id)).toMatchObject({ balance, balance_currency: 'USD' })
  })

  it('409 if the key is replaced meanwhile: the balance of the former account is not stored', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url })
    upstream.next({ holdAt: 'headers' })
    const asked = api.root.request('GET', `/api/channel/update_balance/${id}`)
    const former = await upstream.received(1)
    await former.held
    await api.root.call('PUT', '/api/channel/', { id, key: 'the-next-key' })
    former.resume()
    expect((await asked).body.code).toBe('channel_changed')
    expect((await read(id)).balance_updated_time).toBe(0)
    expect((await api.root.request('GET', `/api/channel/update_balance/${id}`)).status).toBe(200)
  })

  it('502 tells to check the address where no server answers, in both languages', async () => {
    const closed = await startSimulator()
    await closed.close()
    const { id } = await newChannel(api, { base_url: closed.url })
    const path = `/api/channel/update_balance/${id}`
    const answerIn = async (language: string) =>
      (await api.root.request('GET', path, undefined, { 'accept-language': language })).body
    expect(await answerIn('en')).toMatchObject({
      code: 'channel_unreachable',
      message: 'the provider cannot be reached, check the base URL, and the proxy if the channel has one',
    })
    expect(await answerIn('zh')).toMatchObject({
      message: '无法连接上游，请检查接口地址；如设置了代理，请一并检查',
    })
  })

  it('400 for a type without balances', async () => {
    const { id } = await newChannel(api, { type: 3, base_url: upstream.url, other: '2024-10-21' })
    const refused = await api.root.request('GET', `/api/channel/update_balance/${id}`)
    expect(refused.body).toMatchObject({ code: 'channel_balance_unsupported' })
  })
})

describe('an upstream that compresses its answers although nobody asked it to', () => {
  it.each(['gzip', 'br', 'deflate'] as const)(
    '200 tells its models and its balance: %s',
    async (encoding) => {
      const { id } = await newChannel(api, { base_url: upstream.url })
      upstream.always({ encoding })
      expect(await api.root.call('GET', `/api/channel/fetch_models/${id}`)).toEqual(['m-1', 'm-2', 'm-3'])
      expect((await api.root.request('GET', `/api/channel/update_balance/${id}`)).status).toBe(200)
    },
  )
})

describe('GET /api/channel/fetch_models/{id} and POST /api/channel/fetch_models', () => {
  it('200 gives the ids of the upstream', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url, key: 'k1,k2' })
    expect(await api.root.call('GET', `/api/channel/fetch_models/${id}`)).toEqual(['m-1', 'm-2', 'm-3'])
    const form = { type: 1, base_url: `${upstream.url}/`, key: 'form-1,form-2' }
    expect(await api.root.call('POST', '/api/channel/fetch_models', form)).toEqual(['m-1', 'm-2', 'm-3'])
    expect(upstream.requests.at(-1)?.headers.authorization).toBe('Bearer form-1')
  })

  it.each([
    [{ status: 401 }, 'it refuses the key (status 401)', '对方拒绝了该密钥（状态码 401）'],
    [
      { status: 404 },
      'it has no list of models at this address (status 404), check the base URL',
      '该地址没有模型列表（状态码 404），请检查接口地址',
    ],
    [{ status: 500 }, 'its server answers with status 500', '对方服务器返回状态码 500'],
    [
      { body: '<html>', contentType: 'text/html' },
      'it answers no list of models, check the base URL',
      '返回的内容不是模型列表，请检查接口地址',
    ],
    [
      { json: { ok: true } },
      'it answers no list of models, check the base URL',
      '返回的内容不是模型列表，请检查接口地址',
    ],
  ])('502 says why there is no list, in the language of the caller: %o', async (behaviour, en, zh) => {
    upstream.always(behaviour)
    const form = { type: 1, base_url: upstream.url, key: 'some-key' }
    const told = async (language: string) =>
      (await api.root.request('POST', '/api/channel/fetch_models', form, { 'accept-language': language }))
        .body.message
    expect(await told('en')).toBe(`fetching model list failed: ${en}`)
    expect(await told('zh-CN')).toBe(`获取模型列表失败：${zh}`)
  })

  it('502 says that a vendor has no list, or that nobody answers, in the language of the caller', async () => {
    const told = async (form: object) =>
      (await api.root.request('POST', '/api/channel/fetch_models', form, { 'accept-language': 'zh-CN' })).body
        .message
    const { type } = dify
    expect(await told({ type, base_url: upstream.url, key: 'some-key' })).toBe(
      '获取模型列表失败：该服务商不提供模型列表',
    )
    expect(await told({ type: 1, base_url: 'http://127.0.0.1:9', key: 'some-key' })).toBe(
      '获取模型列表失败：无法连接到对方服务器',
    )
  })

  it('502 when the upstream refuses, 400 for an unknown type, 403 for users, without a hit', async () => {
    upstream.always({ status: 401 })
    const form = { type: 1, base_url: upstream.url, key: 'bad' }
    const refused = await api.root.request('POST', '/api/channel/fetch_models', form)
    expect(refused.status).toBe(502)
    expect(refused.body).toMatchObject({ code: 'fetch_models_failed' })
    expect(refused.body.message).toMatch(/^fetching model list failed/)
    const hits = upstream.hits
    expect((await api.root.request('POST', '/api/channel/fetch_models', { ...form, type: 999 })).status).toBe(
      400,
    )
    expect(
      (await api.root.request('POST', '/api/channel/fetch_models', { ...form, base_url: 'file:///x' }))
        .status,
    ).toBe(400)
    const user = await api.createUser('u-fetch')
    expect((await user.request('POST', '/api/channel/fetch_models', form)).status).toBe(403)
    expect(upstream.hits).toBe(hits)
  })
})

describe('what can be asked for', () => {
  it('GET /api/channel/types lists the 37 types with the fields of their forms', async () => {
    const types = await api.root.call<{ type: number; slug: string; fields: { key: { label: object } } }[]>(
      'GET',
      '/api/channel/types',
    )
    expect(types.map((each) => each.type).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 33, 34, 35, 36, 37, 38, 39,
      40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
    ])
    expect(types.find((each) => each.type === 1)).toMatchObject({
      slug: 'openai',
      label: 'OpenAI',
      default_base_url: 'https://api.openai.com',
      has_balance: true,
      fields: { key: { label: { en: 'API key', zh: 'API 密钥' } } },
    })
  })

  it('GET /api/channel/models and /api/models list the models of each type', async () => {
    const byType = await api.root.call<Record<string, string[]>>('GET', '/api/channel/models')
    expect(byType['14']?.every((name) => name.startsWith('claude-'))).toBe(true)
    const user = await api.createUser('u-models')
    expect(await user.call('GET', '/api/models')).toEqual(byType)
    expect((await user.request('GET', '/api/channel/models')).status).toBe(403)
  })

  it('GET /api/channel/models_enabled is the union over enabled channels, prefixes included', async () => {
    await api.services.knex('channels').delete()
    await newChannel(api, { models: 'a,b' })
    await newChannel(api, { models: 'b', model_prefix: 'p/' })
    await newChannel(api, { models: 'hidden', status: 2 })
    expect(await api.root.call('GET', '/api/channel/models_enabled')).toEqual(['a', 'b', 'p/b'])
  })
})

describe('POST /api/channel/fix', () => {
  it('200 counts 0 on a healthy store and changes no route', async () => {
    await newChannel(api, { models: 'healthy' })
    const routes = [...(api.services.snapshot().routes.get('default')?.keys() ?? [])]
    expect(await api.root.call('POST', '/api/channel/fix')).toBe(0)
    expect([...(api.services.snapshot().routes.get('default')?.keys() ?? [])]).toEqual(routes)
  })

  it('200 repairs routes that differ from the store', async () => {
    const { id } = await newChannel(api, { models: 'stale' })
    // The change feed echoes the daemon's own new channel, and the daemon then reloads all channels at some point,
    // which leaves nothing to repair.
    let changes = 0
    const repaired = async () => {
      changes += 1
      await api.services
        .knex('channels')
        .where({ id })
        .update({ models: `fresh-${changes}` })
      return api.root.call('POST', '/api/channel/fix')
    }
    await expect.poll(repaired).toBe(1)
    expect(api.services.snapshot().routes.get('default')?.has(`fresh-${changes}`)).toBe(true)
    expect(api.services.snapshot().routes.get('default')?.has('stale')).toBe(false)
  })
})

describe('GET /api/channel/last_run', () => {
  it('200 tells of each channel what the run found, in the language of the caller, without addresses', async () => {
    const fresh = await startTestApi()
    try {
      expect(await fresh.root.call('GET', '/api/channel/last_run')).toBeNull()
      await newChannel(fresh, { name: 'good', base_url: upstream.url, models: 'm-1' })
      await newChannel(fresh, { name: 'away', base_url: 'http://127.0.0.1:9', models: 'm-1' })
      await fresh.root.call('GET', '/api/channel/test')
      await expect.poll(() => fresh.root.call('GET', '/api/channel/progress'), { interval: 20 }).toBeNull()
      const { body, text } = await fresh.root.request('GET', '/api/channel/last_run', undefined, {
        'accept-language': 'zh-CN',
      })
      expect(body.data).toMatchObject({
        kind: 'test',
        results: [
          { channel_name: 'good', result: 'passed', model: 'm-1', reason: null },
          { channel_name: 'away', result: 'failed', seconds: null },
        ],
      })
      expect(text).toMatch(/[\u4e00-\u9fff]/)
      expect(text).not.toContain('127.0.0.1')
      await fresh.root.call('GET', '/api/channel/update_balance')
      await expect.poll(() => fresh.root.call('GET', '/api/channel/progress'), { interval: 20 }).toBeNull()
      expect(await fresh.root.call('GET', '/api/channel/last_run')).toMatchObject({
        kind: 'balance',
        results: [{ result: 'passed', currency: 'USD' }, { result: 'failed' }],
      })
    } finally {
      await fresh.close()
    }
  })
})
