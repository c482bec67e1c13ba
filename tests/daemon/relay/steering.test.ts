import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isSameModel } from '../../../src/daemon/pricing/same-model.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'

const model = 'gpt-4o-mini'
const claude = 'claude-3-5-haiku-20241022'
const messages = [{ role: 'user', content: 'hello' }]

let relay: TestRelay
/** A user who accepts models without a price. */
let carefree: Caller
let carefreeKey: string
let openrouterId: number
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: `${model},o3,whisper-1` })
  await relay.addChannel({ type: 14, models: claude })
  await relay.addChannel({ type: 24, models: 'gemini-2.0-flash,gemini-3-flash' })
  openrouterId = await relay.addChannel({ type: 20, models: 'openrouter-model' })
  await relay.addChannel({ type: 17, models: 'qwen-plus' })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify({
      [model]: 1,
      o3: 1,
      'whisper-1': 1,
      [claude]: 1,
      'gemini-2.0-flash': 1,
      'gemini-3-flash': 1,
      'openrouter-model': 1,
      'qwen-plus': 1,
    }),
  )
  carefree = await relay.api.createUser('carefree')
  await carefree.call('PUT', '/api/user/setting', { accept_unset_model_ratio_model: true })
  const { id } = await carefree.call<{ id: number }>('GET', '/api/user/self')
  await relay.root.call('POST', '/api/user/credit', { id, delta: '100000000' })
  carefreeKey = await relay.addToken({}, carefree)
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const sent = () => JSON.parse(String(relay.upstream.requests.at(-1)?.body)) as Record<string, unknown>
const chat = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  relay.post('/v1/chat/completions', { model, messages, ...body }, headers)
const errorOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error: { code: string; param?: string; message: string } }).error,
})
const lastOther = async () => JSON.parse((await relay.logs())[0]?.other ?? '{}') as Record<string, unknown>
const chargeOf = async (call: () => Promise<Response>) => {
  const before = await relay.balance()
  const response = await call()
  expect(response.status, await response.text()).toBe(200)
  return before - (await relay.balance())
}

describe('H4: names that differ only in case', () => {
  it.each([
    [{ Model: 'o3' }, 'Model', 'model'],
    [{ MODELS: ['o3'] }, 'MODELS', 'models'],
    [{ ſtream: true }, 'ſtream', 'stream'],
    [{ Service_Tier: 'priority' }, 'Service_Tier', 'service_tier'],
    [{ Max_Tokens: 5 }, 'Max_Tokens', 'max_tokens'],
    [{ Tools: [{ type: 'web_search' }] }, 'Tools', 'tools'],
    [{ tools: [{ Type: 'web_search' }] }, 'tools.Type', 'tools.type'],
    [{ Batch_Size: 4 }, 'Batch_Size', 'batch_size'],
  ])('%o is refused, and says which', async (body, field, name) => {
    const error = await errorOf(await chat(body))
    expect([error.status, error.code, error.param]).toEqual([400, 'member_case', field])
    expect(error.message).toContain(`'${field}' must be written '${name}'`)
    expect(relay.upstream.hits).toBe(0)
  })

  it('also from a token that may use one model only, in forms and in Google’s protocol', async () => {
    const limited = await relay.addToken({ model_limits_enabled: true, model_limits: model })
    const headers = { authorization: `Bearer ${limited}` }
    expect((await chat({ Model: 'o3' }, headers)).status).toBe(400)
    const form = new FormData()
    for (const [name, value] of Object.entries({ model: 'whisper-1', MODEL: 'o3' })) form.set(name, value)
    form.set('file', new Blob(['sound']), 'a.wav')
    const inForm = await fetch(`${relay.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${relay.key}` },
      body: form,
    })
    expect((await errorOf(inForm)).code).toBe('member_case')
    const google = await relay.post('/v1beta/models/gemini-2.0-flash:generateContent', {
      contents: [{ parts: [{ text: 'hello' }] }],
      generationConfig: { MaxOutputTokens: 5 },
    })
    expect(google.status).toBe(400)
    expect(relay.upstream.hits).toBe(0)
  })

  it('names of somebody’s data may be written as they like', async () => {
    const properties = { Model: { type: 'string' }, Type: { type: 'string' } }
    const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties } } }
    expect((await chat({ tools: [tool], metadata: { Model: 'x' } })).status).toBe(200)
  })
})

describe('H4: what would choose another model', () => {
  it.each(['route', 'preset', 'fallbacks'])('%s is refused by every type', async (name) => {
    for (const each of ['openrouter-model', model]) {
      const error = await errorOf(await chat({ model: each, [name]: ['o3'] }))
      expect([each, error.status, error.code, error.param]).toEqual([each, 400, 'steering_refused', name])
    }
    const ofClaude = await relay.post('/v1/messages', {
      model: claude,
      max_tokens: 5,
      messages,
      [name]: ['o3'],
    })
    expect(ofClaude.status).toBe(400)
    expect(relay.upstream.hits).toBe(0)
    expect((await chat({ model: 'openrouter-model', [name]: [] })).status).toBe(200)
  })

  it('what it costs more with is left out and announced, and every other byte stays', async () => {
    const body = `{ "model":"${model}", "service_tier": "priority","messages": ${JSON.stringify(messages)} ,"provider":{"order":["x"]}, "x":1}`
    const response = await relay.post('/v1/chat/completions', body)
    expect(response.headers.get('tollgate-translation')).toBe('lossy; service_tier, provider')
    expect(String(relay.upstream.requests.at(-1)?.body)).toBe(
      `{ "model":"${model}","messages": ${JSON.stringify(messages)}, "x":1}`,
    )
    expect((await lastOther()).translation_lost).toEqual(['service_tier', 'provider'])
  })

  it('a choice of hosts is left out and announced; the administrator sets one in the parameter override', async () => {
    const provider = { order: ['anthropic'], allow_fallbacks: false }
    const asked = await chat({ model: 'openrouter-model', provider })
    expect([asked.status, asked.headers.get('tollgate-translation')]).toEqual([200, 'lossy; provider'])
    expect(sent()).not.toHaveProperty('provider')
    const setOverride = (param_override: string) =>
      relay.root.call('PUT', '/api/channel/', { id: openrouterId, param_override })
    await setOverride('{"provider":{"sort":"price"}}')
    await chat({ model: 'openrouter-model', provider })
    expect(sent().provider).toEqual({ sort: 'price' })
    await setOverride('')
  })

  it.each(['auto', 'default', 'flex', null])('a tier of %s is passed on', async (service_tier) => {
    const response = await chat({ service_tier })
    expect([response.status, response.headers.get('tollgate-translation')]).toEqual([200, null])
    expect(sent().service_tier).toBe(service_tier)
  })

  it('also where the site passes bodies through', async () => {
    await relay.setOption('global.pass_through_request_enabled', 'true')
    await chat({ service_tier: 'priority' })
    await relay.setOption('global.pass_through_request_enabled', 'false')
    expect(sent()).not.toHaveProperty('service_tier')
  })

  it('a wish for an answer that is fetched later, which would be free', async () => {
    const answer = await chat({ deferred: true })
    expect([answer.status, answer.headers.get('tollgate-translation')]).toEqual([200, 'lossy; deferred'])
    expect(sent()).not.toHaveProperty('deferred')
    expect((await chat({ deferred: false })).headers.get('tollgate-translation')).toBeNull()
  })

  it('Anthropic’s inference anywhere costs what it does', async () => {
    const body = { model: claude, max_tokens: 5, messages, inference_geo: 'global' }
    expect((await relay.post('/v1/messages', body)).status).toBe(200)
    expect(sent().inference_geo).toBe('global')
  })

  it('Anthropic’s speed and betas for longer prompts and faster answers', async () => {
    const response = await relay.post(
      '/v1/messages',
      { model: claude, max_tokens: 5, messages, speed: 'fast', service_tier: 'auto' },
      { 'anthropic-beta': 'context-1m-2025-08-07, files-api-2025-04-14,fast-mode-2026-02-01' },
    )
    expect(response.status).toBe(200)
    expect(response.headers.get('tollgate-translation')).toBe(
      'lossy; context-1m-2025-08-07, fast-mode-2026-02-01, speed',
    )
    expect(sent()).not.toHaveProperty('speed')
    expect(sent().service_tier).toBe('auto')
    expect(relay.upstream.requests.at(-1)?.headers['anthropic-beta']).toBe('files-api-2025-04-14')
  })
})

describe('H4: tools that vendors run', () => {
  it.each([
    [
      '/v1/responses',
      { model, input: 'hello', tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] },
      'tools.code_interpreter',
    ],
    [
      '/v1/chat/completions',
      { model, messages, tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
      'tools.builtin_function',
    ],
    ['/v1/chat/completions', { model: 'qwen-plus', messages, enable_search: true }, 'enable_search'],
    ['/v1/messages', { model: claude, max_tokens: 5, messages, inference_geo: 'us' }, 'inference_geo'],
    ['/v1/chat/completions', { model: 'openrouter-model', messages, plugins: [{ id: 'web' }] }, 'plugins'],
    [
      '/v1/chat/completions',
      { model: 'openrouter-model', messages, web_search_options: {} },
      'web_search_options',
    ],
    [
      '/v1/messages',
      {
        model: claude,
        max_tokens: 5,
        messages,
        tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
      },
      'tools.code_execution_20250825',
    ],
    [
      '/v1beta/models/gemini-2.0-flash:generateContent',
      { contents: [{ parts: [{ text: 'hello' }] }], tools: [{ googleMaps: {} }] },
      'tools.googleMaps',
    ],
  ])('%s %o is passed on without a price for nobody but who accepts that', async (path, body, field) => {
    const answer = await relay.post(path, body)
    const isOffered = field.startsWith('tools.')
    expect(answer.status).toBe(isOffered ? 200 : 400)
    if (isOffered) expect(answer.headers.get('tollgate-translation')).toBe(`lossy; ${field}`)
    else expect(await answer.text()).toContain(`'${field}' makes the provider charge extra`)
    expect(relay.upstream.hits).toBe(isOffered ? 1 : 0)
    expect(String(relay.upstream.requests.at(-1)?.body)).not.toContain(field.replace('tools.', ''))
    const accepted = await relay.post(path, body, { authorization: `Bearer ${carefreeKey}` })
    expect(accepted.status, await accepted.text()).toBe(200)
    expect(String(relay.upstream.requests.at(-1)?.body)).toContain(field.replace('tools.', ''))
  })

  const own = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }
  const hosted = { type: 'code_interpreter', container: { type: 'auto' } }
  const asked = { role: 'user', content: 'hello' }

  it.each<[string, string, object, object]>([
    [
      'a namespace',
      '/v1/responses',
      { model, input: 'hello', tools: [{ type: 'namespace', name: 'n', tools: [own, hosted] }] },
      { tools: [{ type: 'namespace', name: 'n', tools: [own] }] },
    ],
    [
      'an item that adds tools',
      '/v1/responses',
      { model, input: [asked, { type: 'additional_tools', tools: [hosted, own] }], tools: [own] },
      { input: [asked, { type: 'additional_tools', tools: [own] }] },
    ],
    [
      'what a search for tools has found',
      '/v1/responses',
      { model, input: [asked, { type: 'tool_search_output', call_id: 'c', tools: [hosted] }] },
      { input: [asked, { type: 'tool_search_output', call_id: 'c', tools: [] }] },
    ],
    [
      'a single entry without the list',
      '/v1beta/models/gemini-2.0-flash:generateContent',
      { contents: [{ parts: [{ text: 'hello' }] }], tools: { googleMaps: {}, googleSearch: {} } },
      { tools: [{ googleSearch: {} }] },
    ],
  ])('one without a price is taken out of %s too', async (_where, path, body, passed) => {
    const answer = await relay.post(path, body)
    expect(answer.headers.get('tollgate-translation')).toMatch(
      /^lossy; tools\.(?:code_interpreter|googleMaps)$/,
    )
    expect(sent()).toMatchObject(passed)
    expect(JSON.stringify(sent())).not.toMatch(/code_interpreter|googleMaps/)
  })

  const respond = (body: object) => relay.post('/v1/responses', { model, input: 'hello', ...body })

  it.each([
    [{ type: 'code_interpreter' }, [own, hosted]],
    ['required', [hosted]],
    [{ type: 'allowed_tools', mode: 'required', tools: [{ type: 'code_interpreter' }] }, [own, hosted]],
  ])('finding relay 4: one without a price that %o insists on is refused', async (tool_choice, tools) => {
    const error = await errorOf(await respond({ tools, tool_choice }))
    expect([error.status, error.code, error.param]).toEqual([
      400,
      'vendor_tool_unpriced',
      'tools.code_interpreter',
    ])
    expect(relay.upstream.hits).toBe(0)
  })

  it.each([
    ['auto', 'auto'],
    ['required', 'required'],
    [
      { type: 'function', name: 'look' },
      { type: 'function', name: 'look' },
    ],
    [
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'code_interpreter' }, { type: 'function', name: 'look' }],
      },
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'look' }] },
    ],
  ])(
    'finding relay 4: one that is only offered is left out and announced, choice %o',
    async (tool_choice, left) => {
      const answer = await respond({ tools: [own, hosted], tool_choice })
      expect([answer.status, answer.headers.get('tollgate-translation')]).toEqual([
        200,
        'lossy; tools.code_interpreter',
      ])
      expect(sent()).toMatchObject({ tools: [own], tool_choice: left })
    },
  )

  it('finding relay 4: where it was the only one, nothing is left to choose from', async () => {
    await respond({ tools: [hosted], tool_choice: 'auto', parallel_tool_calls: true })
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls'])
      expect(sent()).not.toHaveProperty(name)
  })

  it('finding relay 4: one of Google’s goes alone, the functions beside it stay', async () => {
    const functionDeclarations = [{ name: 'look' }]
    const answer = await relay.post('/v1beta/models/gemini-2.0-flash:generateContent', {
      contents: [{ parts: [{ text: 'hello' }] }],
      tools: [{ googleMaps: {}, functionDeclarations }],
    })
    expect([answer.status, answer.headers.get('tollgate-translation')]).toEqual([
      200,
      'lossy; tools.googleMaps',
    ])
    expect(sent()).toMatchObject({ tools: [{ functionDeclarations }] })
  })

  it('pictures cost what they are, whatever a vendor calls their number', async () => {
    await relay.addChannel({ type: 40, models: 'kolors' })
    await relay.addChannel({ type: 45, models: 'seedream' })
    await relay.setOption('ModelPrice', JSON.stringify({ kolors: 0.02, seedream: 0.02 }))
    // 0.02 dollars are 10 000 quota units.
    const price = 10_000_000n
    const draw = (name: string, body: object, answer: object) => {
      relay.upstream.next({ json: answer })
      return chargeOf(() => relay.post('/v1/images/generations', { model: name, prompt: 'a cat', ...body }))
    }
    const links = (count: number) => Array.from({ length: count }, () => ({ url: 'https://a.example/a.png' }))
    const batch = { images: links(4), data: links(4) }
    expect(await draw('kolors', { batch_size: 4 }, batch)).toBe(4n * price)
    const series = {
      sequential_image_generation: 'auto',
      sequential_image_generation_options: { max_images: 6 },
    }
    // Charged by the delivered images, whether all arrive or not, and whether the vendor states their number or not.
    expect(await draw('seedream', series, { data: links(3), usage: { generated_images: 3 } })).toBe(
      3n * price,
    )
    const failed = { error: { code: 'OutputImageSensitiveContentDetected' } }
    expect(await draw('seedream', series, { data: [...links(2), failed] })).toBe(2n * price)
    expect(await draw('seedream', {}, { data: links(1) })).toBe(price)
    const searching = await relay.post('/v1/images/generations', {
      model: 'seedream',
      prompt: 'a cat',
      tools: [{ type: 'web_search' }],
    })
    expect(searching.headers.get('tollgate-translation')).toContain('tools.web_search')
  })

  it('a small picture is cheaper only where the vendor was told to draw a small one', async () => {
    await relay.addChannel({ type: 48, models: 'grok-imagine' })
    await relay.addChannel({ type: 35, models: 'image-01' })
    await relay.addChannel({ models: 'dall-e-2' })
    const names = ['grok-imagine', 'image-01', 'dall-e-2']
    await relay.setOption('ModelPrice', JSON.stringify(Object.fromEntries(names.map((each) => [each, 0.02]))))
    const draw = (name: string, size: string, answer: object) => {
      relay.upstream.next({ json: answer })
      const body = { model: name, prompt: 'a cat', size }
      return chargeOf(() => relay.post('/v1/images/generations', body))
    }
    const link = { data: [{ url: 'https://a.example/a.png' }] }
    expect(await draw('grok-imagine', '256x256', link)).toBe(10_000_000n)
    expect(await draw('grok-imagine', '1024x1024', link)).toBe(10_000_000n)
    const ofMinimax = { data: { image_urls: ['https://a.example/a.png'] }, base_resp: { status_code: 0 } }
    expect(await draw('image-01', '256x256', ofMinimax)).toBe(10_000_000n)
    expect(await draw('dall-e-2', '256x256', link)).toBe(4_000_000n)
    // This much is held before the vendor is called.
    const poor = await relay.addToken({ unlimited_quota: false, remain_quota: 5_000 })
    const asPoor = (name: string) =>
      relay.post(
        '/v1/images/generations',
        { model: name, prompt: 'a cat', size: '256x256' },
        { authorization: `Bearer ${poor}` },
      )
    expect((await errorOf(await asPoor('grok-imagine'))).code).toBe('pre_consume_token_quota_failed')
    relay.upstream.next({ json: link })
    expect((await asPoor('dall-e-2')).status).toBe(200)
  })

  it('Anthropic’s searches cost what they are', async () => {
    const search = { type: 'web_search_20250305', name: 'web_search' }
    const ask = (searches: number, stream: boolean) => {
      relay.upstream.next({
        usageValues: {
          input_tokens: 10,
          output_tokens: 2,
          server_tool_use: { web_search_requests: searches },
        } as never,
      })
      const body = { model: claude, max_tokens: 5, messages, tools: [search], stream }
      return chargeOf(() => relay.post('/v1/messages', body))
    }
    const plain = await ask(0, false)
    // 0.01 dollars are 5 000 quota units.
    expect((await ask(3, false)) - plain).toBe(15_000_000n)
    expect((await ask(2, true)) - plain).toBe(10_000_000n)
  })

  it.each([
    ['gemini-2.0-flash', 17_500_000n],
    ['gemini-3-flash', 14_000_000n],
  ])('Google’s searches cost what they are: %s', async (name, price) => {
    const answer = (grounding: object) => ({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP', ...grounding },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
    })
    const ask = (grounding: object) => {
      relay.upstream.next({ body: JSON.stringify(answer(grounding)), contentType: 'application/json' })
      return chargeOf(() =>
        relay.post(`/v1beta/models/${name}:generateContent`, {
          contents: [{ parts: [{ text: 'new?' }] }],
          tools: [{ googleSearch: {} }],
        }),
      )
    }
    const plain = await ask({})
    expect((await ask({ groundingMetadata: { webSearchQueries: ['a', 'b'] } })) - plain).toBe(price)
  })
})

describe('H4: the model that answered', () => {
  const metric = async () => {
    const text = await (await fetch(`${relay.url}/metrics`)).text()
    return Number(/^tollgate_answers_of_other_models(?:_total)? (\d+)/m.exec(text)?.[1])
  }

  it.each([false, true])(
    'is in the log and in a metric when it is another one; streamed: %s',
    async (stream) => {
      const before = await metric()
      const answer = {
        id: 'x',
        model: 'o3-2025-04-16',
        usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
      }
      const choice = { index: 0, finish_reason: 'stop' }
      relay.upstream.next(
        stream
          ? {
              body: `data: ${JSON.stringify({ ...answer, choices: [{ ...choice, delta: { content: 'hi' } }] })}\n\ndata: [DONE]\n\n`,
              contentType: 'text/event-stream',
            }
          : {
              body: JSON.stringify({
                ...answer,
                choices: [{ ...choice, message: { role: 'assistant', content: 'hi' } }],
              }),
              contentType: 'application/json',
            },
      )
      await (await chat({ stream })).text()
      expect(await lastOther()).toMatchObject({ answered_model: 'o3-2025-04-16' })
      expect(await metric()).toBe(before + 1)
      await (await chat({ stream })).text()
      expect(await lastOther()).not.toHaveProperty('answered_model')
      expect(await metric()).toBe(before + 1)
    },
  )

  it.each([
    ['gpt-4o', 'gpt-4o-2024-08-06', true],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku-20241022', true],
    ['openai/gpt-4o-mini', 'gpt-4o-mini', true],
    ['anthropic.claude-3-haiku-20240307-v1:0', 'anthropic.claude-3-haiku', true],
    ['gemini-2.5-flash', 'gemini-2.5-flash-preview-05-20', false],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-4o-mini', 'o3', false],
  ])('%s and %s are one model: %s', (one, other, isSame) => {
    expect(isSameModel(one, other)).toBe(isSame)
    expect(isSameModel(other, one)).toBe(isSame)
  })
})
