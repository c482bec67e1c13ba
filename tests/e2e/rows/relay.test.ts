import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hello, lastSent, model, readRefusal, type Site, startSite, thousandths, usageOf } from './site.ts'

let site: Site
let channelId: number
const models = `${model},gpt-3.5-turbo-instruct,text-embedding-3-small,omni-moderation-latest,unpriced-model`

beforeAll(async () => {
  site = await startSite()
  channelId = await site.addChannel({ models })
})
afterAll(() => site.close())
beforeEach(() => {
  site.upstream.reset()
  site.api.clock.advance(60_000)
})

const spent = async (work: () => Promise<unknown>): Promise<bigint> => {
  const before = await site.balance()
  await work()
  return before - (await site.balance())
}

describe('operations', () => {
  it('C-RELAY-01 chat completions, plain and streamed up to [DONE], cost their price', async () => {
    site.upstream.always({ text: 'one two', usageValues: usageOf(1000, 500) })
    expect(site.key).toMatch(/^sk-/)
    const plain = await spent(async () => {
      const answer = await site.openai.chat.completions.create({ model, messages: hello })
      expect(answer.choices[0]?.message.content).toBe('one two')
    })
    const streamed = await spent(async () => {
      const stream = await site.openai.chat.completions.create({ model, messages: hello, stream: true })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe('one two')
    })
    expect([plain, streamed]).toEqual([3_750_000n, 3_750_000n])
    const raw = await (await site.ask(undefined, { stream: true })).text()
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('C-RELAY-02 text completions, plain and streamed', async () => {
    const ask = { model: 'gpt-3.5-turbo-instruct', prompt: 'Once' }
    expect((await site.openai.completions.create(ask)).choices[0]?.text).toContain('Hello')
    let text = ''
    for await (const chunk of await site.openai.completions.create({ ...ask, stream: true }))
      text += chunk.choices[0]?.text ?? ''
    expect(text).toContain('Hello')
    expect((await site.newestLog()).quota).toBeGreaterThan(0)
  })

  it('C-RELAY-03 embeddings are charged by their prompt tokens', async () => {
    site.upstream.always({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
    const cost = await spent(async () => {
      const answer = await site.openai.embeddings.create({
        model: 'text-embedding-3-small',
        input: ['a', 'b'],
      })
      expect(answer.data).toHaveLength(2)
    })
    // Ratio 0.01.
    expect(cost).toBe(10_000n)
    expect(await site.newestLog()).toMatchObject({ prompt_tokens: 1000, completion_tokens: 0 })
  })

  it('C-RELAY-07 moderations', async () => {
    const answer = await site.openai.moderations.create({ model: 'omni-moderation-latest', input: 'hello' })
    expect(answer.results[0]?.flagged).toBe(false)
    expect(await site.newestLog()).toMatchObject({ model_name: 'omni-moderation-latest', type: 2 })
    expect((await site.openai.moderations.create({ input: 'hello' })).results).toHaveLength(1)
  })

  it('C-RELAY-12 the model list holds what group and limits of the token allow, and what has a price', async () => {
    const listed = async (key: string) =>
      (await site.clientWith(key).models.list()).data.map((each) => each.id).sort()
    const all = await listed(site.key)
    expect(all).toContain(model)
    expect(all).not.toContain('unpriced-model')
    expect(await listed(await site.addToken({ model_limits_enabled: true, model_limits: model }))).toEqual([
      model,
    ])
    expect(await listed(await site.addToken({ group: 'vip' }))).toEqual([])
    const raw = await fetch(`${site.url}/v1/models`, { headers: { authorization: `Bearer ${site.key}` } })
    expect(await raw.json()).toMatchObject({ object: 'list', success: true, data: expect.any(Array) })
    const asAnthropic = { 'x-api-key': site.key, 'anthropic-version': '2023-06-01' }
    const anthropic = await fetch(`${site.url}/v1/models`, { headers: asAnthropic })
    expect(await anthropic.json()).toMatchObject({ has_more: false, data: expect.any(Array) })
    const gemini = await fetch(`${site.url}/v1/models`, { headers: { 'x-goog-api-key': site.key } })
    expect(await gemini.json()).toMatchObject({ models: expect.any(Array) })
    await expect(site.openai.models.retrieve('unpriced-model')).rejects.toMatchObject({ status: 404 })
    expect((await site.openai.models.retrieve(model)).id).toBe(model)
  })
})

describe('money', () => {
  it('C-RELAY-23 a model that only channels of an uncalled type have is in no list, has no public price and is not served', async () => {
    const name = 'mj_imagine'
    const id = await site.addChannel({ models: name })
    await site.setOption('ModelPrice', JSON.stringify({ [name]: 0.1 }))
    const visitor = async (path: string) => (await fetch(site.url + path)).text()
    const lists = async () => ({
      relay: (await site.openai.models.list()).data.map((each) => each.id).includes(name),
      playground: (await site.user.call<string[]>('GET', '/api/user/models')).includes(name),
      enabled: (await site.admin.call<string[]>('GET', '/api/channel/models_enabled')).includes(name),
      pricing: (await visitor('/api/pricing')).includes(name),
      ownPricing: (await site.user.request('GET', '/api/pricing')).text.includes(name),
      one: (await site.user.request('GET', `/api/pricing/model?model=${name}`)).status === 200,
    })
    const everywhere = {
      relay: true,
      playground: true,
      enabled: true,
      pricing: true,
      ownPricing: true,
      one: true,
    }
    expect(await lists()).toEqual(everywhere)
    // Simulates a type that a newer version stored, or one whose calls this version does not support.
    await site.api.services.knex('channels').where({ id }).update({ type: 99 })
    await site.admin.call('POST', '/api/channel/fix')
    const nowhere = Object.fromEntries(Object.keys(everywhere).map((each) => [each, false]))
    await expect.poll(lists).toEqual(nowhere)
    expect(await site.refusal(undefined, { model: name })).toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
    await site.setOption('ModelPrice', '{}')
  })

  it('C-RELAY-14 the worked example: 1000 + 500 tokens at 1.25 and 4 cost 3750 units', async () => {
    site.upstream.next({ usageValues: usageOf(1000, 500) })
    expect(await spent(() => site.ask())).toBe(3_750_000n)
  })

  it('C-RELAY-15 a fixed price costs price x quota per dollar x group ratio, whatever the tokens', async () => {
    await site.setOption('ModelPrice', `{"${model}":0.01}`)
    for (const tokens of [1, 100_000]) {
      site.upstream.next({ usageValues: usageOf(tokens, tokens) })
      expect(await spent(() => site.ask())).toBe(5_000_000n)
    }
    expect(await site.newestOther()).toMatchObject({ model_price: 0.01 })
    await site.setOption('ModelPrice', '{}')
  })

  it('C-RELAY-16 A-ME-14 a model without a price is refused unless fallback, the user or self-use mode accepts it', async () => {
    const body = { model: 'unpriced-model' }
    const status = async () => (await site.ask(undefined, body)).status
    expect(await site.refusal(undefined, body)).toMatchObject({ status: 403, code: 'model_price_error' })
    expect(site.upstream.hits).toBe(0)
    const accept = (isAccepted: boolean) =>
      site.root.call('PUT', '/api/user/setting', { accept_unset_model_ratio_model: isAccepted })
    await accept(true)
    expect(await status()).toBe(200)
    expect(await site.newestOther()).toMatchObject({ model_ratio: 37.5 })
    await accept(false)
    expect(await status()).toBe(403)
    await site.setOption('SelfUseModeEnabled', 'true')
    expect(await status()).toBe(200)
    await site.setOption('SelfUseModeEnabled', 'false')
    await site.setOption('fallback_pricing_enabled', 'true')
    await site.setOption('fallback_single_price', '0.01')
    expect(await status()).toBe(200)
    await site.setOption('fallback_pricing_enabled', 'false')
    expect(await site.audit()).toBe('clean')
  })

  it('C-RELAY-20 cached tokens are charged by their ratio: 3500 instead of 3750', async () => {
    site.upstream.next({ usageValues: usageOf(1000, 500, { prompt_tokens_details: { cached_tokens: 400 } }) })
    expect(await spent(() => site.ask())).toBe(3_500_000n)
    expect(await site.newestOther()).toMatchObject({ cache_tokens: 400, cache_ratio: 0.5 })
  })

  it('C-RELAY-13 200 calls: log, balance and the counters of token, user and channel agree to the thousandth', async () => {
    const { key, id } = await site.newToken({}, site.user)
    interface Used {
      readonly used_quota_exact: string
      readonly request_count: number
    }
    const self = () => site.user.call<Used>('GET', '/api/user/self')
    const before = {
      balance: await site.balanceOf(site.user),
      user: await self(),
      channel: await site.channel(channelId),
    }
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        site.upstream.next({ usageValues: usageOf(100 + index, 10 + index) })
        const response = await site.ask(`sk-${key}`, { stream: index % 3 === 0 })
        expect(response.status).toBe(200)
        await response.arrayBuffer()
      }),
    )
    const fallen = before.balance - (await site.balanceOf(site.user))
    const { quota_exact } = await site.user.call<{ quota_exact: string }>(
      'GET',
      '/api/log/self/stat?type=2&token_name=row',
    )
    const token = await site.token(id, site.user)
    const after = { user: await self(), channel: await site.channel(channelId) }
    expect(fallen).toBeGreaterThan(0n)
    expect(thousandths(quota_exact)).toBe(fallen)
    expect(thousandths(String(token.used_quota_exact))).toBe(fallen)
    expect(thousandths(after.user.used_quota_exact) - thousandths(before.user.used_quota_exact)).toBe(fallen)
    expect(after.user.request_count - before.user.request_count).toBe(200)
    expect(thousandths(after.channel.used_quota_exact) - thousandths(before.channel.used_quota_exact)).toBe(
      fallen,
    )
    expect(await site.audit()).toBe('clean')
  })
})

describe('refusals', () => {
  it('C-RELAY-17 without an enabled channel: 503 and free; a pinned disabled channel is refused', async () => {
    await site.root.call('PUT', '/api/channel/', { id: channelId, status: 2 })
    const cost = await spent(async () => {
      expect(await site.refusal()).toMatchObject({ status: 503, code: 'no_available_channel' })
      expect(await site.refusal(`${site.key}-${channelId}`)).toMatchObject({
        status: 403,
        code: 'pin_disabled',
      })
    })
    expect([cost, site.upstream.hits]).toEqual([0n, 0])
    await site.root.call('PUT', '/api/channel/', { id: channelId, status: 1 })
    expect((await site.ask(`${site.key}-${channelId}`)).status).toBe(200)
  })

  it('C-RELAY-18 too little quota is 403 before the upstream is hit, with a text for user and one for token', async () => {
    const poor = await site.api.createUser('ten-units')
    await site.credit(poor, 10)
    const ofUser = await site.refusal(await site.addToken({}, poor), { max_tokens: 1000 })
    const limited = await site.addToken({ unlimited_quota: false, remain_quota: 10 })
    const ofToken = await site.refusal(limited, { max_tokens: 1000 })
    expect([ofUser.status, ofUser.code]).toEqual([403, 'insufficient_user_quota'])
    expect([ofToken.status, ofToken.code]).toEqual([403, 'pre_consume_token_quota_failed'])
    expect(ofUser.message).toMatch(/^insufficient user quota: \$0\.000020 available, \$[\d.]+ needed/)
    expect(ofToken.message).toMatch(/^insufficient token quota: \$0\.000020 available, \$[\d.]+ needed/)
    expect(site.upstream.hits).toBe(0)
    expect(await site.balanceOf(poor)).toBe(10_000n)
  })

  it('C-RELAY-21 the official client raises its own error for each kind, never the envelope', async () => {
    const call = (client: OpenAI = site.openai) => client.chat.completions.create({ model, messages: hello })
    await expect(call(site.clientWith('sk-wrong'))).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    const limited = await site.addToken({ model_limits_enabled: true, model_limits: 'other' })
    await expect(call(site.clientWith(limited))).rejects.toBeInstanceOf(OpenAI.PermissionDeniedError)
    const hurried = await site.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 1,
    })
    await call(site.clientWith(hurried))
    await expect(call(site.clientWith(hurried))).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    site.upstream.next({ status: 400 })
    await expect(call()).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    site.upstream.next({ status: 500 })
    await expect(call()).rejects.toBeInstanceOf(OpenAI.InternalServerError)
    site.api.clock.advance(60_000)
    await expect(site.openai.models.retrieve('nothing')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    for (const [path, body] of [
      ['/v1/chat/completions', '{'],
      ['/v1/nothing', {}],
      ['/v1/images/generations', {}],
    ] as const) {
      const answer = await (await site.post(path, body)).json()
      expect(answer).toMatchObject({ error: { message: expect.any(String), type: expect.any(String) } })
      expect(answer).not.toHaveProperty('success')
    }
  })
})

describe('what is passed on', () => {
  it('C-RELAY-19 C-LOG-17 reasoning effort, by field or suffix, goes upstream and into the log', async () => {
    await site.setOption('ModelRatio', '{"o3":1,"o3-high":1,"gpt-4o":1.25,"text-embedding-3-small":0.01}')
    await site.root.call('PUT', '/api/channel/', { id: channelId, models: `${models},o3,o3-high` })
    await site.ask(undefined, { model: 'o3', reasoning_effort: 'low' })
    expect(lastSent(site.upstream)).toMatchObject({ model: 'o3', reasoning_effort: 'low' })
    expect(await site.newestOther()).toMatchObject({ reasoning_effort: 'low' })
    await site.ask(undefined, { model: 'o3-high' })
    expect(lastSent(site.upstream)).toMatchObject({ model: 'o3', reasoning_effort: 'high' })
    expect(await site.newestOther()).toMatchObject({ reasoning_effort: 'high' })
    await site.root.call('POST', '/api/option/rest_model_ratio')
    await site.root.call('PUT', '/api/channel/', { id: channelId, models })
  })

  it('C-CHAT-02 C-CHAT-07 the playground streams to [DONE] and charges the account in the chosen group', async () => {
    const post = (body: Readonly<Record<string, unknown>>) =>
      fetch(`${site.url}/pg/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...site.root.headers },
        body: JSON.stringify({ model, messages: hello, stream: true, ...body }),
      })
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    const cost = await spent(async () => {
      const text = await (await post({ group: 'default', max_tokens: 100, temperature: 0.5 })).text()
      expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    })
    expect(cost).toBe(3_750_000n)
    expect(await site.newestLog()).toMatchObject({ group: 'default', model_name: model })
    expect((await readRefusal(await post({ group: 'nobody' }))).status).toBe(403)
    expect(lastSent(site.upstream)).toMatchObject({ max_tokens: 100, temperature: 0.5 })
  })
})
