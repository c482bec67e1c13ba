import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientProtocols } from '../../daemon/relay/client-protocols.ts'
import { type Site, startSite } from './site.ts'

const models = { openai: 'gpt-4o', claude: 'claude-sonnet-4-5-20250929', gemini: 'gemini-2.5-flash' }
const { openai: model } = models

let site: Site
let defaults: Readonly<Record<string, string>>
let changed = new Set<string>()

beforeAll(async () => {
  site = await startSite()
  const entries = await site.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  defaults = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
  const ratios = Object.fromEntries(Object.values(models).map((each) => [each, 1]))
  await site.setOption('ModelRatio', JSON.stringify(ratios))
  await site.addChannel({ models: model })
  await site.addChannel({ type: 14, models: models.claude })
  await site.addChannel({ type: 24, models: models.gemini })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const key of changed) await site.setOption(key, defaults[key] ?? '')
  changed = new Set()
  site.upstream.reset()
  site.api.clock.advance(60_000)
})

const set = async (key: string, value: string) => {
  await site.setOption(key, value)
  changed.add(key)
}

interface Operation {
  readonly name: string
  readonly path: string
  /** Returns the body of a request with this text; a form for operations that take one. */
  body(text: string): Readonly<Record<string, unknown>> | FormData
}

const form = (fields: Readonly<Record<string, string>>, file: string): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  made.append(file, new Blob([Buffer.alloc(4000)]), 'file.bin')
  return made
}

const operations: readonly Operation[] = [
  {
    name: 'chat completions',
    path: '/v1/chat/completions',
    body: (text) => ({ model, messages: [{ role: 'user', content: text }] }),
  },
  { name: 'responses', path: '/v1/responses', body: (text) => ({ model, input: text }) },
  {
    name: 'messages',
    path: '/v1/messages',
    body: (text) => ({ model, max_tokens: 100, messages: [{ role: 'user', content: text }] }),
  },
  {
    name: 'generateContent',
    path: `/v1beta/models/${model}:generateContent`,
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
  {
    name: 'streamGenerateContent',
    path: `/v1beta/models/${model}:streamGenerateContent`,
    body: (text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
  { name: 'completions', path: '/v1/completions', body: (prompt) => ({ model, prompt }) },
  { name: 'embeddings', path: '/v1/embeddings', body: (input) => ({ model, input }) },
  {
    name: 'embedContent',
    path: `/v1beta/models/${model}:embedContent`,
    body: (text) => ({ content: { parts: [{ text }] } }),
  },
  {
    name: 'batchEmbedContents',
    path: `/v1beta/models/${model}:batchEmbedContents`,
    body: (text) => ({ requests: [{ model: `models/${model}`, content: { parts: [{ text }] } }] }),
  },
  { name: 'moderations', path: '/v1/moderations', body: (input) => ({ model, input }) },
  { name: 'images', path: '/v1/images/generations', body: (prompt) => ({ model, prompt }) },
  { name: 'image edits', path: '/v1/images/edits', body: (prompt) => form({ model, prompt }, 'image') },
  { name: 'speech', path: '/v1/audio/speech', body: (input) => ({ model, input, voice: 'alloy' }) },
  {
    name: 'transcriptions',
    path: '/v1/audio/transcriptions',
    body: (prompt) => form({ model, prompt }, 'file'),
  },
  { name: 'translations', path: '/v1/audio/translations', body: (prompt) => form({ model, prompt }, 'file') },
  { name: 'rerank', path: '/v1/rerank', body: (query) => ({ model, query, documents: ['a'] }) },
]

const ask = ({ path, body }: Operation, text: string, headers: Readonly<Record<string, string>> = {}) => {
  const made = body(text)
  const isForm = made instanceof FormData
  return fetch(site.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${site.key}`,
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isForm ? made : JSON.stringify(made),
  })
}

/** Checks that a refused call reached no upstream and cost nothing. @returns its status and body */
const refused = async (work: () => Promise<Response>): Promise<readonly [number, string]> => {
  const [before, hits] = [await site.balance(), site.upstream.hits]
  const response = await work()
  const text = await response.text()
  expect([site.upstream.hits - hits, before - (await site.balance())]).toEqual([0, 0n])
  expect(text).not.toContain('"success"')
  return [response.status, text]
}

describe('no operation is a way around a check', () => {
  it.each(operations.map((each) => [each.name, each] as const))(
    'A-OPT-076 %s with a listed word',
    async (_name, operation) => {
      await set('SensitiveWords', 'forbidden thing')
      const [status, text] = await refused(() => ask(operation, 'a Forbidden Thing'))
      expect([status, text]).toEqual([400, expect.stringContaining('words that this site does not allow')])
      await set('CheckSensitiveEnabled', 'false')
      await (await ask(operation, 'a Forbidden Thing')).text()
      expect(site.upstream.hits).toBe(1)
    },
  )

  it.each(operations.map((each) => [each.name, each] as const))(
    'A-OPT-126 C-RELAY-18 C-RELAY-21 %s with a wrong key, from an extension, without quota, of a forbidden model',
    async (_name, operation) => {
      const authorization = (key: string) => ({ authorization: `Bearer ${key}` })
      const [unknown] = await refused(() => ask(operation, 'hi', authorization(`sk-${'x'.repeat(48)}`)))
      const limited = await site.addToken({ model_limits_enabled: true, model_limits: 'other' })
      const [forbidden] = await refused(() => ask(operation, 'hi', authorization(limited)))
      const poor = await site.addToken({ unlimited_quota: false, remain_quota: 1 })
      const [spent] = await refused(() => ask(operation, 'hi', authorization(poor)))
      await set('global.block_browser_extension_enabled', 'true')
      const [extension] = await refused(() => ask(operation, 'hi', { origin: 'chrome-extension://x' }))
      expect([unknown, forbidden, spent, extension]).toEqual([401, 403, 403, 403])
    },
  )
})

describe('options act on every conversation protocol, whichever the vendor speaks', () => {
  const pairs = clientProtocols.flatMap((client) =>
    Object.values(models).map((each) => [client.name, each, client] as const),
  )

  it.each(pairs)('A-OPT-078 C-LOG-19 %s on %s: what was said is logged', async (_name, vendor, client) => {
    await set('LogChatContentEnabled', 'true')
    for (const isStream of [false, true]) {
      site.upstream.next({ text: 'the answer', reasoning: 'hidden thoughts' })
      await (await site.post(client.path(vendor, isStream), client.body(vendor, isStream))).text()
      expect(await site.newestOther()).toMatchObject({
        input_content: 'hi',
        output_content: 'the answer',
        context: '',
        system_prompt: '',
      })
    }
  })

  it.each(pairs)('A-OPT-125 %s on %s: the vendor’s words are hidden', async (_name, vendor, client) => {
    await set('global.hide_upstream_error_enabled', 'true')
    site.upstream.always({ status: 400, error: { message: 'marker-of-the-vendor' } })
    const response = await site.post(client.path(vendor, false), client.body(vendor, false))
    const document = await response.json()
    expect([response.status, document]).toMatchObject([400, client.errorShape(400)])
    expect(JSON.stringify(document)).not.toContain('marker-of-the-vendor')
  })

  it.each(clientProtocols.map((client) => [client.name, client] as const))(
    'A-OPT-135 %s: a translated stream is kept alive and stays one',
    async (_name, client) => {
      await set('general_setting.ping_interval_enabled', 'true')
      await set('general_setting.ping_interval_seconds', '1')
      const vendor = client.name === 'messages' ? models.openai : models.claude
      site.upstream.next({ text: 'one two', holdAt: 'headers' })
      const response = await site.post(client.path(vendor, true), client.body(vendor, true))
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      const decoder = new TextDecoder()
      let text = decoder.decode((await reader.read()).value, { stream: true })
      expect(text).toMatch(/^(: |event: ping)/)
      ;(await site.upstream.received(1)).resume()
      for (let part = await reader.read(); !part.done; part = await reader.read())
        text += decoder.decode(part.value, { stream: true })
      expect(client.readStream(text)).toEqual({ text: 'one two', isFinished: true, error: undefined })
    },
  )
})
