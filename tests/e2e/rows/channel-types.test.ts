import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastSent, model, type Site, startSite, usageOf } from './site.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.upstream.reset()
  await site.clearChannels()
})

/** The request that a vendor must receive for a model called `gpt-4o`. */
interface Vendor {
  /** The specification row that a test of this vendor covers. */
  readonly row: string
  readonly type: number
  readonly label: string
  /** The path of the vendor's own base URL. */
  readonly basePath?: string
  readonly chat?: string
  readonly embeddings?: string
  /** Name and value of the header with the key. Default: a bearer token. */
  readonly keyHeader?: readonly [name: string, value: string]
  readonly columns?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly balance?: string
}

const usual = '/v1/chat/completions'
const vendors: readonly Vendor[] = [
  {
    row: 'C-TYPE-01',
    type: 1,
    label: 'OpenAI',
    chat: usual,
    embeddings: '/v1/embeddings',
    balance: '/v1/dashboard/billing/subscription',
  },
  {
    row: 'C-TYPE-03',
    type: 3,
    label: 'Azure OpenAI',
    chat: `/openai/deployments/${model}/chat/completions`,
    embeddings: `/openai/deployments/${model}/embeddings`,
    keyHeader: ['api-key', 'upstream-key'],
    columns: { other: '2024-10-21' },
    query: { 'api-version': '2024-10-21' },
  },
  { row: 'C-TYPE-04', type: 4, label: 'Ollama', chat: usual, embeddings: '/v1/embeddings' },
  { row: 'C-TYPE-19', type: 19, label: '360', chat: usual },
  {
    row: 'C-TYPE-20',
    type: 20,
    label: 'OpenRouter',
    basePath: '/api',
    chat: '/api/v1/chat/completions',
    balance: '/api/v1/credits',
  },
  { row: 'C-TYPE-25', type: 25, label: 'Moonshot', chat: usual, balance: '/v1/users/me/balance' },
  { row: 'C-TYPE-31', type: 31, label: 'Lingyi', chat: usual },
  { row: 'C-TYPE-38', type: 38, label: 'Jina', embeddings: '/v1/embeddings' },
  { row: 'C-TYPE-40', type: 40, label: 'SiliconCloud', chat: usual, balance: '/v1/user/info' },
  { row: 'C-TYPE-42', type: 42, label: 'Mistral AI', chat: usual, embeddings: '/v1/embeddings' },
  { row: 'C-TYPE-43', type: 43, label: 'DeepSeek', chat: usual, balance: '/user/balance' },
  { row: 'C-TYPE-44', type: 44, label: 'embedding M3E', embeddings: '/embeddings' },
  {
    row: 'C-TYPE-45',
    type: 45,
    label: 'Volcano Ark/Doubao',
    chat: '/api/v3/chat/completions',
    embeddings: '/api/v3/embeddings',
  },
  {
    row: 'C-TYPE-46',
    type: 46,
    label: 'Baidu Wenxin v2',
    chat: '/v2/chat/completions',
    embeddings: '/v2/embeddings',
  },
  { row: 'C-TYPE-47', type: 47, label: 'Xinference', chat: usual, embeddings: '/v1/embeddings' },
  { row: 'C-TYPE-48', type: 48, label: 'xAI', chat: usual },
  {
    row: 'C-TYPE-49',
    type: 49,
    label: 'GitHub Models',
    chat: '/inference/chat/completions',
    embeddings: '/inference/embeddings',
  },
]

const expectSent = (vendor: Vendor, path: string) => {
  const sent = site.upstream.requests.at(-1)
  const [name, value] = vendor.keyHeader ?? ['authorization', 'Bearer upstream-key']
  expect([sent?.path, sent?.headers[name]]).toEqual([path, value])
  if (vendor.keyHeader) expect(sent?.headers).not.toHaveProperty('authorization')
  for (const [argument, expected] of Object.entries(vendor.query ?? {}))
    expect(sent?.query.get(argument)).toBe(expected)
}

it('C-TYPE-00 the catalogue has the 37 types and no other number is taken', async () => {
  const types = await site.admin.call<{ type: number; label: string }[]>('GET', '/api/channel/types')
  expect(types.map((each) => each.type).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49,
  ])
  for (const { type, label } of vendors) expect(types.find((each) => each.type === type)?.label).toBe(label)
  for (const type of [0, 6, 7, 9, 10, 12, 13, 26, 32, 50, 100]) {
    const refused = await site.admin.request('POST', '/api/channel/', {
      type,
      name: 'x',
      key: 'k',
      models: model,
      group: 'default',
    })
    expect([type, refused.status]).toEqual([type, 400])
  }
})

describe('each type is reached as its vendor wants it, plain and streamed, and charged', () => {
  it.each(vendors)('$row $label', async (vendor) => {
    const id = await site.addChannel({
      type: vendor.type,
      base_url: site.upstream.url + (vendor.basePath ?? ''),
      ...vendor.columns,
    })
    site.upstream.always({ usageValues: usageOf(1000, 500) })
    if (vendor.chat !== undefined) {
      const before = await site.balance()
      const plain = await site.openai.chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'hi' }],
      })
      expect(plain.choices[0]?.message.content).toContain('Hello from the simulator')
      expectSent(vendor, vendor.chat)
      const stream = await site.openai.chat.completions.create({
        model,
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
      })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toContain('Hello from the simulator')
      expectSent(vendor, vendor.chat)
      const [streamed, first] = await site.logs()
      expect([first?.prompt_tokens, first?.quota]).toEqual([1000, 3750])
      // Where the gateway cannot request usage in streams, the charge is based on counted tokens.
      expect(streamed?.quota).toBeGreaterThan(0)
      expect(before - (await site.balance())).toBe(
        BigInt(Math.round(Number(first?.quota_exact) * 1000)) +
          BigInt(Math.round(Number(streamed?.quota_exact) * 1000)),
      )
    }
    if (vendor.embeddings !== undefined) {
      site.upstream.always({ usageValues: { prompt_tokens: 1000, total_tokens: 1000 } })
      const answer = await site.openai.embeddings.create({
        model,
        input: 'hello',
        encoding_format: 'float',
      })
      expect(answer.data[0]?.embedding).toHaveLength(4)
      expectSent(vendor, vendor.embeddings)
      expect((await site.newestLog()).quota).toBe(1250)
    }
    if (vendor.balance !== undefined) {
      site.upstream.always({})
      const answer = await site.admin.request('GET', `/api/channel/update_balance/${id}/`)
      expect(JSON.parse(answer.text)).toMatchObject({ success: true, balance: 100 })
      expect(site.upstream.requests.map((each) => each.path)).toContain(vendor.balance)
    }
  })
})

it('C-TYPE-08 the base URL of a custom channel is the whole address, {model} replaced', async () => {
  await site.addChannel({ type: 8, base_url: `${site.upstream.url}/any/{model}/chat/completions?v=2` })
  await site.ask()
  const sent = site.upstream.requests.at(-1)
  expect([sent?.path, sent?.query.get('v')]).toEqual([`/any/${model}/chat/completions`, '2'])
})

it('C-TYPE-03 a resource address is required and a dated version is the default', async () => {
  const refused = await site.admin.request('POST', '/api/channel/', {
    type: 3,
    name: 'x',
    key: 'k',
    models: model,
    group: 'default',
  })
  expect(refused).toMatchObject({ status: 400, body: { field: 'base_url' } })
  const id = await site.addChannel({ type: 3 })
  expect((await site.channel(id)).other).toMatch(/^\d{4}-\d\d-\d\d/)
})

it('C-TYPE-25 Moonshot forces no tool: the client is told, and everything else passes', async () => {
  await site.addChannel({ type: 25 })
  const tools = [
    { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
  ]
  const response = await site.ask(undefined, { tools, tool_choice: 'required' })
  expect([response.status, response.headers.get('tollgate-translation')]).toEqual([200, 'lossy; tool_choice'])
  expect(lastSent(site.upstream)).toMatchObject({ tools, tool_choice: 'auto' })
  const plain = await site.ask(undefined, { tools, tool_choice: 'auto' })
  expect(plain.headers.get('tollgate-translation')).toBeNull()
})

it('C-TYPE-03 a model that is served by Responses alone is asked there, for a chat client too', async () => {
  await site.addChannel({ type: 3, models: 'gpt-5.1-codex-max' })
  await site.setOption('ModelRatio', JSON.stringify({ [model]: 1.25, 'gpt-5.1-codex-max': 1.25 }))
  const response = await site.ask(undefined, { model: 'gpt-5.1-codex-max' })
  expect(response.status).toBe(200)
  expect(site.upstream.requests.at(-1)?.path).toBe('/openai/v1/responses')
  expect(site.upstream.requests.at(-1)?.complaint).toBeUndefined()
})

it('C-TYPE-43 DeepSeek’s reasoning and cached tokens are read and charged', async () => {
  await site.addChannel({ type: 43 })
  site.upstream.next({
    usageValues: {
      ...usageOf(1000, 500),
      prompt_cache_hit_tokens: 400,
      prompt_cache_miss_tokens: 600,
      prompt_tokens_details: { cached_tokens: 400 },
      completion_tokens_details: { reasoning_tokens: 200 },
    },
  })
  await site.ask()
  expect((await site.newestLog()).quota).toBe(3500)
  expect(await site.newestOther()).toMatchObject({ cache_tokens: 400, reasoning_tokens: 200 })
})

it('C-TYPE-45 a mapped endpoint id is the model that the upstream sees', async () => {
  await site.addChannel({ type: 45, model_mapping: `{"${model}":"ep-20250101-abcde"}` })
  await site.ask()
  expect(lastSent(site.upstream).model).toBe('ep-20250101-abcde')
})

it('C-TYPE-48 xAI’s reasoning tokens, left out of the completion, are charged', async () => {
  await site.addChannel({ type: 48 })
  site.upstream.next({
    usageValues: {
      prompt_tokens: 1000,
      completion_tokens: 100,
      total_tokens: 1500,
      completion_tokens_details: { reasoning_tokens: 400 },
    },
  })
  await site.ask()
  // 1.25 x (1000 + 500 x 4)
  expect(await site.newestLog()).toMatchObject({ completion_tokens: 500, quota: 3750 })
})

it('C-TYPE-49 the model list comes from the catalogue', async () => {
  const id = await site.addChannel({ type: 49 })
  site.upstream.next({ json: [{ id: 'openai/gpt-4o' }, { id: 'meta/llama' }] })
  expect(await site.admin.call('GET', `/api/channel/fetch_models/${id}`)).toEqual([
    'openai/gpt-4o',
    'meta/llama',
  ])
  expect(site.upstream.requests.at(-1)?.path).toBe('/catalog/models')
})
