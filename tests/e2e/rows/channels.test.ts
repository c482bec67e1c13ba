import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { ofAdministrators } from './operations.ts'
import { type Channel, hello, type List, lastSent, model, type Site, startSite, usageOf } from './site.ts'

let site: Site
let second: Simulator

beforeAll(async () => {
  site = await startSite()
  second = await startSimulator()
})
afterAll(async () => {
  await site.close()
  await second.close()
})
beforeEach(async () => {
  site.upstream.reset()
  second.reset()
  site.api.clock.advance(10 * 60_000)
  await site.clearChannels()
  await site.setOption('AutomaticDisableChannelEnabled', 'false')
  await site.setOption('RetryTimes', '0')
})

const list = (query: string) => site.admin.call<List<Channel>>('GET', `/api/channel/${query}`)
const ids = (found: List<Channel>) => found.items.map((each) => each.id)
const update = (id: number, columns: Readonly<Record<string, unknown>>) =>
  site.admin.call('PUT', '/api/channel/', { id, ...columns })
const create = (columns: Readonly<Record<string, unknown>>) =>
  site.admin.request('POST', '/api/channel/', {
    type: 1,
    name: 'a channel',
    key: 'upstream-key',
    base_url: site.upstream.url,
    models: model,
    group: 'default',
    ...columns,
  })
const statusAfterAsk = async (body?: Readonly<Record<string, unknown>>) =>
  (await site.ask(undefined, body)).status

describe('listing and finding', () => {
  it('C-CHAN-01 every channel route refuses users', async () => {
    const routes = ofAdministrators.filter((each) => each.path.startsWith('/api/channel'))
    expect(routes.length).toBeGreaterThan(20)
    for (const { id, method, path } of routes)
      expect([id, (await site.user.request(method, path)).status]).toEqual([id, 403])
  })

  it('C-CHAN-02 pages of 25, the first page is 0 as well as 1', async () => {
    for (let i = 0; i < 25; i += 1) await create({ name: `page ${i}` })
    const pages = await Promise.all(
      [1, 2, 3].map((p) => list(`?p=${p}&page_size=10&id_sort=true&tag_mode=false`)),
    )
    expect(pages.map((each) => [each.page, each.items.length, each.total])).toEqual([
      [1, 10, 25],
      [2, 10, 25],
      [3, 5, 25],
    ])
    const [first] = pages.map(ids)
    expect(ids(await list('?p=0&page_size=10&id_sort=true'))).toEqual(first)
    for (const size of [20, 50, 100])
      expect((await list(`?p=1&page_size=${size}`)).items).toHaveLength(Math.min(size, 25))
  })

  it('C-CHAN-04 C-CHAN-05 search by keyword, model and group, alone and combined; sorted by id or by priority', async () => {
    const first = await site.addChannel({
      name: 'alpha one',
      models: 'm-a,m-b',
      group: 'default',
      priority: 5,
    })
    const last = await site.addChannel({ name: 'alpha two', models: 'm-b', group: 'default,vip' })
    await site.addChannel({ name: 'beta', models: 'm-c', group: 'vip' })
    const search = async (query: string) => ids(await list(`search?${query}`))
    expect(await search('keyword=alpha&group=&model=&id_sort=true')).toEqual([last, first])
    expect(await search('keyword=alpha&group=&model=&id_sort=false')).toEqual([first, last])
    expect(await search('keyword=&group=&model=m-a')).toEqual([first])
    expect(await search('keyword=&group=vip&model=m-b')).toEqual([last])
    expect(await search('keyword=beta&group=vip&model=m-b')).toEqual([])
    expect(await search(`keyword=${first}&group=&model=`)).toContain(first)
    expect(ids(await list('?id_sort=true'))[0]).toBeGreaterThan(ids(await list('?id_sort=true'))[1] ?? 0)
    expect(ids(await list('?id_sort=false'))[0]).toBe(first)
  })

  it('C-CHAN-06 in tag mode the channels of a tag stay together and untagged ones are not lost', async () => {
    const tagged = [
      await site.addChannel({ tag: 't' }),
      await site.addChannel(),
      await site.addChannel({ tag: 't' }),
      await site.addChannel({ tag: 't' }),
    ]
    const found = await list('?tag_mode=true&id_sort=true')
    expect(found.total).toBe(2)
    expect([...ids(found)].sort()).toEqual([...tagged].sort())
    const tags = found.items.map((each) => each.tag)
    expect(tags.lastIndexOf('t') - tags.indexOf('t')).toBe(2)
    expect((await list('search?keyword=&group=&model=&tag_mode=true')).total).toBe(2)
  })

  it('C-CHAN-47 a channel that is gone says so', async () => {
    const id = await site.addChannel()
    await site.admin.call('DELETE', `/api/channel/${id}/`)
    for (const answer of [
      await site.admin.request('GET', `/api/channel/${id}`),
      await site.admin.request('PUT', '/api/channel/', { id, status: 2 }),
      await site.admin.request('GET', `/api/channel/test/${id}`),
      await site.admin.request('DELETE', `/api/channel/${id}/`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'channel not found, refresh and retry' } })
  })
})

describe('creating and editing', () => {
  it('C-CHAN-15 C-CHAN-16 every field is stored; the key is never shown', async () => {
    const fields = {
      name: 'complete',
      type: 1,
      openai_organization: 'org-1',
      max_input_tokens: 1000,
      base_url: site.upstream.url,
      other: 'extra',
      model_mapping: '{"a":"b"}',
      status_code_mapping: '{"400":"500"}',
      models: 'a,b',
      auto_ban: 0,
      test_model: 'a',
      group: 'default,vip',
      priority: 7,
      weight: 3,
      tag: 'tagged',
      model_prefix: 'p/',
      setting: '{"force_format":true}',
      param_override: '{"temperature":0}',
      system_prompt: 'Be brief.',
    }
    const answer = await create({ ...fields, key: 'very-secret-key' })
    expect(answer.status).toBe(200)
    const shown = await site.admin.request<Channel>('GET', `/api/channel/${answer.body.data.id}`)
    expect(shown.body.data).toMatchObject({
      ...fields,
      status: 1,
      response_time: 0,
      used_quota: 0,
      balance: 0,
      other_info: '',
      created_time: expect.any(Number),
    })
    for (const { text } of [answer, shown, await site.root.request('GET', '/api/channel/?page_size=100')])
      expect(text).not.toContain('very-secret-key')
  })

  it('C-CHAN-09 C-CHAN-13 status, priority or weight alone leave the rest as it is, and act at once', async () => {
    const id = await site.addChannel({ priority: 3, weight: 4, tag: 't', system_prompt: 'x' })
    for (const change of [{ status: 2 }, { status: 1 }, { priority: 9 }, { weight: 8 }, { weight: 0 }]) {
      const before = await site.channel(id)
      await update(id, change)
      expect(await site.channel(id)).toEqual({ ...before, ...change })
      expect(await statusAfterAsk()).toBe(change.status === 2 ? 503 : 200)
      if (change.status === 2) await update(id, { status: 1 })
    }
  })

  it('C-CHAN-17 texts can be emptied and an empty key keeps the old one', async () => {
    const id = await site.addChannel({ system_prompt: 'x', tag: 't', model_prefix: 'p/' })
    await update(id, { system_prompt: '', tag: '', model_prefix: '', key: '' })
    expect(await site.channel(id)).toMatchObject({ system_prompt: '', tag: '', model_prefix: '' })
    await site.ask()
    expect(site.upstream.requests.at(-1)?.headers.authorization).toBe('Bearer upstream-key')
  })

  it('C-CHAN-18 deleting works with and without the last slash, and nothing is routed there', async () => {
    for (const slash of ['', '/']) {
      const id = await site.addChannel()
      expect(await statusAfterAsk()).toBe(200)
      await site.admin.call('DELETE', `/api/channel/${id}${slash}`)
      expect(ids(await list(''))).not.toContain(id)
      expect(await statusAfterAsk()).toBe(404)
    }
  })

  it('C-CHAN-36 C-CHAN-37 C-CHAN-42 name, key, model and group are required', async () => {
    const message = async (columns: Readonly<Record<string, unknown>>) => {
      const answer = await create(columns)
      expect(answer.status).toBe(400)
      return answer.body.message
    }
    expect(await message({ name: '', key: '' })).toBe('please fill the channel name and key')
    expect(await message({ name: '' })).toBe('please fill the channel name and key')
    expect(await message({ key: '' })).toBe('please fill in the key')
    expect(await message({ models: '' })).toBe('please select at least one model')
    expect(await message({ models: ' , ' })).toBe('please select at least one model')
    expect(await message({ group: '' })).toBe('please select at least one group')
    const { body } = await create({})
    await update(Number(body.data.id), { name: 'renamed without key' })
    expect((await site.channel(Number(body.data.id))).name).toBe('renamed without key')
    expect((await list('')).total).toBe(1)
  })

  it('C-CHAN-38 C-CHAN-39 C-CHAN-41 JSON fields, the region of type 41, the version of type 18', async () => {
    for (const field of ['model_mapping', 'setting', 'param_override', 'status_code_mapping'])
      expect(await create({ [field]: '{' })).toMatchObject({
        status: 400,
        body: { field, message: 'not a valid JSON string' },
      })
    const vertex = { type: 41, base_url: '', key: '{"type":"service_account","project_id":"p","a":"b,c"}' }
    expect((await create({ ...vertex, other: 'us-central1' })).status).toBe(200)
    expect((await create({ ...vertex, other: '{"default":"us"}' })).status).toBe(200)
    expect(await create({ ...vertex, other: '{us' })).toMatchObject({ status: 400, body: { field: 'other' } })
    const spark = await create({ type: 18, base_url: '', key: 'a|b|c', other: '' })
    expect((await site.channel(Number(spark.body.data.id))).other).toBe('v2.1')
  })

  it('C-CHAN-40 a slash at the end of the address is stripped', async () => {
    const { body } = await create({ base_url: 'https://x.example.com/' })
    expect(body.data.base_url).toBe('https://x.example.com')
  })

  it('C-CHAN-43 priority and weight are whole; a weight below 0 becomes 0', async () => {
    expect((await create({ priority: 1.5 })).status).toBe(400)
    expect((await create({ weight: 1.5 })).status).toBe(400)
    expect((await create({ weight: -3, priority: -2 })).body.data).toMatchObject({ weight: 0, priority: -2 })
  })

  it('C-CHAN-45 group and auto_ban have defaults', async () => {
    const { body } = await create({ group: undefined, auto_ban: undefined })
    expect(body.data).toMatchObject({ group: 'default', auto_ban: 1 })
  })
})

describe('many at once', () => {
  const three = async (tag: string) => [
    await site.addChannel({ tag }),
    await site.addChannel({ tag }),
    await site.addChannel({ tag }),
  ]

  it('C-CHAN-19 C-CHAN-44 each field of the tag dialog changes all channels of the tag and no other', async () => {
    const members = await three('old')
    const other = await site.addChannel({ tag: 'elsewhere' })
    const untouched = await site.channel(other)
    const before = await site.channel(members[0] ?? 0)
    const edit = (columns: Readonly<Record<string, unknown>>) =>
      site.admin.request('PUT', '/api/channel/tag', { tag: 'old', ...columns })
    expect((await edit({ new_tag: '', model_mapping: '', groups: '', models: '' })).status).toBe(200)
    expect(await site.channel(members[0] ?? 0)).toEqual(before)
    expect(
      (await edit({ model_mapping: '{"x":"y"}', groups: 'vip', models: 'x', priority: 4, weight: 6 })).status,
    ).toBe(200)
    expect((await edit({ priority: 1.5 })).status).toBe(400)
    expect((await edit({ weight: -1 })).status).toBe(400)
    expect((await edit({ new_tag: 'new' })).status).toBe(200)
    for (const id of members)
      expect(await site.channel(id)).toMatchObject({
        tag: 'new',
        model_mapping: '{"x":"y"}',
        group: 'vip',
        models: 'x',
        priority: 4,
        weight: 6,
      })
    expect(await site.channel(other)).toEqual(untouched)
  })

  it('C-CHAN-20 enabling and disabling a tag concerns its channels only', async () => {
    const members = await three('t')
    const other = await site.addChannel()
    const states = async () =>
      Promise.all([...members, other].map(async (id) => (await site.channel(id)).status))
    await site.admin.call('POST', '/api/channel/tag/disabled', { tag: 't' })
    expect(await states()).toEqual([2, 2, 2, 1])
    await site.admin.call('POST', '/api/channel/tag/enabled', { tag: 't' })
    expect(await states()).toEqual([1, 1, 1, 1])
  })

  it('C-CHAN-21 C-CHAN-22 deleting and tagging a selection need one, and a tag', async () => {
    const members = await three('')
    const post = (path: string, body: unknown) => site.admin.request('POST', `/api/channel/${path}`, body)
    for (const [path, body] of [
      ['batch', { ids: [] }],
      ['batch', {}],
      ['batch/tag', { ids: [], tag: 't' }],
      ['batch/tag', { ids: members, tag: '' }],
    ] as const)
      expect((await post(path, body)).status).toBe(400)
    await site.admin.call('POST', '/api/channel/batch/tag', { ids: members.slice(0, 2), tag: 'given' })
    expect(await Promise.all(members.map(async (id) => (await site.channel(id)).tag))).toEqual([
      'given',
      'given',
      '',
    ])
    await site.admin.call('POST', '/api/channel/batch', { ids: members.slice(0, 2) })
    expect(ids(await list(''))).toEqual([members[2]])
  })

  it('C-CHAN-28 deleting all disabled channels takes statuses 2 and 3 and counts them', async () => {
    const kept = await site.addChannel()
    const disabled = await site.addChannel()
    const automatic = await site.addChannel()
    await update(disabled, { status: 2 })
    await site.api.services.knex('channels').where({ id: automatic }).update({ status: 3 })
    expect(await site.admin.call('DELETE', '/api/channel/disabled')).toBe(2)
    expect(ids(await list(''))).toEqual([kept])
  })

  it('C-CHAN-29 the repair finds nothing to do on a healthy store and changes no route', async () => {
    await site.addChannel()
    expect(await site.admin.call('POST', '/api/channel/fix')).toBe(0)
    expect(await statusAfterAsk()).toBe(200)
  })
})

describe('asking upstreams', () => {
  it('C-CHAN-23 C-CHAN-57 a test answers the time, stores it and charges nobody; the model is the one asked for', async () => {
    const id = await site.addChannel({ models: 'm-a,m-b', test_model: 'm-b' })
    const before = await site.balance()
    site.upstream.next({ holdAt: 'headers' })
    const testing = site.admin.request('GET', `/api/channel/test/${id}?model=`)
    const exchange = await site.upstream.received(1)
    site.api.clock.advance(1_200)
    exchange.resume()
    const answer = await testing
    const { time } = JSON.parse(answer.text) as { time: number }
    expect(time).toBeGreaterThanOrEqual(1.2)
    expect(time).toBeLessThan(60)
    expect((await site.channel(id)).response_time).toBeGreaterThanOrEqual(1_200)
    expect(exchange.model).toBe('m-b')
    await site.admin.call('GET', `/api/channel/test/${id}?model=m-a`)
    expect(site.upstream.requests.at(-1)?.model).toBe('m-a')
    expect(await site.balance()).toBe(before)
    expect(await site.audit()).toBe('clean')
  })

  it.each([
    ['gpt-4o', '/v1/chat/completions', { max_tokens: 16 }],
    ['text-embedding-3-small', '/v1/embeddings', { input: ['hello world'] }],
    ['omni-moderation-latest', '/v1/moderations', { input: 'hi' }],
    ['jina-reranker-v2', '/v1/rerank', { query: 'hi' }],
    ['gpt-4o-mini-tts', '/v1/audio/speech', { input: 'hi', voice: 'alloy' }],
    ['tts-1', '/v1/audio/speech', { input: 'hi' }],
    ['whisper-1', '/v1/audio/transcriptions', undefined],
    ['gpt-4o-transcribe', '/v1/audio/transcriptions', undefined],
    ['gpt-image-1', '/v1/images/generations', { prompt: 'a dot', n: 1 }],
    ['dall-e-3', '/v1/images/generations', { prompt: 'a dot' }],
  ] as const)('C-CHAN-23 C-CHAN-24 %s is tested by what it does', async (tested, path, body) => {
    const id = await site.addChannel({ models: tested })
    site.upstream.reset()
    await site.admin.call('GET', `/api/channel/test/${id}?model=${tested}`)
    const [sent] = site.upstream.requests
    expect([sent?.path, sent?.model, sent?.complaint]).toEqual([path, tested, undefined])
    if (body) expect(sent?.json).toMatchObject(body)
    else expect(sent?.form).toMatchObject({ model: [tested], file: [expect.anything()] })
    const { data } = (
      await site.root.request<{ passed: boolean }>('POST', `/api/channel/test/${id}`, { model: tested })
    ).body
    expect(data.passed).toBe(true)
  })

  it('C-CHAN-25 testing all answers at once, shows its progress and gives every channel a time', async () => {
    const all = [
      await site.addChannel(),
      await site.addChannel({ base_url: second.url }),
      await site.addChannel(),
    ]
    site.upstream.next({ holdAt: 'headers' })
    await site.admin.call('GET', '/api/channel/test')
    const exchange = await site.upstream.received(1)
    expect(await site.admin.call('GET', '/api/channel/progress')).toMatchObject({
      total: 3,
      done: expect.any(Number),
    })
    exchange.resume()
    const untested = async () =>
      (await Promise.all(all.map((id) => site.channel(id)))).filter((each) => each.response_time === 0).length
    await expect.poll(untested).toBe(0)
    await expect.poll(() => site.admin.call('GET', '/api/channel/progress')).toBeNull()
  })

  it('C-CHAN-26 C-CHAN-27 C-CHAN-63 balances are asked, answered and stored; a type without one fails clearly', async () => {
    const one = await site.addChannel()
    const other = await site.addChannel()
    const none = await site.addChannel({ type: 4 })
    const answer = await site.admin.request('GET', `/api/channel/update_balance/${one}/`)
    expect(JSON.parse(answer.text)).toMatchObject({ success: true, balance: 100 })
    expect((await site.channel(one)).balance).toBe(100)
    const refused = await site.admin.request('GET', `/api/channel/update_balance/${none}/`)
    expect(refused).toMatchObject({ status: 400, body: { code: 'channel_balance_unsupported' } })
    await site.admin.call('GET', '/api/channel/update_balance')
    await expect.poll(async () => (await site.channel(other)).balance).toBe(100)
    await expect.poll(() => site.admin.call('GET', '/api/channel/progress')).toBeNull()
  })

  it('C-CHAN-30 enabled models are the union over enabled channels', async () => {
    await site.addChannel({ models: 'm-a,m-b' })
    await site.addChannel({ models: 'm-b,m-c', model_prefix: 'p/' })
    const off = await site.addChannel({ models: 'm-d' })
    await update(off, { status: 2 })
    expect(await site.admin.call('GET', '/api/channel/models_enabled')).toEqual([
      'm-a',
      'm-b',
      'p/m-b',
      'p/m-c',
    ])
  })

  it('C-CHAN-31 models by channel type', async () => {
    for (const path of ['/api/channel/models', '/api/models']) {
      const models = await site.admin.call<Record<string, string[]>>('GET', path)
      expect(models['1']).toContain('gpt-4o')
      expect(models['14']?.some((each) => each.startsWith('claude'))).toBe(true)
    }
  })

  it('C-CHAN-32 C-CHAN-33 the upstream’s model list, for a stored channel and for a form', async () => {
    const three = { data: ['a', 'b', 'c'].map((id) => ({ id, object: 'model' })) }
    const id = await site.addChannel()
    site.upstream.next({ json: three }, { json: three }, { status: 401 })
    expect(await site.admin.call('GET', `/api/channel/fetch_models/${id}`)).toEqual(['a', 'b', 'c'])
    const form = { base_url: site.upstream.url, type: 1, key: 'form-key' }
    expect(await site.admin.call('POST', '/api/channel/fetch_models', form)).toEqual(['a', 'b', 'c'])
    expect(site.upstream.requests.at(-1)).toMatchObject({
      path: '/v1/models',
      headers: { authorization: 'Bearer form-key' },
    })
    const refused = await site.admin.request('POST', '/api/channel/fetch_models', form)
    expect(refused.status).toBe(502)
    expect(refused.body.message).toBe('fetching model list failed: it refuses the key (status 401)')
  })
})

describe('what a channel makes of a call', () => {
  it('C-CHAN-10 A-OPT-085 an automatic disabling has reason and time, and enabling by hand ends it', async () => {
    await site.setOption('AutomaticDisableChannelEnabled', 'true')
    const id = await site.addChannel()
    site.upstream.next({
      status: 401,
      error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
    })
    await site.ask()
    await expect.poll(async () => (await site.channel(id)).status).toBe(3)
    const info = JSON.parse((await site.channel(id)).other_info) as {
      status_reason: string
      status_time: number
    }
    expect(info.status_reason).toContain('Incorrect API key')
    expect(Math.abs(info.status_time - site.api.clock.now() / 1000)).toBeLessThan(60)
    await update(id, { status: 1 })
    expect(await site.channel(id)).toMatchObject({ status: 1, other_info: '' })
    expect(await statusAfterAsk()).toBe(200)
  })

  it('C-CHAN-48 several keys are used in turn; the key of type 41 is one key, commas and all', async () => {
    const id = await site.addChannel({ key: 'key-a,key-b' })
    for (let i = 0; i < 10; i += 1) await site.ask()
    const used = site.upstream.requests.map((each) => each.headers.authorization)
    expect(used.filter((each) => each === 'Bearer key-a')).toHaveLength(5)
    expect(used.filter((each) => each === 'Bearer key-b')).toHaveLength(5)
    expect((await site.channel(id)).key_count).toBe(2)
    const json = '{"type":"service_account","project_id":"p","private_key":"x"}'
    const vertex = await create({ type: 41, other: 'us-central1', base_url: '', key: json })
    expect((await site.channel(Number(vertex.body.data.id))).key_count).toBe(1)
  })

  it('C-CHAN-49 the organization is sent along', async () => {
    await site.addChannel({ openai_organization: 'org-1' })
    await site.ask()
    expect(site.upstream.requests[0]?.headers['openai-organization']).toBe('org-1')
  })

  it('C-CHAN-50 a longer prompt than max_input_tokens goes elsewhere, or nowhere', async () => {
    await site.addChannel({ max_input_tokens: 100, priority: 9 })
    const long = { messages: [{ role: 'user', content: 'word '.repeat(300) }] }
    expect(await statusAfterAsk()).toBe(200)
    expect(await statusAfterAsk(long)).toBe(400)
    expect(site.upstream.hits).toBe(1)
    await site.addChannel({ base_url: second.url })
    expect(await statusAfterAsk(long)).toBe(200)
    expect([site.upstream.hits, second.hits]).toEqual([1, 1])
  })

  it('C-CHAN-51 the base URL replaces the default address', async () => {
    await site.addChannel({ base_url: second.url })
    await site.ask()
    expect([site.upstream.hits, second.hits]).toEqual([0, 1])
    expect(second.requests[0]?.path).toBe('/v1/chat/completions')
  })

  it('C-CHAN-53 a mapped name goes upstream, the requested one is logged and priced', async () => {
    await site.addChannel({ model_mapping: `{"${model}":"vendor-name"}` })
    site.upstream.next({ usageValues: usageOf(1000, 500) })
    await site.ask()
    expect(lastSent(site.upstream).model).toBe('vendor-name')
    expect(await site.newestLog()).toMatchObject({ model_name: model, quota: 3750 })
    expect(await site.newestOther()).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'vendor-name',
    })
  })

  it('C-CHAN-54 a mapped status is what the client sees and what is retried', async () => {
    const id = await site.addChannel({ status_code_mapping: '{"400":"500"}', priority: 1 })
    site.upstream.always({ status: 400 })
    expect(await statusAfterAsk()).toBe(500)
    await site.addChannel({ base_url: second.url })
    await site.setOption('RetryTimes', '1')
    site.api.clock.advance(60_000)
    expect(await statusAfterAsk()).toBe(200)
    site.api.clock.advance(60_000)
    await update(id, { status_code_mapping: '' })
    expect(await statusAfterAsk()).toBe(400)
  })

  it('C-CHAN-55 another model or group has no channel', async () => {
    await site.addChannel({ models: model, group: 'default' })
    expect(await statusAfterAsk({ model: 'gpt-4o-mini' })).toBe(404)
    const vip = await site.addToken({ group: 'vip' })
    expect((await site.refusal(vip)).code).toBe('model_not_found')
    expect(await statusAfterAsk()).toBe(200)
  })

  it('C-CHAN-58 a lower priority waits for the higher to fail; weights share inside a priority', async () => {
    await site.addChannel({ weight: 10, priority: 5 })
    await site.addChannel({ base_url: second.url, weight: 30, priority: 5 })
    const third = await startSimulator()
    await site.addChannel({ base_url: third.url, weight: 1000, priority: 1 })
    for (let i = 0; i < 60; i += 1)
      await Promise.all(Array.from({ length: 10 }, async () => (await site.ask()).arrayBuffer()))
    expect(third.hits).toBe(0)
    // Every channel counts 10 on top of its weight: 20 to 40. The tolerance is five standard deviations of 600 draws.
    expect(Math.abs(site.upstream.hits - 200)).toBeLessThan(58)
    expect(site.upstream.hits + second.hits).toBe(600)
    await site.setOption('RetryTimes', '2')
    site.upstream.always({ status: 500 })
    second.always({ status: 500 })
    expect(await statusAfterAsk()).toBe(200)
    expect(third.hits).toBe(1)
    await third.close()
  })

  it('C-CHAN-59 a prefix is part of the name for clients only, and the longest wins', async () => {
    await site.addChannel({ model_prefix: 'p/' })
    await site.addChannel({ model_prefix: 'p/x/', base_url: second.url })
    await site.addChannel({ models: `x/${model}`, model_prefix: 'p/', priority: 100 })
    expect(await statusAfterAsk({ model: `p/${model}` })).toBe(200)
    expect(lastSent(site.upstream).model).toBe(model)
    expect(await statusAfterAsk()).toBe(404)
    expect(await statusAfterAsk({ model: `p/x/${model}` })).toBe(200)
    expect([second.hits, lastSent(second).model]).toEqual([1, model])
  })

  it('C-CHAN-60 the documented settings act, unknown ones are refused by name', async () => {
    const refused = await create({ setting: '{"no_such_setting":true}' })
    expect(refused).toMatchObject({ status: 400, body: { field: 'setting' } })
    expect(refused.body.message).toContain('no_such_setting')
    const id = await site.addChannel({ system_prompt: 'Be brief.', setting: '{"system_role_to_user":true}' })
    await site.ask()
    expect(lastSent(site.upstream).messages).toEqual([
      { role: 'user', content: '<system>\nBe brief.\n</system>' },
      ...hello,
    ])
    await update(id, { setting: '{"pass_through_body_enabled":true}' })
    await site.ask()
    expect(lastSent(site.upstream).messages).toEqual(hello)
  })

  it('C-CHAN-61 parameters of the body are overwritten', async () => {
    await site.addChannel({ param_override: '{"temperature":0,"metadata":{"a":1}}' })
    await site.ask(undefined, { temperature: 1, top_p: 0.5, metadata: { b: 2 } })
    expect(lastSent(site.upstream)).toMatchObject({ temperature: 0, top_p: 0.5, metadata: { a: 1 } })
  })

  it('C-CHAN-63 used quota grows by each charge', async () => {
    const id = await site.addChannel()
    const { created_time } = await site.channel(id)
    expect(Math.abs(Number(created_time) - site.api.clock.now() / 1000)).toBeLessThan(60)
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    await site.ask()
    expect((await site.channel(id)).used_quota).toBe(3750)
    await site.ask()
    expect((await site.channel(id)).used_quota).toBe(7500)
  })
})
