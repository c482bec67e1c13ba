import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import type { LogRow } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'
import { type List, model, type Site, startSite, type Token, usageOf } from './site.ts'

type Row = LogRow & {
  readonly created_at: number
  readonly username: string
  readonly group: string
  readonly channel_name?: string
  readonly client_ip: string
  readonly use_time: number
}

let site: Site
let second: Simulator
let channelId: number

beforeAll(async () => {
  site = await startSite()
  second = await startSimulator()
  channelId = await site.addChannel({
    name: 'the channel',
    models: `${model},gpt-4o-mini`,
    group: 'default,vip',
  })
})
afterAll(async () => {
  await site.close()
  await second.close()
})
beforeEach(() => {
  site.upstream.reset()
  site.api.clock.advance(120_000)
})

const list = (query: string, by: Caller = site.root, path = '/api/log/') =>
  by.call<List<Row>>('GET', `${path}?page_size=100&${query}`)
const tokenNamed = async (name: string, owner: Caller, columns: Readonly<Record<string, unknown>> = {}) =>
  `sk-${(await owner.call<Token>('POST', '/api/token/', { name, unlimited_quota: true, ...columns })).key}`

describe('lists', () => {
  it('C-LOG-02 every filter works alone and together; users see their own rows only', async () => {
    const ofUser = await tokenNamed('user-token', site.user)
    const ofVip = await tokenNamed('vip-token', site.root, { group: 'vip' })
    site.upstream.always({ usageValues: usageOf(100, 10) })
    const before = Math.floor(site.api.clock.now() / 1000)
    await site.ask(ofUser)
    await site.ask(ofVip, { model: 'gpt-4o-mini' })
    site.api.clock.advance(100_000)
    await site.ask(ofUser, { model: 'gpt-4o-mini' })
    const models = async (query: string) =>
      (await list(`type=2&${query}`)).items.map((each) => each.model_name)
    expect(await models('username=a-user')).toEqual(['gpt-4o-mini', model])
    expect(await models('token_name=vip-token')).toEqual(['gpt-4o-mini'])
    expect(await models(`token_name=user-token&model_name=${model}`)).toEqual([model])
    expect(await models('model_name=gpt-4o-m%25')).toEqual(['gpt-4o-mini', 'gpt-4o-mini'])
    expect(await models('group=vip')).toEqual(['gpt-4o-mini'])
    expect((await list(`type=2&channel=${channelId}`)).total).toBe(3)
    expect((await list(`type=2&channel=${channelId + 1}`)).total).toBe(0)
    expect((await list(`type=2&start_timestamp=${before}&end_timestamp=${before + 50}`)).total).toBe(2)
    expect((await list(`type=2&start_timestamp=${before + 90}&end_timestamp=0`)).total).toBe(1)
    expect(
      await models('username=a-user&token_name=user-token&group=default&model_name=gpt-4o-mini'),
    ).toEqual(['gpt-4o-mini'])
    expect((await site.user.request('GET', '/api/log/')).status).toBe(403)
    const own = await list('type=2', site.user, '/api/log/self/')
    expect(own.items.map((each) => each.username)).toEqual(['a-user', 'a-user'])
    expect(own).toMatchObject({ page: 1, page_size: 100, total: 2 })
    expect((await list('type=2&token_name=vip-token', site.user, '/api/log/self/')).total).toBe(0)
    expect(
      (await list('type=2&username=root', site.user, '/api/log/self/')).items.every(
        (each) => each.username === 'a-user',
      ),
    ).toBe(true)
  })

  it('C-LOG-03 pages of every size', async () => {
    const owner = await site.api.createUser('pager')
    await site.credit(owner, 1_000_000)
    const key = await tokenNamed('pages', owner)
    for (let i = 0; i < 24; i += 1) await site.ask(key)
    for (const [size, page, count] of [
      [10, 1, 10],
      [10, 3, 5],
      [20, 2, 5],
      [50, 1, 25],
      [100, 1, 25],
    ] as const) {
      const found = await owner.call<List<Row>>('GET', `/api/log/self/?p=${page}&page_size=${size}`)
      // 24 calls plus the credit.
      expect([found.items.length, found.total]).toEqual([count, 25])
    }
  })

  it('C-LOG-04 the sums follow the filters; rpm and tpm count the last minute', async () => {
    const owner = await site.api.createUser('summer')
    await site.credit(owner, 1_000_000)
    const key = await tokenNamed('sums', owner)
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    await site.ask(key)
    await site.ask(key)
    await site.ask(key, { model: 'gpt-4o-mini' })
    const stat = (query: string) => owner.call('GET', `/api/log/self/stat?type=2&${query}`)
    expect(await stat('')).toEqual({
      quota: 7725,
      quota_exact: '7725',
      token_total: 4500,
      token_input: 3000,
      token_output: 1500,
      rpm: 3,
      tpm: 4500,
      is_complete: true,
    })
    expect(await stat('model_name=gpt-4o-mini')).toMatchObject({
      quota: 225,
      token_total: 1500,
      rpm: 1,
      tpm: 1500,
    })
    expect(await site.root.call('GET', '/api/log/stat?type=2&username=summer')).toMatchObject({
      quota: 7725,
      rpm: 3,
    })
    site.api.clock.advance(61_000)
    expect(await stat('')).toMatchObject({ quota: 7725, rpm: 0, tpm: 0 })
  })

  it('C-LOG-10 a row of each type is written and found by it', async () => {
    await site.setOption('LogErrorEnabled', 'true')
    await site.setOption('QuotaForNewUser', '1000000')
    const owner = await site.api.createUser('all-types')
    await site.setOption('QuotaForNewUser', '0')
    await site.credit(owner, 5)
    const [code] = await site.admin.call<string[]>('POST', '/api/redemption/', { name: 'x', quota: 7 })
    await owner.call('POST', '/api/user/topup', { key: code })
    const key = await tokenNamed('types', owner)
    site.upstream.next({}, { status: 400 })
    await site.ask(key)
    await site.ask(key)
    await site.setOption('LogErrorEnabled', 'false')
    for (const type of [1, 2, 3, 4, 6])
      expect((await list(`type=${type}`, owner, '/api/log/self/')).items.map((each) => each.type)).toEqual([
        type,
      ])
    expect((await list('type=0', owner, '/api/log/self/')).items.map((each) => each.type).sort()).toEqual([
      1, 2, 3, 4, 6,
    ])
  })
})

describe('one row', () => {
  it('C-LOG-05 C-LOG-11 every field, and the ratios of a call by tokens, by call and with a nested group ratio', async () => {
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    await site.ask()
    expect(await site.newestLog()).toMatchObject({
      id: expect.any(Number),
      created_at: expect.any(Number),
      type: 2,
      channel: channelId,
      channel_name: 'the channel',
      user_id: site.root.id,
      username: 'root',
      token_name: 'test',
      group: 'default',
      model_name: model,
      is_stream: false,
      use_time: expect.any(Number),
      prompt_tokens: 1000,
      completion_tokens: 500,
      quota: 3750,
      content: expect.stringContaining('1.25'),
      client_ip: '',
    })
    expect(await site.newestOther()).toMatchObject({ model_ratio: 1.25, completion_ratio: 4, group_ratio: 1 })
    await site.setOption('ModelPrice', `{"${model}":0.01}`)
    await site.ask()
    expect(await site.newestOther()).toMatchObject({ model_price: 0.01, group_ratio: 1 })
    await site.setOption('ModelPrice', '{}')
    await site.setOption('GroupGroupRatio', '{"default":{"default":0.5}}')
    await site.ask()
    expect((await site.newestLog()).quota).toBe(1875)
    expect(await site.newestOther()).toMatchObject({ user_group_ratio: 0.5 })
    await site.setOption('GroupGroupRatio', '{}')
  })

  it('C-LOG-08 owners see no channel in their rows, administrators do', async () => {
    const key = await tokenNamed('hidden', site.user)
    await site.ask(key)
    const [own] = (await list('type=2', site.user, '/api/log/self/')).items
    expect(own?.channel ?? 0).toBe(0)
    expect(own?.channel_name ?? '').toBe('')
    expect(own?.other).not.toMatch(/admin_info|channel/)
    const explained = await site.user.request('GET', `/api/log/explain/${own?.request_id}`)
    expect(explained.text).not.toContain('the channel')
    const [seen] = (await list('type=2&token_name=hidden')).items
    expect(seen).toMatchObject({ channel: channelId, channel_name: 'the channel' })
    expect(JSON.parse(seen?.other ?? '')).toMatchObject({ admin_info: { use_channel: [String(channelId)] } })
  })

  it('C-LOG-13 frt is the milliseconds to the first byte of a stream', async () => {
    site.upstream.next({ holdAt: 'body' })
    const response = await Promise.all([
      site.ask(undefined, { stream: true }),
      site.upstream.received(1).then(async (exchange) => {
        await exchange.held
        site.api.clock.advance(500)
        exchange.resume()
      }),
    ])
    await response[0].text()
    const { frt } = await site.newestOther()
    expect(Number(frt)).toBeGreaterThanOrEqual(500)
    expect(Number(frt)).toBeLessThan(60_000)
  })

  it('C-LOG-14 a mapped call names the upstream’s model', async () => {
    const id = await site.addChannel({ model_mapping: `{"${model}":"vendor-name"}`, priority: 9 })
    await site.ask()
    expect(await site.newestOther()).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'vendor-name',
    })
    await site.root.call('DELETE', `/api/channel/${id}`)
    await site.ask()
    expect(await site.newestOther()).not.toHaveProperty('is_model_mapped')
  })

  it('C-LOG-15 the channels tried stand in the row, in order', async () => {
    const failing = await site.addChannel({ base_url: second.url, priority: 9 })
    second.always({ status: 500 })
    await site.setOption('RetryTimes', '1')
    expect((await site.ask()).status).toBe(200)
    await site.setOption('RetryTimes', '0')
    expect(await site.newestOther()).toMatchObject({
      admin_info: { use_channel: [String(failing), String(channelId)] },
    })
    await site.root.call('DELETE', `/api/channel/${failing}`)
  })

  it('C-LOG-18 an error row tells what failed; which channel, administrators only', async () => {
    await site.setOption('LogErrorEnabled', 'true')
    const key = await tokenNamed('errors', site.user)
    site.upstream.next({ status: 418, error: { message: 'no tea', type: 'teapot_error', code: 'teapot' } })
    await site.ask(key)
    await site.setOption('LogErrorEnabled', 'false')
    const facts = { error_type: 'teapot_error', error_code: 'teapot', status_code: 418 }
    const [seen] = (await list('type=6&token_name=errors')).items
    expect(JSON.parse(seen?.other ?? '')).toMatchObject({ ...facts, channel_id: channelId })
    const [own] = (await list('type=6&token_name=errors', site.user, '/api/log/self/')).items
    expect(JSON.parse(own?.other ?? '')).toMatchObject(facts)
    expect(own?.other).not.toContain('channel')
  })

  it('C-LOG-19 chat content stands in the row when it is logged', async () => {
    await site.setOption('LogChatContentEnabled', 'true')
    site.upstream.next({ text: 'the answer' })
    await site.ask(undefined, { messages: [{ role: 'user', content: 'the question' }] })
    await site.setOption('LogChatContentEnabled', 'false')
    expect(await site.newestOther()).toMatchObject({
      system_prompt: '',
      context: '',
      input_content: 'the question',
      output_content: 'the answer',
    })
  })

  it('C-LOG-22 A-ME-15 the client’s address is stored for users who want that', async () => {
    const key = await tokenNamed('address', site.user)
    for (const [isShown, address] of [
      [true, '127.0.0.1'],
      [false, ''],
    ] as const) {
      await site.user.call('PUT', '/api/user/setting', { show_ip_in_logs: isShown })
      await site.ask(key)
      const [own] = (await list('type=2', site.user, '/api/log/self/')).items
      expect(own?.client_ip).toBe(address)
    }
  })
})

describe('statistics and cleaning', () => {
  it('C-LOG-24 hourly statistics add up to what the log says', async () => {
    const owner = await site.api.createUser('hourly')
    await site.credit(owner, 1_000_000)
    const key = await tokenNamed('hours', owner)
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    for (let i = 0; i < 3; i += 1) {
      await site.ask(key)
      site.api.clock.advance(3_600_000)
    }
    const now = Math.floor(site.api.clock.now() / 1000)
    const rows = await owner.call<{ count: number; quota: number; token_used: number; created_at: number }[]>(
      'GET',
      `/api/data/self?start_timestamp=${now - 20_000}&end_timestamp=${now}`,
    )
    expect(rows).toHaveLength(3)
    for (const row of rows) expect(row).toMatchObject({ count: 1, quota: 3750, token_used: 1500 })
    expect(rows.every((each) => each.created_at % 3600 === 0)).toBe(true)
    const all = await site.root.call<{ quota: number }[]>(
      'GET',
      `/api/data/?username=hourly&start_timestamp=${now - 20_000}&end_timestamp=${now}`,
    )
    expect(all.reduce((sum, each) => sum + each.quota, 0)).toBe(11_250)
  })

  it('C-LOG-23 cleaning is for administrators, needs a time, and touches no ledger data', async () => {
    const balance = await site.balance()
    expect((await site.user.request('DELETE', '/api/log/?target_timestamp=1')).status).toBe(403)
    expect(await site.admin.request('DELETE', '/api/log/')).toMatchObject({
      status: 400,
      body: { message: 'please choose log time' },
    })
    const { total } = await list('')
    const now = Math.floor(site.api.clock.now() / 1000)
    expect(await site.admin.call('DELETE', `/api/log/?target_timestamp=${now}`)).toBe(total)
    expect((await list('type=2')).total).toBe(0)
    expect(await site.balance()).toBe(balance)
    expect(await site.audit()).toBe('clean')
  })
})
