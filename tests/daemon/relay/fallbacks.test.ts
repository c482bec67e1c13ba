import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { untilSettled } from '../../support/until-settled.ts'

const first = 'gpt-4o-mini'
const second = 'gpt-4.1-mini'
const claude = 'claude-haiku-4-5'
const messages = [{ role: 'user' as const, content: 'hello' }]

let relay: TestRelay
/** The upstream of the first model; the others are on the relay's own upstream. */
let broken: Simulator
beforeAll(async () => {
  relay = await startTestRelay()
  broken = await startSimulator()
  await relay.setOption('RetryTimes', '0')
  await relay.addChannel({ base_url: broken.url, models: `${first},whisper-1` })
  await relay.addChannel({ models: `${second},unpriced,gpt-4o-transcribe` })
  await relay.addChannel({ type: 14, models: claude })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify({ [first]: 1, [second]: 3, [claude]: 5, 'whisper-1': 1, 'gpt-4o-transcribe': 1 }),
  )
  await relay.setOption('CompletionRatio', JSON.stringify({ [first]: 1, [second]: 1, [claude]: 1 }))
  await relay.setOption('LogErrorEnabled', 'true')
})
afterAll(async () => {
  await relay.close()
  await broken.close()
})
beforeEach(() => {
  relay.upstream.reset()
  broken.reset()
  // A policy refusal does not affect the channel's health, so every test starts with a healthy channel.
  broken.always({ status: 400, error: { code: 'content_policy_violation', message: 'not that' } } as never)
  relay.upstream.always({ text: 'one two', tokens: { input: 100, output: 20 } })
})

const headersFor = (key: string) => ({ authorization: `Bearer ${key}` })
const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Record<string, unknown>
const codeOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string } }
  return [answer.status, error.code]
}
const consumed = async () => (await relay.logs()).filter(({ type }) => type === 2)
const charged = async (ask: () => Promise<Response>): Promise<[Response, bigint]> => {
  const before = await relay.balance()
  const answer = await ask()
  await untilSettled(relay.api.services)
  return [answer, before - (await relay.balance())]
}

describe('models that are asked when the one before gives no answer', () => {
  it.each([
    ['OpenRouter’s list beside the model', { model: first, models: [second] }],
    ['OpenRouter’s list alone', { models: [first, second], route: 'fallback' }],
    ['a list in the model', { model: `${first}, ${second}` }],
  ])('%s: the second answers and is charged as itself', async (_form, members) => {
    const [answer, cost] = await charged(() => relay.post('/v1/chat/completions', { ...members, messages }))
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { choices: [{ message: { content: 'one two' } }] },
    ])
    expect([broken.hits, relay.upstream.hits]).toEqual([1, 1])
    expect(JSON.parse(String(broken.requests[0]?.body))).toEqual({ model: first, messages })
    expect(sent()).toEqual({ model: second, messages })
    expect(cost).toBe(360_000n)
    expect((await consumed())[0]).toMatchObject({ model_name: second, prompt_tokens: 100 })
  })

  it('the first one answers alone while it can', async () => {
    broken.always({ text: 'first', tokens: { input: 100, output: 20 } })
    const [answer, cost] = await charged(() =>
      relay.post('/v1/chat/completions', { model: first, models: [second], messages }),
    )
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'first' } }] })
    expect([relay.upstream.hits, cost]).toEqual([0, 120_000n])
  })

  it.each([
    ['/v1/messages', { max_tokens: 50, messages }],
    ['/v1/responses', { input: 'hello' }],
    ['/v1/chat/completions', { messages, stream: true }],
    ['/v1/messages', { max_tokens: 50, messages, stream: true }],
  ])('in every protocol: %s %o', async (path, body) => {
    const [answer, cost] = await charged(() => relay.post(path, { model: `${first},${claude}`, ...body }))
    const text = await answer.text()
    expect([answer.status, text]).toEqual([200, expect.stringContaining('one')])
    expect(sent()).toMatchObject({ model: expect.stringContaining('claude-haiku-4-5') })
    expect([cost > 0n, (await consumed())[0]?.model_name]).toEqual([true, claude])
  })

  it('where the address names the models, and in forms', async () => {
    const google = await relay.post(`/v1beta/models/${first},${second}:generateContent`, {
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    })
    expect([google.status, await google.text()]).toEqual([200, expect.stringContaining('one two')])
    expect((await consumed())[0]?.model_name).toBe(second)
    const form = new FormData()
    form.set('model', 'whisper-1,gpt-4o-transcribe')
    form.set('file', new Blob(['sound']), 'a.wav')
    const written = await fetch(`${relay.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: headersFor(relay.key),
      body: form,
    })
    expect(written.status, await written.text()).toBe(200)
    expect(String(relay.upstream.requests.at(-1)?.body)).toMatch(/name="model"\r\n\r\ngpt-4o-transcribe\r\n/)
  })

  it('models without a channel or a price are passed over, and the row tells why', async () => {
    const answer = await relay.post('/v1/chat/completions', {
      model: 'nobody-has-it',
      models: ['unpriced', first, second],
      messages,
    })
    expect(answer.status).toBe(200)
    const id = answer.headers.get('x-request-id')
    const told = await relay.root.call<{ explanation: Record<string, unknown> }>(
      'GET',
      `/api/log/explain/${id}`,
    )
    expect(told.explanation).toMatchObject({
      model: second,
      passed_over: [
        { model: 'nobody-has-it', reason: 'model_not_found' },
        { model: 'unpriced', reason: 'model_price_error' },
        { model: first, reason: expect.any(String) },
      ],
      attempts: [{ status: 400 }, { status: 200 }],
    })
  })

  it('when all fail, the last error is told, nothing is charged, and each failed attempt has its model', async () => {
    relay.upstream.always({
      status: 400,
      error: { code: 'content_policy_violation', message: 'nor that' },
    } as never)
    const [answer, cost] = await charged(() =>
      relay.post('/v1/chat/completions', { model: first, models: [second], messages }),
    )
    expect([answer.status, cost]).toEqual([400, 0n])
    expect(await answer.text()).toContain('nor that')
    const rows = (await relay.logs()).filter(
      ({ request_id: id }) => id === answer.headers.get('x-request-id'),
    )
    expect(rows.map(({ model_name: name }) => name).sort()).toEqual([second, first].sort())
  })

  it('when none can be asked, the refusal is that of the first', async () => {
    const answer = await relay.post('/v1/chat/completions', {
      model: 'nobody-has-it',
      models: ['unpriced'],
      messages,
    })
    expect(await codeOf(answer)).toEqual([404, 'model_not_found'])
  })

  it('a token of one model may name no other', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: first })
    for (const members of [{ models: [second] }, { model: `${first},${second}` }]) {
      const body = { model: first, messages, ...members }
      const answer = await relay.post('/v1/chat/completions', body, headersFor(key))
      expect(await codeOf(answer)).toEqual([403, 'token_model_forbidden'])
    }
    expect(broken.hits + relay.upstream.hits).toBe(0)
  })

  it('the hold covers the dearest of them, so that no answer is given away', async () => {
    const key = await relay.addToken({ unlimited_quota: false, remain_quota: 300 })
    const ask = (members: object) =>
      relay.post(
        '/v1/chat/completions',
        { model: first, messages, max_tokens: 100, ...members },
        headersFor(key),
      )
    expect((await ask({ models: [claude] })).status).toBe(403)
    expect(broken.hits + relay.upstream.hits).toBe(0)
    broken.always({ text: 'first', tokens: { input: 10, output: 2 } })
    expect((await ask({})).status).toBe(200)
  })

  it('a list of nine, or of what is no name, is refused', async () => {
    const nine = Array.from({ length: 9 }, (_, index) => `m-${index}`)
    expect(await codeOf(await relay.post('/v1/chat/completions', { models: nine, messages }))).toEqual([
      400,
      'invalid_request',
    ])
    const odd = await relay.post('/v1/chat/completions', { model: second, models: [{ id: first }], messages })
    expect(await codeOf(odd)).toEqual([400, 'steering_refused'])
  })
})

describe('models that a token falls back on', () => {
  const tokenWith = (fallbacks: Record<string, string[]>, more: object = {}) =>
    relay.addToken({ model_fallbacks: fallbacks, ...more })
  const ask = (key: string, members: object = {}, path = '/v1/chat/completions') =>
    relay.post(path, { model: first, messages, ...members }, headersFor(key))
  const explained = async (answer: Response) => {
    const id = answer.headers.get('x-request-id')
    type Told = { explanation: { model: string; passed_over?: unknown } }
    return (await relay.root.call<Told>('GET', `/api/log/explain/${id}`)).explanation
  }

  it.each([
    ['of the model', { [first]: [second], '*': ['unpriced'] }],
    ['of every other model', { [second]: ['unpriced'], '*': [second] }],
  ])(
    'the list %s: the next model answers and is charged as itself, as explain tells',
    async (_whose, list) => {
      const key = await tokenWith(list)
      const [answer, cost] = await charged(() => ask(key))
      expect([answer.status, cost]).toEqual([200, 360_000n])
      expect(sent()).toEqual({ model: second, messages })
      expect(await explained(answer)).toMatchObject({
        model: second,
        passed_over: [{ model: first, reason: expect.any(String) }],
      })
    },
  )

  it('in every protocol, streamed too', async () => {
    const key = await tokenWith({ [first]: [claude] })
    for (const [path, body] of [
      ['/v1/messages', { max_tokens: 50, stream: true }],
      ['/v1/responses', { input: 'hello', messages: undefined }],
    ] as const) {
      const answer = await ask(key, body, path)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('one')])
      await untilSettled(relay.api.services)
      expect((await consumed())[0]?.model_name).toBe(claude)
    }
  })

  it('a request that names fallbacks goes by its own', async () => {
    const key = await tokenWith({ [first]: [claude] })
    expect((await ask(key, { models: [second] })).status).toBe(200)
    expect(sent()).toMatchObject({ model: second })
  })

  it('a model that answers is charged alone, and explain names no other', async () => {
    broken.always({ text: 'first', tokens: { input: 100, output: 20 } })
    const key = await tokenWith({ [first]: ['unpriced', second] })
    const [answer, cost] = await charged(() => ask(key))
    expect([cost, relay.upstream.hits]).toEqual([120_000n, 0])
    expect(await explained(answer)).not.toHaveProperty('passed_over')
  })

  it('those that the token may not call are passed over', async () => {
    const limits = { model_limits_enabled: true, model_limits: `${first},${second}` }
    const key = await tokenWith({ [first]: [claude, second] }, limits)
    const answer = await ask(key)
    expect(await explained(answer)).toMatchObject({
      model: second,
      passed_over: [{ model: first }, { model: claude, reason: 'token_model_forbidden' }],
    })
    const other = await ask(key, { model: claude })
    expect(await codeOf(other)).toEqual([403, 'token_model_forbidden'])
  })

  it('a list that is changed holds for the next request', async () => {
    const { id, key } = await relay.root.call<{ id: number; key: string }>('POST', '/api/token/', {
      name: 'changing',
      unlimited_quota: true,
      model_fallbacks: { [first]: [second] },
    })
    expect((await ask(`sk-${key}`)).status).toBe(200)
    await relay.root.call('PUT', '/api/token/', { id, model_fallbacks: {} })
    expect((await ask(`sk-${key}`)).status).toBe(400)
  })
})
