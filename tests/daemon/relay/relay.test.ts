import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** Ratio 0.075, completion ratio 4, from the built-in table. */
const model = 'gpt-4o-mini'
const hello = [{ role: 'user' as const, content: 'hello' }]
const usageOf = (input: number, output: number, more: Record<string, unknown> = {}) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  ...more,
})

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

describe('chat completions', () => {
  it('a plain answer comes back untouched and is charged by the stated usage', async () => {
    relay.upstream.next({ text: 'Hi there', usageValues: usageOf(1000, 500) })
    const before = await relay.balance()
    const answer = await relay.openai.chat.completions.create({ model, messages: hello })
    expect(answer.choices[0]?.message.content).toBe('Hi there')
    // (1000 + 500 x 4) x 0.075 = 225 quota units
    expect(before - (await relay.balance())).toBe(225_000n)
    const [row] = await relay.logs()
    expect(row).toMatchObject({
      type: 2,
      quota: 225,
      quota_exact: '225',
      prompt_tokens: 1000,
      completion_tokens: 500,
      model_name: model,
    })
  })

  it('a stream comes back event by event, ends with [DONE] and is charged before its end', async () => {
    relay.upstream.next({ text: 'one two three', usageValues: usageOf(100, 10) })
    const before = await relay.balance()
    const response = await relay.post('/v1/chat/completions', { model, messages: hello, stream: true })
    const text = await response.text()
    expect(await relay.balance()).toBe(before - 10_500n)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(text).not.toContain('"usage":{')
  })

  it('a stream that runs while its token gets a new key ends as it would have; the old key opens no other', async () => {
    const oldKey = await relay.addToken({ name: 'turned' })
    const [token] = (
      await relay.root.call<{ items: { id: number }[] }>('GET', '/api/token/search?keyword=turned')
    ).items
    relay.upstream.next({ text: 'one two three', holdAt: 1, usageValues: usageOf(100, 10) })
    const stream = () =>
      relay.post(
        '/v1/chat/completions',
        { model, messages: hello, stream: true },
        { authorization: `Bearer ${oldKey}` },
      )
    const running = stream()
    const exchange = await relay.upstream.received(1)
    await relay.root.call('POST', `/api/token/${token?.id}/rotate`)
    expect((await stream()).status).toBe(401)
    exchange.resume()
    expect((await (await running).text()).endsWith('data: [DONE]\n\n')).toBe(true)
    expect((await relay.logs())[0]).toMatchObject({ token_name: 'turned', quota_exact: '10.5' })
  })

  it('the usage chunk goes to a client that asked for it, and to nobody else', async () => {
    relay.upstream.always({ text: 'a b', usageValues: usageOf(7, 3) })
    const stream = await relay.openai.chat.completions.create({
      model,
      messages: hello,
      stream: true,
      stream_options: { include_usage: true },
    })
    const usages = []
    for await (const chunk of stream) if (chunk.usage) usages.push(chunk.usage)
    expect(usages).toHaveLength(1)
    expect(usages[0]).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 })
  })

  it('a client that did not ask for usage gets no `usage` at all, though the upstream writes null into each chunk', async () => {
    relay.upstream.always({ text: ', "usage":null, b', usageValues: usageOf(7, 3) })
    const ask = async (more: object) =>
      (await relay.post('/v1/chat/completions', { model, messages: hello, stream: true, ...more })).text()
    expect(await ask({ stream_options: { include_usage: true } })).toContain('"usage":null')
    const plain = await ask({})
    expect(plain).toContain('[DONE]')
    const chunks = plain.split('\n\n').filter((each) => each.startsWith('data: {'))
    const documents = chunks.map((each) => JSON.parse(each.slice(6)) as Record<string, unknown>)
    expect(documents.length).toBeGreaterThan(2)
    for (const each of documents) expect(each).not.toHaveProperty('usage')
    expect(plain).toContain('\\"usage\\":null')
  })

  it('sends the bytes of the body as they came, but for what must change', async () => {
    const body = `{ "messages":[{"role":"user","content":"x\\u00e9"}],  "seed": 12345678901234567890, "model" : "${model}" ,"temperature":1.0}`
    await relay.post('/v1/chat/completions', body)
    expect(String(relay.upstream.requests[0]?.body)).toBe(body)
  })

  it('sends nothing of the client’s headers but what belongs to the call', async () => {
    await relay.post(
      '/v1/chat/completions',
      { model, messages: hello },
      {
        cookie: 'session=secret',
        'x-forwarded-for': '1.2.3.4',
        'tollgate-user': '1',
        'x-upstream-url': 'http://127.0.0.1:1',
        'openai-organization': 'org-of-the-client',
      },
    )
    const headers = relay.upstream.requests[0]?.headers ?? {}
    expect(headers.authorization).toBe('Bearer upstream-key')
    for (const name of [
      'cookie',
      'x-forwarded-for',
      'tollgate-user',
      'x-upstream-url',
      'openai-organization',
    ])
      expect(headers).not.toHaveProperty(name)
  })

  it('never passes headers on that would act on the client', async () => {
    relay.upstream.next({
      headers: {
        'set-cookie': 'session=evil',
        'access-control-allow-credentials': 'true',
        'clear-site-data': '"*"',
        location: 'http://evil',
      },
    })
    const response = await relay.post('/v1/chat/completions', { model, messages: hello })
    for (const name of ['set-cookie', 'access-control-allow-credentials', 'clear-site-data', 'location'])
      expect(response.headers.get(name)).toBeNull()
  })

  it('cached tokens are charged by their ratio and logged', async () => {
    relay.upstream.next({
      usageValues: usageOf(1000, 500, { prompt_tokens_details: { cached_tokens: 400 } }),
    })
    const before = await relay.balance()
    await relay.openai.chat.completions.create({ model, messages: hello })
    // (600 + 400 x 0.5 + 500 x 4) x 0.075 = 210
    expect(before - (await relay.balance())).toBe(210_000n)
    expect(JSON.parse((await relay.logs())[0]?.other ?? '{}')).toMatchObject({
      cache_tokens: 400,
      cache_ratio: 0.5,
    })
  })
})

describe('the other operations', () => {
  it('embeddings are charged by prompt tokens', async () => {
    relay.upstream.next({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
    const before = await relay.balance()
    const answer = await relay.openai.embeddings.create({
      model: 'text-embedding-3-small',
      input: 'hello world',
    })
    expect(answer.data[0]?.embedding.length).toBeGreaterThan(0)
    expect(before - (await relay.balance())).toBe(10_000n)
  })

  it('text completions and moderations are served and logged', async () => {
    const completion = await relay.openai.completions.create({
      model: 'gpt-3.5-turbo-instruct',
      prompt: 'Once',
    })
    expect(completion.choices[0]?.text).toBeTypeOf('string')
    const moderation = await relay.openai.moderations.create({ model: 'omni-moderation-latest', input: 'x' })
    expect(moderation.results).toHaveLength(1)
    expect((await relay.logs()).slice(0, 2).map((row) => row.model_name)).toEqual([
      'omni-moderation-latest',
      'gpt-3.5-turbo-instruct',
    ])
  })

  it('models are listed as OpenAI lists them, and an unknown one is 404', async () => {
    const models = await relay.openai.models.list()
    expect(models.data.map((each) => each.id)).toContain(model)
    await expect(relay.openai.models.retrieve('no-such')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    })
    expect((await relay.openai.models.retrieve(model)).id).toBe(model)
  })

  it('finding relay 17: routes of the protocol that are not served are 404 like unknown ones, in OpenAI’s shape', async () => {
    const missing = await relay.post('/v1/fine-tunes', {})
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ error: { code: 'api_not_implemented' } })
    const unknown = await relay.post('/v1/nothing', {})
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})

describe('refusals', () => {
  it('a wrong key is 401 and the SDK raises its own error', async () => {
    await expect(
      relay.clientWith(`sk-${'x'.repeat(48)}`).chat.completions.create({ model, messages: hello }),
    ).rejects.toMatchObject({ status: 401, code: 'token_invalid' })
    expect(relay.upstream.hits).toBe(0)
  })

  it('a model that no channel has is 404 and free', async () => {
    await relay.setOption(
      'ModelRatio',
      JSON.stringify({ 'nobody-serves-this': 1, [model]: 0.075, 'text-embedding-3-small': 0.01 }),
    )
    const before = await relay.balance()
    await expect(
      relay.openai.chat.completions.create({ model: 'nobody-serves-this', messages: hello }),
    ).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
    expect(await relay.balance()).toBe(before)
  })

  it('an empty balance is refused with 403 before the upstream is hit; token and user texts differ', async () => {
    const poor = await relay.api.createUser('poor')
    const key = await relay.addToken({}, poor)
    await expect(
      relay.clientWith(key).chat.completions.create({ model, messages: hello }),
    ).rejects.toMatchObject({ status: 403, code: 'insufficient_user_quota' })
    const limited = await relay.addToken({ unlimited_quota: false, remain_quota: 1 })
    await expect(
      relay.clientWith(limited).chat.completions.create({ model, messages: hello }),
    ).rejects.toMatchObject({ status: 403, code: 'pre_consume_token_quota_failed' })
    expect(relay.upstream.hits).toBe(0)
  })

  it.each([
    ['no messages', { model }],
    ['no model', { messages: hello }],
    ['messages that are no list', { model, messages: 'hi' }],
    ['n out of range', { model, messages: hello, n: 1_000_000 }],
    ['a negative cap', { model, messages: hello, max_tokens: -1 }],
    ['a fractional cap', { model, messages: hello, max_tokens: 1.5 }],
  ])('%s is 400 and free', async (_name, body) => {
    const before = await relay.balance()
    const response = await relay.post('/v1/chat/completions', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    expect(await relay.balance()).toBe(before)
    expect(relay.upstream.hits).toBe(0)
  })

  it('a forbidden word is 400 before anything is sent', async () => {
    const response = await relay.post('/v1/chat/completions', {
      model,
      messages: [{ role: 'user', content: 'a TEST_sensitive word' }],
    })
    const message = expect.stringContaining('words that this site does not allow: test_sensitive')
    expect(await response.json()).toMatchObject({ error: { code: 'sensitive_words_detected', message } })
    expect(relay.upstream.hits).toBe(0)
  })

  it('the upstream’s refusal keeps its status and words, without key and address', async () => {
    relay.upstream.next({
      status: 400,
      error: {
        message: `bad key upstream-key at ${relay.upstream.url}`,
        type: 'invalid_request_error',
        code: 'invalid_value',
        param: 'messages',
      },
    })
    const response = await relay.post('/v1/chat/completions', { model, messages: hello })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).not.toContain('upstream-key')
    expect(text).not.toContain(new URL(relay.upstream.url).host)
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'invalid_value', param: 'messages' } })
  })

  it('an upstream that refuses our key is our trouble: 502, never 401', async () => {
    relay.upstream.next({ status: 401, error: { message: 'Incorrect API key', code: 'invalid_api_key' } })
    await expect(relay.openai.chat.completions.create({ model, messages: hello })).rejects.toMatchObject({
      status: 502,
    })
  })
})
