import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { type ChannelAnswer, newChannel } from './new-channel.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const put = (body: object) => api.root.request<ChannelAnswer>('PUT', '/api/channel/', body)
const keysOf = (id: number) => api.services.snapshot().channels.get(id)?.keys

describe('PUT /api/channel/', () => {
  it.each([
    ['status', 2],
    ['priority', 9],
    ['weight', 5],
  ])('200 changes %s alone and leaves every other field untouched', async (field, value) => {
    const before = await newChannel(api, { priority: 1, weight: 1, tag: 't', system_prompt: 'x' })
    const after = await put({ id: before.id, [field]: value })
    expect(after.status).toBe(200)
    expect(after.body.data).toEqual({ ...before, [field]: value })
    expect(await api.root.call('GET', `/api/channel/${before.id}`)).toEqual({ ...before, [field]: value })
  })

  it('200 empties texts and sets numbers back to 0', async () => {
    const { id } = await newChannel(api, {
      system_prompt: 'x',
      tag: 't',
      model_prefix: 'p/',
      other: 'o',
      setting: '{"force_format":true}',
      priority: 4,
      weight: 4,
    })
    const cleared = {
      system_prompt: '',
      tag: '',
      model_prefix: '',
      other: '',
      setting: '',
      priority: 0,
      weight: 0,
    }
    expect((await put({ id, ...cleared })).body.data).toMatchObject(cleared)
  })

  it('200 keeps the key when it is empty or absent, and replaces it otherwise', async () => {
    const made = await newChannel(api, { key: 'first' })
    expect((await put({ id: made.id, key: '', name: 'renamed' })).body.data.key_fingerprint).toBe(
      made.key_fingerprint,
    )
    expect(keysOf(made.id)).toEqual(['first'])
    const changed = await put({ id: made.id, key: 'second,third' })
    expect(changed.body.data.key_fingerprint).not.toBe(made.key_fingerprint)
    expect(keysOf(made.id)).toEqual(['second', 'third'])
  })

  it('200 accepts a whole answer sent back', async () => {
    const made = await newChannel(api)
    expect((await put({ ...made })).body.data).toEqual(made)
  })

  it('200 enabling by hand ends an automatic disabling and drops its reason', async () => {
    const { id } = await newChannel(api)
    const info = JSON.stringify({ status_reason: 'insufficient_quota', status_time: 1_800_000_000 })
    await api.services.knex('channels').where({ id }).update({ status: 3, other_info: info })
    expect(await api.root.call('GET', `/api/channel/${id}`)).toMatchObject({ status: 3, other_info: info })
    expect((await put({ id, status: 1 })).body.data).toMatchObject({ status: 1, other_info: '' })
  })

  it('200 stops routing to a disabled channel at once', async () => {
    const { id } = await newChannel(api, { models: 'switched' })
    await put({ id, status: 2 })
    expect(api.services.snapshot().routes.get('default')?.get('switched')).toBeUndefined()
  })

  it.each([
    [{ priority: 'high' }, '请求无效：priority 的类型必须为 integer'],
    [{ name: 'x'.repeat(201) }, '请求无效：name 最多 200 个字符'],
    [{ unheard_of: 1 }, '请求无效：unheard_of 是未知字段'],
    [{ setting: '{"proxi":"x"}' }, 'setting 不支持键 proxi'],
    [{ model_mapping: '{"a":"b","b":"a"}' }, '模型 a 的映射形成了循环'],
    [{ base_url: 'ftp://x' }, '地址必须以 http:// 或 https:// 开头并包含主机名'],
    [{ name: 'a\u0000b' }, '请求无效：body 不能包含 U+0000 字符'],
  ])('400 says in Chinese what is wrong with %j', async (fields, message) => {
    const { id } = await newChannel(api)
    const chinese = { 'accept-language': 'zh-CN' }
    const refused = await api.root.request('PUT', '/api/channel/', { id, ...fields }, chinese)
    expect(refused).toMatchObject({ status: 400, body: { success: false, message } })
  })

  it('400 refuses status 3, which only the server sets', async () => {
    const { id } = await newChannel(api)
    expect((await put({ id, status: 3 })).body).toMatchObject({
      code: 'channel_status_automatic',
      field: 'status',
    })
  })

  it('400 refuses what creation refuses, and changes nothing', async () => {
    const made = await newChannel(api)
    for (const fields of [
      { models: '' },
      { group: '' },
      { name: ' ' },
      { model_mapping: '{' },
      { type: 999 },
      { priority: 1.5 },
      { setting: '{"x":1}' },
    ])
      expect((await put({ id: made.id, tag: 'changed', ...fields })).status).toBe(400)
    expect(await api.root.call('GET', `/api/channel/${made.id}`)).toEqual(made)
  })

  it('404 says that the channel is gone', async () => {
    const refused = await put({ id: 999_999, status: 2 })
    expect(refused.status).toBe(404)
    expect(refused.body).toMatchObject({
      code: 'channel_not_found',
      message: 'channel not found, refresh and retry',
    })
  })
})

describe('the key of a channel and its host', () => {
  const origins = [
    [{ base_url: 'https://one.example' }, { base_url: 'https://two.example' }],
    [{ base_url: 'https://one.example' }, { base_url: 'http://one.example' }],
    [{ base_url: 'https://one.example' }, { base_url: 'https://one.example:8443' }],
    [{ base_url: '' }, { base_url: 'https://two.example' }],
    [{ base_url: '' }, { type: 43 }],
  ]
  it.each(origins)('400 %j to %j needs the key again', async (from, to) => {
    const made = await newChannel(api, from)
    const refused = await put({ id: made.id, ...to })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'channel_key_for_new_host', field: 'key' })
    expect(await api.root.call('GET', `/api/channel/${made.id}`)).toEqual(made)
    expect((await put({ id: made.id, ...to, key: 'fresh' })).status).toBe(200)
    expect(keysOf(made.id)).toEqual(['fresh'])
  })

  it('200 another path on the same host keeps the key', async () => {
    const made = await newChannel(api, { base_url: 'https://one.example/a' })
    expect((await put({ id: made.id, base_url: 'https://one.example/b/' })).body.data.base_url).toBe(
      'https://one.example/b',
    )
    expect(keysOf(made.id)).toEqual(['sk-upstream-0001'])
  })
})

describe('the key of a channel and its proxy', () => {
  const through = (proxy: string) => ({ setting: proxy === '' ? '' : JSON.stringify({ proxy }) })
  it.each([
    ['', 'socks5://evil.example:1080'],
    ['http://proxy.example:3128', 'http://evil.example:3128'],
    ['http://proxy.example:3128', 'https://proxy.example:3128'],
    ['http://u:p@proxy.example:3128', 'http://u:other@proxy.example:3128'],
  ])('M2: 400 another proxy needs the key again: %j to %j', async (from, to) => {
    const made = await newChannel(api, through(from))
    const refused = await put({ id: made.id, ...through(to) })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'channel_key_for_new_proxy', field: 'key' })
    expect(await api.root.call('GET', `/api/channel/${made.id}`)).toEqual(made)
    expect((await put({ id: made.id, ...through(to), key: 'fresh' })).status).toBe(200)
    expect(keysOf(made.id)).toEqual(['fresh'])
  })

  it('M2: 200 the same proxy, other settings beside it, or none keep the key', async () => {
    const made = await newChannel(api, through('http://proxy.example:3128'))
    const more = { setting: '{"force_format":true,"proxy":"http://proxy.example:3128"}' }
    expect((await put({ id: made.id, ...more })).status).toBe(200)
    expect((await put({ id: made.id, setting: '' })).status).toBe(200)
    expect(keysOf(made.id)).toEqual(['sk-upstream-0001'])
    expect((await put({ id: made.id, ...more })).body.code).toBe('channel_key_for_new_proxy')
  })
})

describe('the audit trail', () => {
  it('names what changed and never the key', async () => {
    const { id } = await newChannel(api, {
      key: 'sk-very-secret',
      setting: '{"proxy":"socks5://user:hunter2@127.0.0.1:1"}',
    })
    await put({ id, key: 'sk-other-secret', priority: 5 })
    await api.root.call('DELETE', `/api/channel/${id}/`)
    const events = await api.root.request<{ items: { action: string; before: string; after: string }[] }>(
      'GET',
      `/api/audit_event/?target_kind=channel&target_id=${id}`,
    )
    expect(events.body.data.items.map((each) => each.action)).toEqual([
      'channel.delete',
      'channel.update',
      'channel.create',
    ])
    expect(events.body.data.items[1]).toMatchObject({
      before: expect.stringMatching(/^\{"priority":0,"key_fingerprint":"[0-9a-f]{16}"\}$/),
      after: expect.stringMatching(/^\{"priority":5,"key_fingerprint":"[0-9a-f]{16}"\}$/),
    })
    expect(events.text).not.toMatch(/secret|hunter2/)
  })
})
