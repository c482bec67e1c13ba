import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { optionTable } from './option-table.ts'
import { hello, type List, lastSent, model, readRefusal, type Site, startSite, usageOf } from './site.ts'

let site: Site
let second: Simulator
let defaults: Readonly<Record<string, string>>

beforeAll(async () => {
  site = await startSite()
  second = await startSimulator()
  const entries = await site.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  defaults = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
})
afterAll(async () => {
  await site.close()
  await second.close()
})

let changed = new Set<string>()
const set = async (values: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(values)) {
    await site.setOption(key, value)
    changed.add(key)
  }
}

// Every row starts with the settings of a fresh installation, one channel, and upstreams that answer normally.
let channelId = 0
beforeEach(async () => {
  for (const key of changed) await site.setOption(key, defaults[key] ?? '')
  changed = new Set()
  site.upstream.reset()
  second.reset()
  site.api.clock.advance(10 * 60_000)
  await site.clearChannels()
  channelId = await site.addChannel()
})

const statuses = async (count: number, key?: string): Promise<number[]> => {
  const found: number[] = []
  for (let i = 0; i < count; i += 1) found.push((await site.ask(key)).status)
  return found
}
const cost = async (key?: string, body?: Readonly<Record<string, unknown>>): Promise<number> => {
  const response = await site.ask(key, body)
  if (!response.ok) throw new Error(await response.text())
  return Number((await site.newestLog()).quota_exact)
}
const userStatus = async (id: number) => (await site.channel(id)).status

describe('prices and groups', () => {
  beforeEach(() => site.upstream.always({ usageValues: usageOf(1000, 500) }))

  it('A-OPT-098 A-OPT-100 ModelRatio and CompletionRatio', async () => {
    await set({ ModelRatio: `{"${model}":2}`, CompletionRatio: `{"${model}":3}` })
    expect(await cost()).toBe(2 * (1000 + 500 * 3))
  })

  it('A-OPT-099 A-OPT-061 a fixed price wins over the ratio and costs price x QuotaPerUnit x group ratio', async () => {
    await set({ ModelPrice: `{"${model}":0.01}` })
    expect(await cost()).toBe(5000)
    await set({ QuotaPerUnit: '1000000', GroupRatio: '{"default":0.5,"vip":1}' })
    expect(await cost()).toBe(5000)
  })

  it('A-OPT-101 CacheRatio prices cached prompt tokens', async () => {
    await set({ CacheRatio: `{"${model}":0.25}` })
    site.upstream.always({ usageValues: usageOf(1000, 0, { prompt_tokens_details: { cached_tokens: 400 } }) })
    expect(await cost()).toBe(1.25 * (600 + 400 * 0.25))
    expect(await site.newestOther()).toMatchObject({ cache_tokens: 400, cache_ratio: 0.25 })
  })

  it('A-OPT-102 GroupRatio prices the same call differently in two groups', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, group: 'default,vip' })
    await set({ GroupRatio: '{"default":1,"vip":0.8}' })
    const vip = await site.addToken({ group: 'vip' })
    expect([await cost(), await cost(vip)]).toEqual([3750, 3000])
  })

  it('A-OPT-137 GroupGroupRatio replaces the group ratio and is logged as user_group_ratio', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, group: 'default,vip' })
    await set({ GroupRatio: '{"default":1,"vip":0.8}', GroupGroupRatio: '{"default":{"vip":0.5}}' })
    const vip = await site.addToken({ group: 'vip' })
    expect(await cost(vip)).toBe(1875)
    expect(await site.newestOther()).toMatchObject({ user_group_ratio: 0.5 })
    await cost()
    expect(await site.newestOther()).not.toHaveProperty('user_group_ratio')
  })

  it('A-OPT-103 UserUsableGroups says which groups a token may have', async () => {
    await set({ UserUsableGroups: '{"default":"d"}' })
    const refused = await site.user.request('POST', '/api/token/', { name: 'x', group: 'vip' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'group_forbidden' } })
    expect(await site.user.call('GET', '/api/user/self/groups')).toMatchObject({
      default: { desc: 'd', ratio: 1 },
    })
  })

  it('A-OPT-110 A-OPT-111 A-OPT-112 A-OPT-113 fallback prices charge models without a price', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, models: 'new-model' })
    const body = { model: 'new-model' }
    expect(await site.refusal(undefined, body)).toMatchObject({ status: 403, code: 'model_price_error' })
    await set({ fallback_pricing_enabled: 'true', fallback_single_price: '0.01' })
    expect(await cost(undefined, body)).toBe(5000)
    await set({ fallback_single_price: '', fallback_input_ratio: '2', fallback_completion_ratio: '3' })
    expect(await cost(undefined, body)).toBe(2 * (1000 + 500 * 3))
  })

  it('A-OPT-110 mixed fallback prices are no price', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, models: 'new-model' })
    await set({ fallback_pricing_enabled: 'true', fallback_single_price: '0.01', fallback_input_ratio: '2' })
    expect(await site.refusal(undefined, { model: 'new-model' })).toMatchObject({ code: 'model_price_error' })
    const judged = await site.root.request('POST', '/api/option/validate_fallback_pricing', {
      enabled: true,
      single_price: 0.01,
      input_ratio: 2,
    })
    expect(judged.body.message).toContain('please check the fallback ratio config')
  })

  it('A-OPT-092 PreConsumedQuota is held while a call without an output cap runs, if it is more than the longest answer', async () => {
    const heldFor = async (quota: string): Promise<number> => {
      await set({ PreConsumedQuota: quota })
      const before = await site.balanceOf(site.user)
      site.upstream.reset()
      site.upstream.next({ holdAt: 'headers', usageValues: usageOf(1, 1) })
      const { key } = await site.newToken({}, site.user)
      const running = site.ask(`sk-${key}`)
      const exchange = await site.upstream.received(1)
      const held = before - (await site.balanceOf(site.user))
      exchange.resume()
      await running
      return Number(held) / 1000
    }
    const small = await heldFor('500')
    // The option counts output tokens: 1.25 x 4 quota units each.
    expect((await heldFor('100500')) - small).toBe((100_500 - 16_384) * 5)
    expect(await site.audit()).toBe('clean')
  })
})

describe('retries', () => {
  const otherChannel = () => site.addChannel({ base_url: second.url, priority: -1 })

  it('A-OPT-062 RetryTimes repeats on other channels', async () => {
    await otherChannel()
    site.upstream.always({ status: 500 })
    expect((await site.ask()).status).toBe(500)
    site.api.clock.advance(60_000)
    await set({ RetryTimes: '1' })
    expect((await site.ask()).status).toBe(200)
  })

  it('A-OPT-131 A-OPT-133 automatic retry asks another channel', async () => {
    await otherChannel()
    site.upstream.always({ status: 500 })
    await set({ 'global.auto_retry_enabled': 'true', 'global.auto_retry_force_channel_switch': 'true' })
    expect((await site.ask()).status).toBe(200)
    expect([site.upstream.hits, second.hits]).toEqual([1, 1])
  })

  it('A-OPT-131 A-OPT-132 an upstream that always fails is hit once and as often again as the count says', async () => {
    site.upstream.always({ status: 500 })
    for (let i = 0; i < 5; i += 1) await site.addChannel()
    await set({ 'global.auto_retry_enabled': 'true' })
    expect((await site.ask()).status).toBe(500)
    expect(site.upstream.hits).toBe(4)
  })

  it('A-OPT-131 A-OPT-132 a single channel that fails first and then works gives a success', async () => {
    site.upstream.next({ status: 500 })
    await set({ 'global.auto_retry_enabled': 'true' })
    expect((await site.ask()).status).toBe(200)
    expect(site.upstream.hits).toBe(2)
    site.upstream.reset()
    site.upstream.always({ status: 500 })
    expect((await site.ask()).status).toBe(500)
    expect(site.upstream.hits).toBe(4)
  })

  it('A-OPT-134 503 is repeated, 400 only when it is listed', async () => {
    await otherChannel()
    await set({ 'global.auto_retry_enabled': 'true' })
    site.upstream.always({ status: 503 })
    expect((await site.ask()).status).toBe(200)
    for (const status of [400, 413, 422]) {
      site.api.clock.advance(60_000)
      site.upstream.always({ status })
      expect((await site.ask()).status).toBe(status)
    }
    site.api.clock.advance(60_000)
    await set({ 'global.auto_retry_status_codes': '400' })
    site.upstream.always({ status: 400 })
    expect((await site.ask()).status).toBe(200)
  })
})

describe('limits', () => {
  it('A-OPT-106 A-OPT-107 A-OPT-109 C-CONST-03 all requests of a period are counted, failures too; the next period is free', async () => {
    await set({ ModelRequestRateLimitCount: '3' })
    expect(await statuses(4)).toEqual([200, 200, 200, 200])
    await set({ ModelRequestRateLimitEnabled: 'true' })
    site.upstream.always({ status: 400 })
    expect(await statuses(4)).toEqual([400, 400, 400, 429])
    const refused = await site.refusal()
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.message).not.toContain('{')
    expect(refused.message).toContain('3')
    site.upstream.always({})
    site.api.clock.advance(61_000)
    expect(await statuses(1)).toEqual([200])
  })

  it('A-OPT-108 successes of a period are counted, failures are not', async () => {
    await set({ ModelRequestRateLimitEnabled: 'true', ModelRequestRateLimitSuccessCount: '2' })
    site.upstream.next({ status: 400 }, {}, { status: 400 })
    expect(await statuses(5)).toEqual([400, 200, 400, 200, 429])
    const refused = await site.refusal()
    expect(refused.message).not.toContain('{')
    expect(refused.message).toContain('2')
  })

  it('A-OPT-127 A-OPT-128 the exempt group is not limited, others are', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, group: 'default,bulk-ok' })
    await set({
      UserUsableGroups: '{"default":"d","bulk-ok":"b"}',
      GroupRatio: '{"default":1,"bulk-ok":1}',
      ModelRequestRateLimitEnabled: 'true',
      ModelRequestRateLimitCount: '1',
      'global.rate_limit_exempt_enabled': 'true',
    })
    const exempt = await site.addToken({
      group: 'bulk-ok',
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 1,
    })
    expect(await statuses(3, exempt)).toEqual([200, 200, 200])
    expect(await statuses(2)).toEqual([200, 429])
  })
})

describe('words', () => {
  const say = (content: string, key?: string) => site.ask(key, { messages: [{ role: 'user', content }] })

  it('A-OPT-074 A-OPT-075 A-OPT-076 listed words are refused before the upstream, unless a switch is off', async () => {
    await set({ SensitiveWords: 'forbidden thing\nanother' })
    const before = await site.balance()
    expect(await readRefusal(await say('a Forbidden Thing'))).toMatchObject({
      status: 400,
      code: 'sensitive_words_detected',
    })
    const embedding = await site.post('/v1/embeddings', { model, input: 'another' })
    expect(embedding.status).toBe(400)
    const completion = await site.post('/v1/completions', { model, prompt: 'another' })
    expect(completion.status).toBe(400)
    expect(site.upstream.hits).toBe(0)
    expect(await site.balance()).toBe(before)
    await set({ CheckSensitiveOnPromptEnabled: 'false' })
    expect((await say('another')).status).toBe(200)
    await set({ CheckSensitiveOnPromptEnabled: 'true', CheckSensitiveEnabled: 'false' })
    expect((await say('another')).status).toBe(200)
  })

  it('A-OPT-129 A-OPT-130 the exempt group skips the filter, others do not', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, group: 'default,nsfw-ok' })
    await set({
      UserUsableGroups: '{"default":"d","nsfw-ok":"n"}',
      GroupRatio: '{"default":1,"nsfw-ok":1}',
      'global.safe_check_exempt_enabled': 'true',
    })
    const exempt = await site.addToken({ group: 'nsfw-ok' })
    expect((await say('test_sensitive', exempt)).status).toBe(200)
    expect((await say('test_sensitive')).status).toBe(400)
  })
})

describe('logs', () => {
  it('A-OPT-077 without consumption rows the balance still falls and the books are clean', async () => {
    await site.ask()
    const rows = (await site.logs()).length
    const before = await site.balance()
    await set({ LogConsumeEnabled: 'false' })
    await site.ask()
    expect((await site.logs()).length).toBe(rows)
    expect(await site.balance()).toBeLessThan(before)
    expect(await site.audit()).toBe('clean')
  })

  it('A-OPT-078 chat content is logged when asked for', async () => {
    const messages = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'first question' },
      { role: 'assistant', content: 'first answer' },
      { role: 'user', content: 'second question' },
    ]
    const keys = ['context', 'input_content', 'output_content', 'system_prompt']
    await site.ask(undefined, { messages })
    const without = await site.newestOther()
    expect(keys.filter((key) => key in without)).toEqual([])
    await set({ LogChatContentEnabled: 'true' })
    for (const stream of [false, true]) {
      site.upstream.next({ text: 'second answer' })
      await (await site.ask(undefined, { messages, stream })).text()
      expect(await site.newestOther()).toMatchObject({
        system_prompt: 'be brief',
        context: expect.stringContaining('first answer'),
        input_content: 'second question',
        output_content: 'second answer',
      })
    }
  })

  it('A-OPT-079 failed calls give rows of type 6 when asked for', async () => {
    site.upstream.always({ status: 500, error: { message: 'it broke', type: 'server_error', code: 'boom' } })
    const rows = (await site.logs()).length
    await site.ask()
    expect((await site.logs()).length).toBe(rows)
    await set({ LogErrorEnabled: 'true' })
    await site.ask()
    expect(await site.newestLog()).toMatchObject({
      type: 6,
      quota: 0,
      content: expect.stringContaining('it broke'),
    })
    expect(await site.newestOther()).toMatchObject({
      error_type: 'server_error',
      error_code: 'boom',
      status_code: 500,
      channel_id: channelId,
    })
  })

  it('A-OPT-080 hourly statistics follow the log', async () => {
    site.upstream.always({ usageValues: usageOf(100, 10) })
    await site.ask()
    const hour = Math.floor(site.api.clock.now() / 3_600_000) * 3600
    const query = `start_timestamp=${hour}&end_timestamp=${hour + 3599}`
    const rows = await site.root.call<
      { model_name: string; count: number; token_used: number; quota: number }[]
    >('GET', `/api/data/self?${query}`)
    const ours = rows.filter((each) => each.model_name === model)
    expect(ours.reduce((sum, each) => sum + each.token_used, 0)).toBeGreaterThanOrEqual(110)
    expect(ours.reduce((sum, each) => sum + each.count, 0)).toBeGreaterThanOrEqual(1)
  })
})

describe('channels', () => {
  const dead = { status: 401, error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }

  it('A-OPT-083 test-all disables channels slower than the threshold', async () => {
    await set({ AutomaticDisableChannelEnabled: 'true', ChannelDisableThreshold: '5' })
    site.upstream.next({ holdAt: 'headers' })
    await site.root.call('GET', '/api/channel/test')
    const exchange = await site.upstream.received(1)
    site.api.clock.advance(6_000)
    exchange.resume()
    await expect.poll(() => userStatus(channelId)).toBe(3)
    expect((await site.channel(channelId)).response_time).toBeGreaterThanOrEqual(6_000)
    // The reason is translated to the reader's language, in lists and for a single channel.
    type Shown = { id: number; other_info: string }
    const read = async <Data>(path: string, language: string) =>
      (await site.root.request<Data>('GET', path, undefined, { 'accept-language': language })).body.data
    const reasonsIn = async (language: string) => {
      const alone = await read<Shown>(`/api/channel/${channelId}`, language)
      const { items } = await read<{ items: Shown[] }>('/api/channel/', language)
      return [alone, items.find(({ id }) => id === channelId)].map((each) =>
        JSON.parse(each?.other_info ?? '{}'),
      )
    }
    const told = (reason: RegExp) => ({
      status_reason: expect.stringMatching(reason),
      status_time: expect.any(Number),
    })
    const english = told(/^test took \d+\.\d s, more than 5 s$/)
    expect(await reasonsIn('en')).toEqual([english, english])
    const chinese = told(/^测试用时 \d+\.\d 秒，超过 5 秒$/)
    expect(await reasonsIn('zh')).toEqual([chinese, chinese])
  })

  it('A-OPT-085 C-CHAN-56 a dead key disables a channel with auto_ban 1 when the option is on', async () => {
    site.upstream.always(dead)
    await site.ask()
    expect(await userStatus(channelId)).toBe(1)
    await set({ AutomaticDisableChannelEnabled: 'true' })
    const never = await site.addChannel({ auto_ban: 0, priority: 5, key: 'key-that-stays' })
    await site.ask()
    expect(site.upstream.requests.at(-1)?.headers.authorization).toBe('Bearer key-that-stays')
    await site.root.call('PUT', '/api/channel/', { id: never, priority: -5 })
    await site.ask()
    await expect.poll(() => userStatus(channelId)).toBe(3)
    // Channels are disabled shortly after the answer, so the other channel would be disabled by now.
    expect(await userStatus(never)).toBe(1)
  })

  it('A-OPT-086 a good test enables an automatically disabled channel, never one disabled by hand', async () => {
    await set({ AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' })
    const byHand = await site.addChannel()
    await site.root.call('PUT', '/api/channel/', { id: byHand, status: 2 })
    site.upstream.next(dead)
    await site.ask()
    await expect.poll(() => userStatus(channelId)).toBe(3)
    await site.root.call('GET', '/api/channel/test')
    await expect.poll(() => userStatus(channelId)).toBe(1)
    expect(await userStatus(byHand)).toBe(2)
  })

  it('A-OPT-087 a keyword in the upstream’s message disables the channel', async () => {
    await set({
      AutomaticDisableChannelEnabled: 'true',
      AutomaticDisableKeywords: 'no more money\nout of credit',
    })
    site.upstream.next({ status: 400, error: { message: 'You are Out Of Credit, sorry' } })
    await site.ask()
    await expect.poll(() => userStatus(channelId)).toBe(3)
  })
})

describe('what goes over the wire', () => {
  it('A-OPT-048 A-OPT-049 the client’s address is taken from the header of the chosen proxy', async () => {
    const token = await site.addToken({ allow_ips: '203.0.113.7' })
    const from = async (headers: Readonly<Record<string, string>>) =>
      (
        await site.post(
          '/v1/chat/completions',
          { model, messages: hello },
          { authorization: `Bearer ${token}`, ...headers },
        )
      ).status
    const real = { 'x-real-ip': '203.0.113.7' }
    const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
    const cloudflare = { 'cf-connecting-ip': '203.0.113.7' }
    expect([await from(real), await from(forwarded), await from(cloudflare)]).toEqual([403, 403, 403])
    await set({ ReverseProxyEnabled: 'true' })
    expect([await from(real), await from(forwarded), await from(cloudflare)]).toEqual([200, 200, 403])
    await set({ ReverseProxyProvider: 'cloudflare' })
    expect([await from(real), await from(forwarded), await from(cloudflare)]).toEqual([403, 403, 200])
  })

  it('A-OPT-064 the billing pages show the token’s numbers, or the account’s', async () => {
    const key = await site.addToken({ unlimited_quota: false, remain_quota: 1_000_000 })
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    await site.ask(key)
    const page = async (path: string) =>
      (await (
        await fetch(`${site.url}/v1/dashboard/billing/${path}`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).json()) as Record<string, number>
    // 3750 of 1000000 units, 500000 to the dollar; usage is in cents.
    expect(await page('usage')).toMatchObject({ total_usage: 0.75 })
    expect(await page('subscription')).toMatchObject({ hard_limit_usd: 2 })
    await set({ DisplayTokenStatEnabled: 'false' })
    const { used_quota, quota } = await site.root.call<{ used_quota: number; quota: number }>(
      'GET',
      '/api/user/self',
    )
    expect((await page('usage')).total_usage).toBeCloseTo(used_quota / 5000, 3)
    expect((await page('subscription')).hard_limit_usd).toBeCloseTo((quota + used_quota) / 500_000, 3)
  })

  it('A-OPT-124 the body goes upstream unchanged, whatever the channel would edit', async () => {
    await site.root.call('PUT', '/api/channel/', {
      id: channelId,
      system_prompt: 'be brief',
      param_override: '{"temperature":0}',
    })
    const body = `{"model":"${model}",  "messages":[{"role":"user","content":"hi"}], "temperature": 1.0}`
    await site.post('/v1/chat/completions', body)
    expect(lastSent(site.upstream)).toMatchObject({ temperature: 0 })
    await set({ 'global.pass_through_request_enabled': 'true' })
    await site.post('/v1/chat/completions', body)
    expect(String(site.upstream.requests.at(-1)?.body)).toBe(body)
  })

  it('A-OPT-125 the upstream’s words are hidden from the client, not from the administrators’ log', async () => {
    await set({ 'global.hide_upstream_error_enabled': 'true', LogErrorEnabled: 'true' })
    site.upstream.always({ status: 500, error: { message: 'marker-of-the-upstream' } })
    const refused = await site.refusal()
    expect(refused.message).not.toContain('marker-of-the-upstream')
    expect((await site.newestLog()).content).toContain('marker-of-the-upstream')
    const { items } = await site.root.call<List<{ content: string }>>('GET', '/api/log/?type=6')
    expect(items[0]?.content).toContain('marker-of-the-upstream')
  })

  it('A-OPT-126 calls from browser extensions are refused', async () => {
    const fromExtension = () =>
      site.post('/v1/chat/completions', { model, messages: hello }, { origin: 'chrome-extension://x' })
    expect((await fromExtension()).status).toBe(200)
    await set({ 'global.block_browser_extension_enabled': 'true' })
    expect((await fromExtension()).status).toBe(403)
    expect((await site.ask()).status).toBe(200)
  })

  it('A-OPT-135 A-OPT-136 a silent upstream is bridged with comment lines, one per interval', async () => {
    await set({
      'general_setting.ping_interval_enabled': 'true',
      'general_setting.ping_interval_seconds': '1',
    })
    site.upstream.next({ holdAt: 'headers' })
    const response = await site.ask(undefined, { stream: true })
    const exchange = await site.upstream.received(1)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    const read = async () => decoder.decode((await reader.read()).value)
    expect([await read(), await read()]).toEqual([': PING\n\n', ': PING\n\n'])
    exchange.resume()
    let rest = ''
    for (let part = await read(); part !== ''; part = await read()) rest += part
    expect(rest.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('A-OPT-105 the length of the stream cache is stored and shown', async () => {
    await set({ StreamCacheQueueLength: '8' })
    const entries = await site.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
    expect(entries.find((each) => each.key === 'StreamCacheQueueLength')?.value).toBe('8')
    expect(optionTable).toHaveLength(138)
  })
})
