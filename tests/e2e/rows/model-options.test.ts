import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lastSent, type Site, startSite } from './site.ts'

const claude = 'claude-3-7-sonnet-20250219'
const adaptive = 'claude-sonnet-5'
const gemini = 'gemini-2.5-pro'
const flash = 'gemini-2.5-flash'
const pictures = 'gemini-2.0-flash-exp'

const claudeModels = [claude, `${claude}-thinking`, adaptive, `${adaptive}-thinking`]
const geminiModels = [
  gemini,
  `${gemini}-thinking`,
  flash,
  `${flash}-thinking`,
  `${flash}-nothinking`,
  `${flash}-thinking-2048`,
  pictures,
]

let site: Site
let defaults: Readonly<Record<string, string>>
let changed = new Set<string>()

beforeAll(async () => {
  site = await startSite()
  const entries = await site.root.call<{ key: string; value: string }[]>('GET', '/api/option/')
  defaults = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
  const models = [...claudeModels, ...geminiModels]
  await site.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((each) => [each, 1]))))
  await site.addChannel({ type: 14, models: claudeModels.join(',') })
  await site.addChannel({ type: 24, models: geminiModels.join(',') })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const key of changed) await site.setOption(key, defaults[key] ?? '')
  changed = new Set()
  site.upstream.reset()
})

const set = async (key: string, value: string) => {
  await site.setOption(key, value)
  changed.add(key)
}

const messages = [{ role: 'user', content: 'hi' }]
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]

/** @returns the body that the upstream received */
const sent = async (path: string, body: Readonly<Record<string, unknown>>) => {
  const response = await site.post(path, body)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return lastSent(site.upstream)
}

/** Sends a request of OpenAI's protocol, which is translated. */
const byChat = (model: string, more: Readonly<Record<string, unknown>> = {}) =>
  sent('/v1/chat/completions', { model, messages, ...more })

/** Sends a request of Anthropic's own protocol. */
const byMessages = (model: string, more: Readonly<Record<string, unknown>> = {}) =>
  sent('/v1/messages', { model, messages, ...more })

/** Sends a request of Google's own protocol. */
const byGenerate = (model: string, generationConfig: Readonly<Record<string, unknown>> = {}, more = {}) =>
  sent(`/v1beta/models/${model}:generateContent`, { contents, generationConfig, ...more })

const lastPath = () => site.upstream.requests.at(-1)?.path

describe('Claude', () => {
  it('A-OPT-116 A-OPT-117 a name ending in -thinking asks for a budget that is a share of max_tokens', async () => {
    const model = `${claude}-thinking`
    const thinking = { type: 'enabled', budget_tokens: 8000 }
    const chat = await byChat(model, { max_tokens: 10_000, temperature: 0.2 })
    expect(chat).toMatchObject({ model: claude, max_tokens: 10_000, thinking, temperature: 1 })
    const native = await byMessages(model, { max_tokens: 10_000, temperature: 0.2 })
    expect(native).toMatchObject({ model: claude, max_tokens: 10_000, thinking, temperature: 1 })
    await set('claude.thinking_adapter_budget_tokens_percentage', '0.5')
    for (const body of [
      await byChat(model, { max_tokens: 10_000 }),
      await byMessages(model, { max_tokens: 10_000 }),
    ])
      expect(body.thinking).toEqual({ type: 'enabled', budget_tokens: 5000 })
  })

  it('A-OPT-116 models that think by themselves are asked to, without a budget', async () => {
    for (const body of [
      await byChat(`${adaptive}-thinking`, { max_tokens: 10_000 }),
      await byMessages(`${adaptive}-thinking`, { max_tokens: 10_000 }),
    ])
      expect(body).toMatchObject({ model: adaptive, thinking: { type: 'adaptive' } })
  })

  it('A-OPT-116 switched off, the name is a name like any other', async () => {
    await set('claude.thinking_adapter_enabled', 'false')
    const model = `${claude}-thinking`
    for (const body of [
      await byChat(model, { max_tokens: 10_000 }),
      await byMessages(model, { max_tokens: 10_000 }),
    ]) {
      expect(body.model).toBe(model)
      expect(body).not.toHaveProperty('thinking')
    }
  })

  it('A-OPT-122 headers by model, in place of the client’s own', async () => {
    await set(
      'claude.model_headers_settings',
      JSON.stringify({
        [claude]: {
          'anthropic-beta': ['context-1m-2025-08-07', 'output-128k-2025-02-19'],
          'X-Extra': ['yes'],
        },
      }),
    )
    const headers = () => site.upstream.requests.at(-1)?.headers
    const expected = {
      'anthropic-beta': 'context-1m-2025-08-07,output-128k-2025-02-19',
      'x-extra': 'yes',
      'anthropic-version': '2023-06-01',
    }
    await byChat(claude)
    expect(headers()).toMatchObject(expected)
    await site.post(
      '/v1/messages',
      { model: claude, messages, max_tokens: 9 },
      { 'anthropic-beta': 'of-the-client' },
    )
    expect(headers()).toMatchObject(expected)
    await byChat(adaptive)
    expect(headers()).not.toHaveProperty('x-extra')
  })

  it('A-OPT-123 max_tokens is the model’s figure, else the default’s, when the client gives none', async () => {
    expect((await byChat(claude)).max_tokens).toBe(64_000)
    expect((await byChat(adaptive)).max_tokens).toBe(128_000)
    await set('claude.default_max_tokens', JSON.stringify({ default: 4096, [claude]: 2000 }))
    expect((await byChat(claude)).max_tokens).toBe(2000)
    expect((await byChat(adaptive)).max_tokens).toBe(4096)
    expect((await byChat(claude, { max_tokens: 77 })).max_tokens).toBe(77)
    expect((await byMessages(claude, { max_tokens: 77 })).max_tokens).toBe(77)
  })
})

describe('Gemini', () => {
  const thinkingOf = (body: Readonly<Record<string, unknown>>) =>
    (body.generationConfig as { thinkingConfig?: unknown } | undefined)?.thinkingConfig

  it('A-OPT-114 names ending in -thinking and -nothinking act when that is switched on', async () => {
    await byChat(`${gemini}-thinking`, { max_tokens: 1000 })
    expect(lastPath()).toBe(`/v1beta/models/${gemini}-thinking:generateContent`)
    expect(thinkingOf(lastSent(site.upstream))).toBeUndefined()
    await set('gemini.thinking_adapter_enabled', 'true')
    const budget = { thinkingBudget: 600, includeThoughts: true }
    expect(thinkingOf(await byChat(`${gemini}-thinking`, { max_tokens: 1000 }))).toEqual(budget)
    expect(lastPath()).toBe(`/v1beta/models/${gemini}:generateContent`)
    expect(thinkingOf(await byGenerate(`${gemini}-thinking`, { maxOutputTokens: 1000 }))).toEqual(budget)
    expect(lastPath()).toBe(`/v1beta/models/${gemini}:generateContent`)
    for (const body of [await byChat(`${flash}-nothinking`), await byGenerate(`${flash}-nothinking`)])
      expect(thinkingOf(body)).toMatchObject({ thinkingBudget: 0 })
    for (const body of [await byChat(`${flash}-thinking-2048`), await byGenerate(`${flash}-thinking-2048`)])
      expect(thinkingOf(body)).toMatchObject({ thinkingBudget: 2048 })
    expect(lastPath()).toBe(`/v1beta/models/${flash}:generateContent`)
  })

  it('A-OPT-115 the budget is a share of the output’s cap', async () => {
    await set('gemini.thinking_adapter_enabled', 'true')
    await set('gemini.thinking_adapter_budget_tokens_percentage', '0.25')
    for (const body of [
      await byChat(`${gemini}-thinking`, { max_tokens: 1000 }),
      await byGenerate(`${gemini}-thinking`, { maxOutputTokens: 1000 }),
    ])
      expect(thinkingOf(body)).toMatchObject({ thinkingBudget: 250 })
  })

  it('A-OPT-121 only listed models get a budget; the others think as much as they like', async () => {
    await set('gemini.thinking_adapter_enabled', 'true')
    const ask = () => byChat(`${flash}-thinking`, { max_tokens: 1000 })
    expect(thinkingOf(await ask())).toEqual({ includeThoughts: true })
    await set('gemini.models_supported_thinking_budget', JSON.stringify([flash]))
    expect(thinkingOf(await ask())).toEqual({ thinkingBudget: 600, includeThoughts: true })
  })

  it('A-OPT-118 the thresholds are sent when the client gives none', async () => {
    await set(
      'gemini.safety_settings',
      '{"default":"BLOCK_ONLY_HIGH","HARM_CATEGORY_HARASSMENT":"BLOCK_NONE"}',
    )
    const expected = [
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
      { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_ONLY_HIGH' },
    ]
    expect((await byChat(flash)).safetySettings).toEqual(expected)
    expect((await byGenerate(flash)).safetySettings).toEqual(expected)
    const own = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_LOW_AND_ABOVE' }]
    expect((await byGenerate(flash, {}, { safetySettings: own })).safetySettings).toEqual(own)
  })

  it('A-OPT-119 the version in the path is the model’s, else the default’s, unless the channel says one', async () => {
    await set('gemini.version_settings', JSON.stringify({ default: 'v1', [flash]: 'v1alpha' }))
    await byChat(gemini)
    expect(lastPath()).toBe(`/v1/models/${gemini}:generateContent`)
    await byGenerate(flash)
    expect(lastPath()).toBe(`/v1alpha/models/${flash}:generateContent`)
  })

  it('A-OPT-120 listed models are asked for text and pictures', async () => {
    const modalitiesOf = (body: Readonly<Record<string, unknown>>) =>
      (body.generationConfig as { responseModalities?: unknown } | undefined)?.responseModalities
    expect(modalitiesOf(await byChat(pictures))).toEqual(['TEXT', 'IMAGE'])
    expect(modalitiesOf(await byGenerate(pictures))).toEqual(['TEXT', 'IMAGE'])
    expect(modalitiesOf(await byGenerate(pictures, { responseModalities: ['TEXT'] }))).toEqual(['TEXT'])
    await set('gemini.supported_imagine_models', '[]')
    expect(modalitiesOf(await byChat(pictures))).toBeUndefined()
    expect(modalitiesOf(await byGenerate(pictures))).toBeUndefined()
  })
})
