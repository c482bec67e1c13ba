import OpenAI from 'openai'
import { Agent, request } from 'undici'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Behaviour } from './behaviour.ts'
import { defaultText } from './reply.ts'
import { startSimulator } from './simulator.ts'
import { startSimulatorProcess } from './simulator-process.ts'

const upstream = await startSimulator({ models: ['gpt-4o', 'gpt-4o-mini'] })
afterAll(() => upstream.close())
beforeEach(() => upstream.reset())

const post = async (body: Record<string, unknown>, path = '/v1/chat/completions', dispatcher?: Agent) => {
  const response = await request(upstream.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }], ...body }),
    ...(dispatcher ? { dispatcher } : {}),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: Buffer.from(await response.body.arrayBuffer()),
  }
}

const events = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split(/\r?\n\r?\n/)
    .filter(Boolean)
    .map((event) => event.replace(/^(: .*\r?\n)?data: /, ''))

const stream = async (behaviour: Behaviour, body: Record<string, unknown> = {}) => {
  upstream.next(behaviour)
  return events((await post({ stream: true, ...body })).bytes)
}

const usages = (data: readonly string[]): unknown[] =>
  data
    .filter((each) => each.startsWith('{'))
    .map((each) => (JSON.parse(each) as { usage?: { completion_tokens: number } | null }).usage)
    .filter((usage) => usage !== undefined && usage !== null)
    .map((usage) => usage.completion_tokens)

describe('simulator', () => {
  it('satisfies the openai package: plain, streamed, embeddings, moderation, models', async () => {
    const client = new OpenAI({ baseURL: `${upstream.url}/v1`, apiKey: 'sk-test', maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: 'hi' }]
    const plain = await client.chat.completions.create({ model: 'gpt-4o', messages })
    expect(plain.choices[0]?.message.content).toBe(defaultText)
    const streamed = await client.chat.completions.create({
      model: 'gpt-4o',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let total: number | undefined
    for await (const chunk of streamed) {
      text += chunk.choices[0]?.delta.content ?? ''
      total = chunk.usage?.total_tokens ?? total
    }
    expect([text, total]).toEqual([defaultText, 21])
    const vectors = await client.embeddings.create({
      model: 'e',
      input: ['a', 'b'],
      encoding_format: 'float',
    })
    expect(vectors.data).toHaveLength(2)
    expect((await client.moderations.create({ input: 'x' })).results).toHaveLength(1)
    expect((await client.completions.create({ model: 'c', prompt: 'x' })).choices[0]?.text).toBe(defaultText)
    expect((await client.models.list()).data.map((model) => model.id)).toEqual(['gpt-4o', 'gpt-4o-mini'])
  })

  it('answers balance calls', async () => {
    const response = await request(`${upstream.url}/v1/dashboard/billing/subscription`)
    expect(await response.body.json()).toMatchObject({ hard_limit_usd: 120 })
  })

  it('records what it was sent and counts the hits', async () => {
    await post({ temperature: 0.5 })
    expect(upstream.hits).toBe(1)
    const [exchange] = upstream.requests
    expect(exchange).toMatchObject({ method: 'POST', path: '/v1/chat/completions', model: 'gpt-4o' })
    expect(exchange?.headers.authorization).toBe('Bearer sk-test')
    expect(JSON.parse(exchange?.body.toString() ?? '')).toMatchObject({ temperature: 0.5 })
    expect(await exchange?.over).toBe('answered')
  })

  it('uses up queued behaviours in order, then rules, then the usual one', async () => {
    upstream.always({ status: 418 })
    upstream.when((exchange) => exchange.model === 'special', { status: 409 })
    upstream.next({ status: 500 }, { status: 429, retryAfter: 7 })
    const first = await post({ model: 'special' })
    const second = await post({})
    expect([first.status, second.status, second.headers['retry-after']]).toEqual([500, 429, '7'])
    expect((await post({ model: 'special' })).status).toBe(409)
    expect((await post({})).status).toBe(418)
  })

  it('takes directions inside the model name and the message', async () => {
    expect((await post({ model: 'gpt-4o?status=503&retryAfter=2' })).headers['retry-after']).toBe('2')
    const content = 'simulate {"status":402}'
    expect((await post({ messages: [{ role: 'user', content }] })).status).toBe(402)
  })

  it('refuses other keys than those it was given', async () => {
    await using strict = await startSimulator({ keys: ['sk-right'] })
    const ask = async (key: string) =>
      (await request(`${strict.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).statusCode
    expect([await ask('sk-wrong'), await ask('sk-right')]).toEqual([401, 200])
  })

  it('has nothing at a path nobody knows, however it is written', async () => {
    expect((await post({}, '/v1/nothing')).status).toBe(404)
    expect((await post({}, '/v1/%zz')).status).toBe(404)
  })

  it('places usage where it is told', async () => {
    expect(usages(await stream({}))).toEqual([])
    expect(usages(await stream({}, { stream_options: { include_usage: true } }))).toEqual([12])
    expect(usages(await stream({ usage: 'missing' }, { stream_options: { include_usage: true } }))).toEqual(
      [],
    )
    expect(usages(await stream({ usage: 'last' }))).toEqual([12])
    expect(usages(await stream({ usage: 'twice' }))).toEqual([12, 12])
    expect(usages(await stream({ usage: 'first' }))).toEqual([12])
    expect(usages(await stream({ usage: 'every', chunks: 3 }))).toEqual([0, 1, 2, 3, 12])
    expect((await stream({ usage: 'after-done' })).at(-2)).toBe('[DONE]')
    expect(usages(await stream({ usage: 'last', usageValues: { completion_tokens: -5 } }))).toEqual([-5])
    upstream.next({ usage: 'missing' })
    expect(JSON.parse((await post({})).bytes.toString())).not.toHaveProperty('usage')
  })

  it('damages streams as told', async () => {
    expect(await stream({ done: false })).not.toContain('[DONE]')
    const malformed = await stream({ malformedAfterEvents: 2 })
    expect(() => JSON.parse(malformed[2] ?? '')).toThrow()
    const failed = await stream({ errorAfterEvents: 2, error: { message: 'mid-stream' } })
    expect(failed).toHaveLength(3)
    expect(JSON.parse(failed[2] ?? '')).toMatchObject({ error: { message: 'mid-stream' } })
    expect(JSON.parse((await stream({ errorIn200: true }))[0] ?? '')).toHaveProperty('error')
  })

  it('cuts the same bytes into pieces of one byte, CR LF and comments included', async () => {
    upstream.next(
      { crlf: true, comments: true, text: 'grüße 你好 🎈' },
      { crlf: true, comments: true, text: 'grüße 你好 🎈', chunkBytes: 1 },
    )
    const whole = await post({ stream: true })
    const cut = await post({ stream: true })
    expect(cut.bytes.equals(whole.bytes)).toBe(true)
    expect(whole.bytes.toString()).toContain(': keep-alive\r\ndata: ')
  })

  it.each(['fin', 'reset'] as const)('closes early with %s after the given bytes', async (cut) => {
    upstream.next({ cutAfterBytes: 40, cut })
    await expect(post({ stream: true })).rejects.toThrow()
    expect(await upstream.requests[0]?.over).toBe('aborted')
  })

  it.each(['fin', 'reset'] as const)('closes with %s before any header', async (refuse) => {
    upstream.next({ refuse })
    await expect(post({})).rejects.toThrow()
  })

  it('closes while the request body is still coming', async () => {
    upstream.next({ refuseUpload: true })
    await expect(post({ padding: 'x'.repeat(20_000_000) })).rejects.toThrow()
    expect(upstream.hits).toBe(1)
  })

  it('stalls with the connection open until the peer gives up', async () => {
    upstream.next({ cutAfterEvents: 2, cut: 'stall' })
    const leaving = new AbortController()
    const response = await request(`${upstream.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true, messages: [] }),
      signal: leaving.signal,
    })
    let received = 0
    await expect(
      (async () => {
        for await (const chunk of response.body) {
          received += events(Buffer.from(chunk)).length
          if (received >= 2) leaving.abort()
        }
      })(),
    ).rejects.toThrow()
    expect(await upstream.requests[0]?.over).toBe('aborted')
  })

  it('holds an answer at the named step until told to go on', async () => {
    upstream.next({ holdAt: 'headers' })
    const answer = post({})
    const exchange = await upstream.received(1)
    await exchange.held
    expect(exchange.state).toBe('open')
    exchange.resume()
    expect((await answer).status).toBe(200)
  })

  it('sends a second response nobody asked for on the same connection', async () => {
    upstream.next({ unaskedAfterMs: 0, echo: true })
    const agent = new Agent({ connections: 1 })
    const closed = new Promise<Error>((resolve) =>
      agent.on('disconnect', (_origin, _targets, error) => resolve(error)),
    )
    const answer = await post({}, '/v1/chat/completions', agent)
    expect(JSON.parse(answer.bytes.toString())).toMatchObject({ choices: [{ message: { content: 'hi' } }] })
    expect(await closed).toBeInstanceOf(Error)
    await agent.destroy()
  })

  it('truncates, redirects, lies about the length and compresses', async () => {
    upstream.next(
      { truncatedJson: true },
      { redirectTo: 'http://127.0.0.1:1/' },
      { contentLengthError: 10, closeAfterMs: 0 },
      { encoding: 'gzip' },
    )
    const truncated = await post({})
    expect(() => JSON.parse(truncated.bytes.toString())).toThrow()
    const redirect = await post({})
    expect([redirect.status, redirect.headers.location]).toEqual([302, 'http://127.0.0.1:1/'])
    await expect(post({})).rejects.toThrow()
    const compressed = await post({})
    expect([compressed.headers['content-encoding'], compressed.bytes.subarray(0, 2).toString('hex')]).toEqual(
      ['gzip', '1f8b'],
    )
  })

  it('sends answers of any size', async () => {
    upstream.next({ textBytes: 5_000_000 }, { textBytes: 5_000_000 })
    expect((await post({})).bytes.length).toBeGreaterThan(5_000_000)
    expect((await post({ stream: true })).bytes.length).toBeGreaterThan(5_000_000)
  })

  it('runs as a process of its own, steered over its control port', async () => {
    const simulator = await startSimulatorProcess({ keys: ['sk-a'], always: { text: 'usual' } })
    await simulator.next({ status: 503 })
    const ask = async () => {
      const response = await request(`${simulator.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-a' },
        body: JSON.stringify({ model: 'm', messages: [] }),
      })
      await response.body.dump()
      return response.statusCode
    }
    expect([await ask(), await ask(), await simulator.hits()]).toEqual([503, 200, 2])
    expect((await simulator.requests())[0]).toMatchObject({ path: '/v1/chat/completions', model: 'm' })
    await simulator.stop()
  })
})
