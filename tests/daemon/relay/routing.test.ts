import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { setUpAuthenticator } from '../../support/authenticator.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const model = 'gpt-4o-mini'
const hello = [{ role: 'user' as const, content: 'hello' }]

let relay: TestRelay
let second: Simulator

/** Returns the body of the last upstream request. */
const sent = (upstream = relay.upstream) =>
  JSON.parse(String(upstream.requests.at(-1)?.body)) as Record<string, unknown>
const ask = (key = relay.key, body: Record<string, unknown> = {}) =>
  relay.post('/v1/chat/completions', { model, messages: hello, ...body }, { authorization: `Bearer ${key}` })
const lastOther = async () => JSON.parse((await relay.logs())[0]?.other ?? '{}') as Record<string, unknown>
const update = (id: number, columns: Record<string, unknown>) =>
  relay.root.call('PUT', '/api/channel/', { id, ...columns })
const statusOf = async (id: number) =>
  await relay.root.call<{ status: number; other_info: string }>('GET', `/api/channel/${id}`)

beforeAll(async () => {
  relay = await startTestRelay()
  second = await startSimulator()
})
afterAll(async () => {
  await relay.close()
  await second.close()
})
beforeEach(async () => {
  relay.upstream.reset()
  second.reset()
  const { items } = await relay.root.call<{ items: { id: number }[] }>('GET', '/api/channel/?page_size=100')
  await relay.root.call('POST', '/api/channel/batch', { ids: items.map((each) => each.id) }).catch(() => {})
  for (const [key, value] of Object.entries({
    RetryTimes: '0',
    'global.auto_retry_enabled': 'false',
    AutomaticDisableChannelEnabled: 'false',
    'global.hide_upstream_error_enabled': 'false',
  }))
    await relay.setOption(key, value)
})

describe('what a channel makes of a request', () => {
  it('a mapped model goes upstream under its mapped name, byte for byte otherwise, and is priced as requested', async () => {
    await relay.addChannel({ model_mapping: '{"gpt-4o-mini":"vendor-mini"}' })
    await ask()
    expect(String(relay.upstream.requests[0]?.body)).toBe(
      JSON.stringify({ model: 'vendor-mini', messages: hello }),
    )
    expect(await lastOther()).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'vendor-mini',
      model_ratio: 0.075,
    })
  })

  it('a prefix is taken off, and bare names do not reach a prefixed channel', async () => {
    await relay.addChannel({ model_prefix: 'p/' })
    expect((await ask(relay.key, { model: `p/${model}` })).status).toBe(200)
    expect(sent().model).toBe(model)
    expect((await ask()).status).toBe(404)
  })

  it('param_override overwrites, null deletes', async () => {
    await relay.addChannel({ param_override: '{"temperature":0,"user":null}' })
    await ask(relay.key, { temperature: 1, user: 'me', top_p: 0.5 })
    expect(sent()).toMatchObject({ temperature: 0, top_p: 0.5 })
    expect(sent()).not.toHaveProperty('user')
  })

  it('the system prompt stands before the conversation, before the client’s own too', async () => {
    await relay.addChannel({ system_prompt: 'Be brief.' })
    await ask()
    expect(sent().messages).toEqual([{ role: 'system', content: 'Be brief.' }, ...hello])
    await ask(relay.key, { messages: [{ role: 'system', content: 'Be kind.' }, ...hello] })
    expect(sent().messages).toEqual([{ role: 'system', content: 'Be brief.\n\nBe kind.' }, ...hello])
  })

  it('the organization is sent to OpenAI-type upstreams', async () => {
    await relay.addChannel({ openai_organization: 'org-1' })
    await ask()
    expect(relay.upstream.requests[0]?.headers['openai-organization']).toBe('org-1')
  })

  it('several keys are used in turn', async () => {
    await relay.addChannel({ key: 'key-a,key-b' })
    for (let i = 0; i < 10; i += 1) await ask()
    const keys = relay.upstream.requests.map((each) => each.headers.authorization)
    expect(keys.filter((each) => each === 'Bearer key-a')).toHaveLength(5)
    expect(keys.filter((each) => each === 'Bearer key-b')).toHaveLength(5)
  })

  it('a status is mapped for the client and for the retry', async () => {
    await relay.addChannel({ status_code_mapping: '{"400":"500"}' })
    relay.upstream.next({ status: 400 })
    expect((await ask()).status).toBe(500)
  })

  it('a prompt beyond max_input_tokens is not served', async () => {
    await relay.addChannel({ max_input_tokens: 100 })
    const response = await ask(relay.key, { messages: [{ role: 'user', content: 'word '.repeat(300) }] })
    expect(await response.json()).toMatchObject({ error: { code: 'context_length_exceeded' } })
    expect(relay.upstream.hits).toBe(0)
  })
})

describe('failing over', () => {
  it('asks the next channel after a failure, charges once and names both in the log', async () => {
    const first = await relay.addChannel({ priority: 10 })
    const next = await relay.addChannel({ base_url: second.url })
    await relay.setOption('RetryTimes', '1')
    relay.upstream.always({ status: 500 })
    const rows = (await relay.logs()).length
    expect((await ask()).status).toBe(200)
    expect((await relay.logs()).length).toBe(rows + 1)
    expect(await lastOther()).toMatchObject({ admin_info: { use_channel: [String(first), String(next)] } })
  })

  it('does not without retries', async () => {
    await relay.addChannel({ priority: 10 })
    await relay.addChannel({ base_url: second.url })
    relay.upstream.always({ status: 500 })
    expect((await ask()).status).toBe(500)
    expect(second.hits).toBe(0)
  })

  it('automatic retry tries as often as it may, then answers with the last error, free of charge', async () => {
    for (let i = 0; i < 5; i += 1) await relay.addChannel()
    await relay.setOption('global.auto_retry_enabled', 'true')
    relay.upstream.always({ status: 503 })
    const before = await relay.balance()
    expect((await ask()).status).toBe(503)
    expect(relay.upstream.hits).toBe(4)
    expect(await relay.balance()).toBe(before)
  })

  it('a request that would fail everywhere is not repeated', async () => {
    await relay.addChannel()
    await relay.addChannel({ base_url: second.url })
    await relay.setOption('global.auto_retry_enabled', 'true')
    for (const each of [relay.upstream, second]) each.always({ status: 400 })
    expect((await ask()).status).toBe(400)
    expect(relay.upstream.hits + second.hits).toBe(1)
  })

  it('a broken connection before the first byte is followed by the next channel, a broken stream is not', async () => {
    await relay.addChannel({ priority: 10 })
    await relay.addChannel({ base_url: second.url })
    await relay.setOption('RetryTimes', '1')
    relay.upstream.next({ refuse: 'reset' })
    expect((await ask()).status).toBe(200)
    expect(second.hits).toBe(1)
    relay.api.clock.advance(10_000)
    relay.upstream.next({ text: 'one two three four', cutAfterEvents: 3, cut: 'reset' })
    const text = await (await ask(relay.key, { stream: true })).text()
    expect(second.hits).toBe(1)
    expect(text).toContain('"error"')
    expect(text).not.toContain('[DONE]')
  })

  it('an answer without any output counts as a failure while somebody else can be asked', async () => {
    await relay.addChannel({ priority: 10 })
    await relay.addChannel({ base_url: second.url })
    await relay.setOption('RetryTimes', '1')
    relay.upstream.always({ text: '', usage: 'missing' })
    second.always({ text: 'something' })
    const answer = (await (await ask()).json()) as { choices: { message: { content: string } }[] }
    expect(answer.choices[0]?.message.content).toBe('something')
  })

  it('another key of the channel is tried after 401', async () => {
    await relay.addChannel({ key: 'dead-key,good-key' })
    await relay.setOption('RetryTimes', '1')
    relay.upstream.when((each) => each.headers.authorization === 'Bearer dead-key', {
      status: 401,
      error: { code: 'invalid_api_key' },
    })
    for (let i = 0; i < 4; i += 1) expect((await ask()).status).toBe(200)
    expect(
      relay.upstream.requests.filter((each) => each.headers.authorization === 'Bearer dead-key').length,
    ).toBeLessThanOrEqual(1)
  })

  it('waits as long as every upstream asks, and says so', async () => {
    await relay.addChannel()
    relay.upstream.next({ status: 429, retryAfter: 5 })
    expect((await ask()).status).toBe(429)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(relay.upstream.hits).toBe(1)
    relay.api.clock.advance(6_000)
    expect((await ask()).status).toBe(200)
  })
})

describe('automatic disabling and enabling', () => {
  it('a dead key disables the channel with reason and time when option and channel allow it', async () => {
    const id = await relay.addChannel()
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    relay.upstream.next({
      status: 401,
      error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
    })
    await ask()
    await expect.poll(async () => (await statusOf(id)).status).toBe(3)
    expect(JSON.parse((await statusOf(id)).other_info)).toMatchObject({
      status_reason: expect.stringContaining('Incorrect API key'),
    })
    expect((await ask()).status).toBe(503)
  })

  it.each([
    ['key', () => ({ key: 'the-next-key' }), () => relay.upstream],
    ['address', () => ({ base_url: second.url, key: 'upstream-key' }), () => second],
  ] as const)(
    'an answer from before its %s was changed does not disable it',
    async (_, columns, upstream) => {
      const id = await relay.addChannel()
      await relay.setOption('AutomaticDisableChannelEnabled', 'true')
      relay.upstream.next({ status: 401, error: { message: 'the former one is dead' }, holdAt: 'headers' })
      const asked = ask()
      const former = await relay.upstream.received(1)
      await former.held
      await update(id, columns())
      former.resume()
      await asked
      upstream().next({ status: 401, error: { message: 'the new one is dead' } })
      await ask()
      await expect.poll(async () => (await statusOf(id)).status).toBe(3)
      expect(JSON.parse((await statusOf(id)).other_info)).toMatchObject({
        status_reason: expect.stringContaining('the new one'),
      })
    },
  )

  it('auto_ban 0 and a switched-off option leave it enabled', async () => {
    const id = await relay.addChannel({ auto_ban: 0 })
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    relay.upstream.always({ status: 401, error: { code: 'invalid_api_key' } })
    await ask()
    expect((await statusOf(id)).status).toBe(1)
    await update(id, { auto_ban: 1 })
    await relay.setOption('AutomaticDisableChannelEnabled', 'false')
    await ask()
    expect((await statusOf(id)).status).toBe(1)
  })

  it('a keyword in the upstream’s message disables, too', async () => {
    const id = await relay.addChannel()
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    relay.upstream.next({ status: 400, error: { message: 'Your credit balance is too low to continue' } })
    await ask()
    await expect.poll(async () => (await statusOf(id)).status).toBe(3)
  })

  it('a good test brings an automatically disabled channel back, never one disabled by hand', async () => {
    const automatic = await relay.addChannel()
    const manual = await relay.addChannel()
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    await relay.setOption('AutomaticEnableChannelEnabled', 'true')
    await update(manual, { status: 2 })
    relay.upstream.next({ status: 401, error: { code: 'invalid_api_key' } })
    await ask()
    await expect.poll(async () => (await statusOf(automatic)).status).toBe(3)
    await relay.root.call('GET', '/api/channel/test')
    await expect.poll(async () => (await statusOf(automatic)).status).toBe(1)
    expect((await statusOf(manual)).status).toBe(2)
  })
})

describe('tokens', () => {
  it('model limits, address lists and groups are kept', async () => {
    await relay.addChannel()
    const limited = await relay.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o' })
    expect(await (await ask(limited)).json()).toMatchObject({ error: { code: 'token_model_forbidden' } })
    const elsewhere = await relay.addToken({ allow_ips: '10.0.0.0/8' })
    expect((await ask(elsewhere)).status).toBe(403)
    const spoofed = await relay.post(
      '/v1/chat/completions',
      { model, messages: hello },
      {
        authorization: `Bearer ${elsewhere}`,
        'x-forwarded-for': '10.0.0.1',
        'x-real-ip': '10.0.0.1',
        'cf-connecting-ip': '10.0.0.1',
      },
    )
    expect(spoofed.status).toBe(403)
    expect((await ask(await relay.addToken({ allow_ips: '127.0.0.1' }))).status).toBe(200)
  })

  it('a model that a token may use by its other name is listed and offered too', async () => {
    const assistant = 'gpt-4o-gizmo-g-1'
    await relay.addChannel({ models: `${model},${assistant},gpt-4.1` })
    const options = await relay.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
    const ratios = options.find(({ key }) => key === 'ModelRatio')?.value ?? ''
    onTestFinished(() => relay.setOption('ModelRatio', ratios))
    await relay.setOption('ModelRatio', ratios.replace('{', '{"gpt-4o-gizmo-*":1,'))
    const limits = { model_limits_enabled: true, model_limits: 'gpt-4o-gizmo-*' }
    const headers = { authorization: `Bearer ${await relay.addToken(limits)}` }
    const listed = await fetch(`${relay.url}/v1/models`, { headers })
    const { data } = (await listed.json()) as { data: { id: string }[] }
    expect(data.map(({ id }) => id)).toEqual([assistant])
    const called = await relay.post('/v1/chat/completions', { model: assistant, messages: hello }, headers)
    expect(called.status).toBe(200)
  })

  it('a token’s group routes and prices its calls', async () => {
    await relay.addChannel({ group: 'default,vip' })
    await relay.setOption('GroupRatio', '{"default":1,"vip":0.5}')
    relay.upstream.always({ usageValues: { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000 } })
    const vip = await relay.addToken({ group: 'vip' })
    await ask()
    const [normal] = await relay.logs()
    await ask(vip)
    const [cheap] = await relay.logs()
    expect([normal?.quota_exact, cheap?.quota_exact]).toEqual(['75', '37.5'])
    await relay.setOption('GroupRatio', '{"default":1,"vip":1,"svip":1}')
  })

  it('the rate limit of a token counts attempts, refuses the next with Retry-After, and a refusal does not prolong it', async () => {
    await relay.addChannel()
    const key = await relay.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 3,
      rate_limit_success: 100,
    })
    for (let i = 0; i < 3; i += 1) expect((await ask(key)).status).toBe(200)
    for (let i = 0; i < 5; i += 1) {
      const refused = await ask(key)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    relay.api.clock.advance(61_000)
    expect((await ask(key)).status).toBe(200)
  })

  it('the success limit counts successes only', async () => {
    await relay.addChannel()
    const key = await relay.addToken({
      rate_limit_enabled: true,
      rate_limit_period: 60,
      rate_limit_count: 100,
      rate_limit_success: 2,
    })
    relay.upstream.next({ status: 400 }, { status: 400 })
    expect([(await ask(key)).status, (await ask(key)).status]).toEqual([400, 400])
    expect([(await ask(key)).status, (await ask(key)).status, (await ask(key)).status]).toEqual([
      200, 200, 429,
    ])
  })

  it('an expired token is refused and marked, and a disabled one is refused at once', async () => {
    await relay.addChannel()
    const soon = Math.floor(relay.api.clock.now() / 1000) + 100
    const key = await relay.addToken({ expired_time: soon })
    expect((await ask(key)).status).toBe(200)
    relay.api.clock.advance(200_000)
    expect(await (await ask(key)).json()).toMatchObject({ error: { code: 'token_expired' } })
    const { items } = await relay.root.call<{ items: { id: number }[] }>('GET', '/api/token/?p=1&size=1')
    await expect
      .poll(
        async () => (await relay.root.call<{ status: number }>('GET', `/api/token/${items[0]?.id}`)).status,
      )
      .toBe(3)
    const other = await relay.addToken()
    expect((await ask(other)).status).toBe(200)
    const list = await relay.root.call<{ items: { id: number }[] }>('GET', '/api/token/?p=1&size=1')
    await relay.root.call('PUT', '/api/token/?status_only=true', { id: list.items[0]?.id, status: 2 })
    expect(await (await ask(other)).json()).toMatchObject({ error: { code: 'token_disabled' } })
  })

  it('an administrator may pin a channel, and a pinned request is never sent elsewhere', async () => {
    await relay.addChannel({ priority: 10 })
    const pinned = await relay.addChannel({ base_url: second.url })
    await relay.setOption('RetryTimes', '3')
    second.always({ status: 500 })
    expect((await ask(`${relay.key}-${pinned}`)).status).toBe(500)
    expect([relay.upstream.hits, second.hits]).toEqual([0, 1])
    const user = await relay.api.createUser(`pin${Date.now() % 1e6}`)
    const key = await relay.addToken({}, user)
    expect((await ask(`${key}-${pinned}`)).status).toBe(403)
  })
})

describe('the playground', () => {
  it('charges the account of the session, and takes no access token', async () => {
    await relay.addChannel()
    const before = await relay.balance()
    const answer = await fetch(`${relay.url}/pg/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...relay.root.headers },
      body: JSON.stringify({ model, messages: hello, group: 'default', stream: true }),
    })
    expect((await answer.text()).endsWith('data: [DONE]\n\n')).toBe(true)
    expect(sent()).not.toHaveProperty('group')
    expect(await relay.balance()).toBeLessThan(before)
    expect((await relay.logs())[0]?.token_name).toBe('playground-default')
    const withToken = await relay.post('/pg/chat/completions', { model, messages: hello })
    expect(await withToken.json()).toMatchObject({ error: { code: 'access_token_not_supported' } })
    const foreign = await fetch(`${relay.url}/pg/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...relay.root.headers },
      body: JSON.stringify({ model, messages: hello, group: 'nobody' }),
    })
    expect(foreign.status).toBe(403)
  })

  it('draws: the account pays by the picture in the chosen group, the log says so, and a stopped call is charged at most once', async () => {
    await relay.addChannel({ models: 'dall-e-3', group: 'default,vip' })
    const draw = (body: Record<string, unknown>, headers = relay.root.headers, signal?: AbortSignal) =>
      fetch(`${relay.url}/pg/images/generations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'dall-e-3', prompt: 'a hut', ...body }),
        ...(signal && { signal }),
      })
    const before = await relay.balance()
    const answer = await draw({ group: 'vip', n: 1, size: '1024x1024' })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { created: expect.any(Number) as number, data: [{ url: expect.stringContaining('.png') as string }] },
    ])
    expect(sent()).toEqual({ model: 'dall-e-3', prompt: 'a hut', n: 1, size: '1024x1024' })
    const cost = before - (await relay.balance())
    expect(cost).toBeGreaterThan(0n)
    const [row] = await relay.logs()
    expect([row?.token_name, BigInt(Number(row?.quota_exact) * 1000)]).toEqual(['playground-vip', cost])
    const hits = relay.upstream.hits
    for (const [refusal, status] of [
      [await draw({ prompt: '' }), 400],
      [await draw({ n: 2 }), 400],
      [await draw({ group: 'nobody' }), 403],
      [await draw({}, { authorization: `Bearer ${relay.key}` }), 400],
    ] as const)
      expect(refusal.status).toBe(status)
    expect(relay.upstream.hits).toBe(hits)

    relay.upstream.next({ holdAt: 'headers' })
    const stop = new AbortController()
    const stopped = draw({}, relay.root.headers, stop.signal).catch(() => 'stopped')
    const call = await relay.upstream.received(hits + 1)
    stop.abort()
    expect(await stopped).toBe('stopped')
    call.resume()
    const held = async () =>
      (await relay.root.call<{ held_quota_exact: string }>('GET', '/api/user/self/balance')).held_quota_exact
    await expect.poll(held).toBe('0')
    expect(before - (await relay.balance())).toBeLessThanOrEqual(2n * cost)
  })

  it('is closed to a session that still owes a second factor', async () => {
    await relay.addChannel()
    const user = await relay.api.createUser('no-factor')
    const ask = async () => {
      const answer = await fetch(`${relay.url}/pg/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...user.headers },
        body: JSON.stringify({ model, messages: hello }),
      })
      return ((await answer.json()) as { error?: { code?: string } }).error?.code
    }
    await setUpAuthenticator(relay.root, relay.api.clock)
    await relay.setOption('SecondFactorRequired', 'all')
    expect(await ask()).toBe('second_factor_setup_required')
    await setUpAuthenticator(user, relay.api.clock)
    expect(await ask()).not.toBe('second_factor_setup_required')
    await relay.setOption('SecondFactorRequired', 'off')
    await relay.root.call('DELETE', '/api/user/totp')
  })

  it('a cap of 0 is none and is not sent on; any other is', async () => {
    await relay.addChannel()
    for (const [max_tokens, expected] of [
      [0, undefined],
      [7, 7],
    ]) {
      const answer = await fetch(`${relay.url}/pg/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...relay.root.headers },
        body: JSON.stringify({ model, messages: hello, temperature: 0.5, max_tokens }),
      })
      expect(answer.status).toBe(200)
      expect([sent().max_tokens, sent().temperature]).toEqual([expected, 0.5])
    }
  })
})

describe('idempotency keys', () => {
  it('a repeated request answers the stored result and is charged once; another body is refused', async () => {
    await relay.addChannel()
    const post = (content: string) =>
      relay.post(
        '/v1/chat/completions',
        { model, messages: [{ role: 'user', content }] },
        { 'idempotency-key': 'once' },
      )
    const first = await (await post('hello')).text()
    const before = await relay.balance()
    const again = await post('hello')
    expect(await again.text()).toBe(first)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await relay.balance()).toBe(before)
    expect(relay.upstream.hits).toBe(1)
    expect((await post('other')).status).toBe(422)
  })

  it('a failed request does not occupy its key', async () => {
    await relay.addChannel()
    relay.upstream.next({ status: 400 })
    const post = () =>
      relay.post('/v1/chat/completions', { model, messages: hello }, { 'idempotency-key': 'again' })
    expect((await post()).status).toBe(400)
    expect((await post()).status).toBe(200)
  })
})

describe('what the operator may hide', () => {
  it('upstream texts, but not from the log of errors', async () => {
    await relay.addChannel()
    await relay.setOption('global.hide_upstream_error_enabled', 'true')
    await relay.setOption('LogErrorEnabled', 'true')
    relay.upstream.next({ status: 500, error: { message: 'marker-of-the-upstream' } })
    expect(await (await ask()).text()).not.toContain('marker-of-the-upstream')
    const [row] = await relay.logs()
    expect(row).toMatchObject({ type: 6, content: expect.stringContaining('marker-of-the-upstream') })
    await relay.setOption('LogErrorEnabled', 'false')
  })

  it('calls from browser extensions', async () => {
    await relay.addChannel()
    await relay.setOption('global.block_browser_extension_enabled', 'true')
    const response = await relay.post(
      '/v1/chat/completions',
      { model, messages: hello },
      { origin: 'chrome-extension://x' },
    )
    expect(await response.json()).toMatchObject({ error: { code: 'browser_extension_blocked' } })
    await relay.setOption('global.block_browser_extension_enabled', 'false')
  })
})

describe('calls an administrator asks for', () => {
  it('a test of an upstream that nobody runs fails as a test, without its address', async () => {
    const id = await relay.addChannel({ base_url: 'http://127.0.0.1:9' })
    const answer = await relay.root.request('GET', `/api/channel/test/${id}`)
    expect(answer.body).toMatchObject({ success: false, code: 'channel_test_failed' })
    expect(answer.text).not.toContain('127.0.0.1')
    const balance = await relay.root.request('GET', `/api/channel/update_balance/${id}`)
    expect(balance.body).toMatchObject({ success: false, code: 'channel_unreachable' })
    expect(balance.text).not.toContain('127.0.0.1')
  })
})
