import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const messages = [{ role: 'user', content: 'hello' }]
const speech = 'gemini-2.5-flash-preview-tts'
const gemini = 'gemini-2.5-pro'
const mistral = 'mistral-large-latest'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'o3,gpt-4o-search-preview' })
  await relay.addChannel({ type: 24, models: speech })
  const models = ['o3', 'gpt-4o-search-preview', 'gpt-4o', 'gpt-4.1', 'gpt-5.5', speech, gemini, mistral]
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((name) => [name, 1]))))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Record<string, unknown>
const announced = (response: Response) => response.headers.get('tollgate-translation')

describe('reliability 13: what is changed on the way is announced, also without a translation', () => {
  it.each([
    [{}, 'lossy; responseModalities: AUDIO'],
    [{ generationConfig: { responseModalities: ['AUDIO'] } }, null],
    [{ generation_config: { response_modalities: ['AUDIO'] } }, null],
  ])('sound that is asked for because the model gives nothing else: %o', async (body, expected) => {
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
    const response = await relay.post(`/v1beta/models/${speech}:generateContent`, { contents, ...body })
    expect([response.status, announced(response)]).toEqual([200, expected])
    expect(JSON.stringify(sent())).toContain('AUDIO')
  })

  it('and to clients of another protocol', async () => {
    const response = await relay.post('/v1/chat/completions', { model: speech, messages })
    expect(announced(response)).toContain('responseModalities: AUDIO')
  })

  it('a cap that another one replaces', async () => {
    const caps = { max_tokens: 5, max_completion_tokens: 9 }
    const response = await relay.post('/v1/chat/completions', { model: 'o3', messages, ...caps })
    expect([response.status, announced(response)]).toEqual([200, 'lossy; max_tokens'])
    expect(sent()).not.toHaveProperty('max_tokens')
    const renamed = await relay.post('/v1/chat/completions', { model: 'o3', messages, max_tokens: 5 })
    expect([announced(renamed), sent().max_completion_tokens]).toEqual([null, 5])
  })
})

describe('finding relay 4: a tool that runs at its vendor', () => {
  beforeAll(async () => {
    await relay.addChannel({ type: 24, models: gemini })
    await relay.addChannel({ type: 42, models: mistral })
  })
  // The tools that Codex offers with every request.
  const tools = [
    {
      type: 'function',
      name: 'shell',
      parameters: { type: 'object', properties: { cmd: { type: 'string' } } },
    },
    { type: 'web_search', external_web_access: false },
  ]
  const ask = (model: string, more: Record<string, unknown> = {}) =>
    relay.post('/v1/responses', { model, input: 'hello', tools, ...more })

  it.each([gemini, mistral])('that %s does not have is left out and announced', async (model) => {
    const response = await ask(model)
    expect([response.status, announced(response)]).toEqual([200, 'lossy; web_search_options'])
    expect(JSON.stringify(sent())).toContain('"shell"')
    expect(JSON.stringify(sent())).not.toContain('earch')
  })

  it.each([gemini, mistral])('is refused with %s where the client forces it', async (model) => {
    const response = await ask(model, { tool_choice: { type: 'web_search' } })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('translation_unsupported'),
    ])
    expect(relay.upstream.hits).toBe(0)
  })

  it('may have any name: the header stays one', async () => {
    const strange = { type: `搜索\r\nx: y ${'z'.repeat(500)}` }
    const response = await ask(mistral, { tools: [strange] })
    expect(response.status).toBe(200)
    expect(announced(response)).toMatch(/^lossy; \?\?\?\?x: y z{70,80}$/)
    expect(response.headers.get('x')).toBeNull()
  })
})

describe('H4: a search that OpenAI runs for a chat', () => {
  const model = 'gpt-4o-search-preview'
  const chargeOf = async (path: string, body: Record<string, unknown>) => {
    const before = await relay.balance()
    const response = await relay.post(path, { model, ...body })
    expect(response.status, await response.text()).toBe(200)
    return before - (await relay.balance())
  }

  it('costs 0.025 dollars, also where the model searches unasked, and where the stream breaks off', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2 }
    relay.upstream.always({ usageValues: usage })
    const searched = await chargeOf('/v1/chat/completions', { messages, web_search_options: {} })
    expect(searched).toBe(12_500_000n + (10n + 2n * 4n) * 1000n)
    expect(await chargeOf('/v1/chat/completions', { messages })).toBe(searched)
    expect(await chargeOf('/v1/messages', { messages, max_tokens: 100 })).toBe(searched)
    relay.upstream.always({ text: 'one two three', cutAfterEvents: 3 })
    const before = await relay.balance()
    await (await relay.post('/v1/chat/completions', { model, messages, stream: true })).text()
    expect(before - (await relay.balance())).toBeGreaterThan(12_500_000n)
  })
})

describe('finding relay 3: what a model family does not take', () => {
  it('is left out, announced and not charged', async () => {
    await relay.addChannel({ models: 'gpt-4o' })
    const body = {
      model: 'gpt-4o',
      messages,
      max_tokens: 99_999,
      reasoning_effort: 'low',
      web_search_options: {},
    }
    const before = await relay.balance()
    const response = await relay.post('/v1/chat/completions', body)
    expect([response.status, announced(response)]).toEqual([
      200,
      'lossy; reasoning_effort, web_search_options, max_tokens',
    ])
    await response.text()
    expect(Object.keys(sent())).not.toContain('reasoning_effort')
    expect([sent().max_tokens, sent().web_search_options]).toEqual([16_384, undefined])
    // A search would cost 12 500 quota units.
    expect(before - (await relay.balance())).toBeLessThan(12_500_000n)
  })

  it('is refused where a channel may lose nothing', async () => {
    const setting = JSON.stringify({ refuse_lossy_translation: true })
    await relay.addChannel({ models: 'gpt-4.1', setting })
    const response = await relay.post('/v1/chat/completions', {
      model: 'gpt-4.1',
      messages,
      reasoning_effort: 'low',
    })
    expect(response.status).toBe(400)
  })
})

describe('finding relay 2: a chat client with tools and a model that takes them on Responses only', () => {
  it('is answered by Responses, in the form of chat', async () => {
    await relay.addChannel({ type: 3, models: 'gpt-5.5', other: '2025-04-01-preview' })
    const tools = [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }]
    const response = await relay.post('/v1/chat/completions', { model: 'gpt-5.5', messages, tools })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ object: 'chat.completion' })
    expect(relay.upstream.requests.at(-1)?.path).toContain('/openai/v1/responses')
    expect(sent()).toMatchObject({ tools: [{ type: 'function', name: 'look_up' }] })
  })

  it('is streamed to the official client as chat', async () => {
    const stream = relay.openai.chat.completions.stream({
      model: 'gpt-5.5',
      messages: [{ role: 'user', content: 'hello' }],
      tools: [{ type: 'function', function: { name: 'look_up', parameters: { type: 'object' } } }],
    })
    const completion = await stream.finalChatCompletion()
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant' } })
    expect(completion.choices[0]?.message.content).not.toBe('')
    expect(relay.upstream.requests.at(-1)?.path).toContain('/openai/v1/responses')
  })
})
