import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

interface Trial {
  model: string
  upstream_model: string
  passed: boolean
  seconds: number
  reason: string | null
  request: { method: string; url: string; headers: { name: string; value: string }[]; body: string } | null
  response: {
    status: number
    headers: { name: string; value: string }[]
    body: string
    bytes: number
    is_cut: boolean
  } | null
}

const key = 'upstream-secret-of-the-operator'
let api: TestApi
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator({ models: ['m-1'] })
  api = await startTestApi()
})
afterAll(async () => {
  await api.close()
  await upstream.close()
})
afterEach(() => upstream.reset())

const attempt = async (id: number, body: object = {}) => {
  const answer = await api.root.request<Trial>('POST', `/api/channel/test/${id}`, body)
  expect([answer.status, answer.body.message]).toEqual([200, ''])
  return { trial: answer.body.data, text: answer.text }
}
const header = (part: Trial['request'] | Trial['response'], name: string) =>
  part?.headers.find((each) => each.name === name)?.value

it('finding console 13: the cause of a failed test is told to whoever tests, and what cannot be tested has not failed', async () => {
  const broken = await newChannel(api, {
    type: 41,
    key: 'no key of that vendor',
    models: 'gemini-pro',
    other: 'global',
  })
  for (const language of ['en', 'zh']) {
    const answer = await api.root.request('GET', `/api/channel/test/${broken.id}`, undefined, {
      'accept-language': language,
    })
    expect(answer.body).toMatchObject({ code: 'channel_test_failed' })
    expect(answer.body.message).not.toMatch(/administrator|管理员/)
    expect(answer.body.message).not.toMatch(/[:：]\s*$/)
  }
  const films = await newChannel(api, { base_url: upstream.url, key, models: 'sora-2' })
  expect((await api.root.request('GET', `/api/channel/test/${films.id}`)).body.code).toBe(
    'channel_test_unsupported',
  )
  await api.root.call('GET', '/api/channel/test')
  const last = () =>
    api.root.call<{ results: { channel_id: number; result: string; reason?: string }[] } | null>(
      'GET',
      '/api/channel/last_run',
    )
  await expect
    .poll(async () => {
      const { results = [] } = (await last()) ?? {}
      return [films.id, broken.id].map((id) => results.find((each) => each.channel_id === id)?.result)
    })
    .toEqual(['skipped', 'failed'])
  const failed = (await last())?.results.find((each) => each.channel_id === broken.id)
  expect(failed?.reason).not.toMatch(/administrator/)
})

describe('finding relay 11: a channel test asks a model for what it does', () => {
  it.each([
    ['gpt-4o-mini', 'chat/completions', { max_tokens: 16 }],
    ['gpt-5.4', 'chat/completions', { max_completion_tokens: 16 }],
    ['gpt-3.5-turbo-instruct', 'completions', { prompt: 'hi' }],
    ['text-embedding-3-small', 'embeddings', { input: ['hello world'] }],
    ['omni-moderation-latest', 'moderations', { input: 'hi' }],
    ['tts-1', 'audio/speech', { input: 'hi' }],
    ['gpt-image-1', 'images/generations', { n: 1 }],
  ])('finding relay 11: %s is asked by %s', async (model, path, members) => {
    const { id } = await newChannel(api, { base_url: upstream.url, key, models: model })
    const { trial } = await attempt(id)
    expect([trial.passed, trial.reason, trial.request?.url]).toEqual([
      true,
      null,
      `${upstream.url}/v1/${path}`,
    ])
    expect(JSON.parse(trial.request?.body ?? '')).toMatchObject({ model, ...members })
  })

  it('finding relay 11: a model that writes down speech gets a recording', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url, key, models: 'whisper-1' })
    const { trial } = await attempt(id)
    expect([trial.passed, trial.request?.url]).toEqual([true, `${upstream.url}/v1/audio/transcriptions`])
    expect(String(upstream.requests[0]?.body)).toContain('filename="silence.wav"')
  })

  it('finding relay 11: rankings are asked of a type that has them', async () => {
    const { id } = await newChannel(api, {
      type: 38,
      base_url: upstream.url,
      key,
      models: 'jina-reranker-v3',
    })
    const { trial } = await attempt(id)
    expect([trial.passed, trial.request?.url]).toEqual([true, `${upstream.url}/v1/rerank`])
  })

  it('finding relay 11: what no test can ask is not a failure', async () => {
    for (const model of ['sora-2', 'gpt-realtime']) {
      const { id } = await newChannel(api, { base_url: upstream.url, key, models: model })
      const answer = await api.root.request('POST', `/api/channel/test/${id}`, {})
      expect([model, answer.body.code]).toEqual([model, 'channel_test_unsupported'])
    }
  })
})

describe('POST /api/channel/test/{id}', () => {
  it('200 shows what was sent and what came back, with the name after mapping, and stores the time', async () => {
    const { id } = await newChannel(api, {
      base_url: upstream.url,
      key,
      models: 'a,b',
      model_mapping: '{"b":"m-1"}',
    })
    const { trial, text } = await attempt(id, { model: 'b' })
    expect(trial).toMatchObject({ model: 'b', upstream_model: 'm-1', passed: true, reason: null })
    expect(trial.request?.url).toBe(`${upstream.url}/v1/chat/completions`)
    expect(trial.request?.body).toBe(String(upstream.requests[0]?.body))
    expect(JSON.parse(trial.response?.body ?? '')).toMatchObject({ object: 'chat.completion' })
    expect(trial.response).toMatchObject({ status: 200, is_cut: false })
    expect(header(trial.request, 'content-type')).toBe('application/json')
    expect(header(trial.request, 'authorization')).toBe('***')
    expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(text).not.toContain(key)
    expect((await api.root.call<ChannelAnswer>('GET', `/api/channel/${id}`)).test_time).toBeGreaterThan(0)
  })

  it('200 tells of a refusal, masks the keys that the upstream repeats and the headers that may be secrets', async () => {
    upstream.always({
      status: 401,
      error: { message: `Incorrect API key provided: ${key}, not sk-abcdefghijklmnopqrstuvwx` },
      headers: {
        'set-cookie': 'session=very-private',
        'x-vendor-token': 'very-private',
        'x-request-id': 'r-1',
      },
    })
    const { id } = await newChannel(api, { base_url: upstream.url, key })
    const { trial, text } = await attempt(id)
    expect(trial).toMatchObject({ passed: false, response: { status: 401 } })
    expect(trial.reason).toContain('401')
    expect(trial.response?.body).toContain('Incorrect API key provided: ***')
    expect(header(trial.response, 'x-request-id')).toBe('r-1')
    expect(header(trial.response, 'x-vendor-token')).toBe('***')
    for (const secret of [key, 'sk-abcdefghij', 'very-private']) expect(text).not.toContain(secret)
  })

  it('200 cuts an enormous answer, and no part of a key stays at the cut', async () => {
    upstream.always({ status: 500, body: `${'x'.repeat(64 * 1024 - 10)}${key}${'y'.repeat(50_000)}` })
    const { id } = await newChannel(api, { base_url: upstream.url, key })
    const { trial, text } = await attempt(id)
    expect(trial.response).toMatchObject({ is_cut: true, bytes: 64 * 1024 - 10 + key.length + 50_000 })
    expect(trial.response?.body.length).toBe(60 * 1024)
    expect(text).not.toContain('upstream-s')
  })

  it('200 with no answer when nobody is there, and with neither when the channel allows no call', async () => {
    const away = await newChannel(api, { base_url: 'http://127.0.0.1:9', key })
    const { trial } = await attempt(away.id)
    expect(trial).toMatchObject({ passed: false, response: null, request: { method: 'POST' } })
    const attemptInChinese = async (id: number) => {
      const path = `/api/channel/test/${id}`
      return (await api.root.request<Trial>('POST', path, {}, { 'accept-language': 'zh-CN' })).body.data
        .reason
    }
    expect(await attemptInChinese(away.id)).toMatch(/\p{Script=Han}/u)
    const broken = await newChannel(api, { base_url: 'http://127.0.0.1:9/?a=b', key })
    expect((await attempt(broken.id)).trial).toMatchObject({
      passed: false,
      reason: 'the base URL must not have a query',
      request: null,
      response: null,
    })
    expect(await attemptInChinese(broken.id)).toBe('接口地址不能带查询参数')
  })

  it('200 masks arguments of the address that are made from the key', async () => {
    const { id } = await newChannel(api, {
      type: 18,
      base_url: upstream.url.replace(/^http/, 'ws'),
      key: 'app-1|secret-of-spark|key-of-spark',
      models: 'spark',
    })
    const { trial, text } = await attempt(id)
    expect(trial.request?.url).toMatch(/authorization=\*\*\*/)
    for (const secret of ['secret-of-spark', 'key-of-spark']) expect(text).not.toContain(secret)
  })

  it('200, nothing sent, when no token is to be had for the key; the plain test says so as well', async () => {
    const { id } = await newChannel(api, {
      type: 15,
      base_url: 'http://127.0.0.1:9',
      key: 'client|secret-of-baidu',
      models: 'ERNIE-4.0-8K',
    })
    const { trial } = await attempt(id)
    expect(trial).toMatchObject({ passed: false, request: null, response: null })
    const plain = await api.root.request('GET', `/api/channel/test/${id}`)
    expect(plain.body).toMatchObject({ code: 'channel_test_failed' })
  })

  it('403 for users, 404 without such a channel, 400 for fields it does not know', async () => {
    const { id } = await newChannel(api, { base_url: upstream.url })
    const user = await api.createUser('u-try')
    expect((await user.request('POST', `/api/channel/test/${id}`, {})).status).toBe(403)
    expect((await api.root.request('POST', '/api/channel/test/999999', {})).status).toBe(404)
    expect((await api.root.request('POST', `/api/channel/test/${id}`, { url: 'x' })).status).toBe(400)
    expect(upstream.hits).toBe(0)
  })
})
