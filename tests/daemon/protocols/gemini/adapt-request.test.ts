import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adaptGeminiRequest, geminiModelName } from '../../../../src/daemon/protocols/gemini/index.ts'
import { geminiSafetySettings } from '../../../../src/daemon/protocols/gemini/safety.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { adapters, asks, target, upstream } from './neutral.ts'

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const suffixes = adapters({
  geminiThinkingSuffix: true,
  geminiThinkingModels: ['gemini-2.5-pro', 'gemini-2.5-flash'],
})

/** Returns the thinking that a model's name and settings select. Passing through and translating must agree. */
function thinking(model: string, generationConfig: JsonObject = {}, own = suffixes) {
  const adapted = adaptGeminiRequest({ contents, generationConfig }, model, own)
  const outputTokensMax = generationConfig.maxOutputTokens as number | undefined
  const to = target({ model, adapters: own })
  const translated = upstream.encodeRequest(asks(outputTokensMax ? { outputTokensMax } : {}), to)
  const config = (body: JsonObject) => (body.generationConfig as JsonObject | undefined)?.thinkingConfig
  expect(config(translated)).toEqual(config(adapted))
  return config(adapted)
}

describe('a suffix of the model’s name', () => {
  it.each<[string, JsonObject, JsonObject | undefined]>([
    ['gemini-2.5-pro-thinking', { maxOutputTokens: 10_000 }, { thinkingBudget: 6000, includeThoughts: true }],
    ['gemini-2.5-pro-thinking', { maxOutputTokens: 100 }, { thinkingBudget: 128, includeThoughts: true }],
    ['gemini-2.5-flash-thinking', {}, { thinkingBudget: 24_576, includeThoughts: true }],
    ['gemini-2.5-flash-lite-thinking', { maxOutputTokens: 10_000 }, { includeThoughts: true }],
    ['gemini-2.5-flash-nothinking', {}, { thinkingBudget: 0 }],
    ['gemini-2.5-pro-nothinking', {}, { thinkingBudget: 128 }],
    ['gemini-2.5-pro-thinking-50', {}, { thinkingBudget: 128, includeThoughts: true }],
    ['gemini-2.5-pro-thinking-99999', {}, { thinkingBudget: 32_768, includeThoughts: true }],
    ['gemini-2.5-flash-lite-thinking-100', {}, { thinkingBudget: 512, includeThoughts: true }],
    ['gemini-3.5-flash-thinking', {}, { thinkingLevel: 'HIGH', includeThoughts: true }],
    ['gemini-3.5-flash-nothinking', {}, { thinkingLevel: 'MINIMAL' }],
    ['gemini-3.1-pro-preview-nothinking', {}, { thinkingLevel: 'LOW' }],
    ['gemini-3.7-flash-nothinking', {}, { thinkingLevel: 'LOW' }],
    ['gemini-2.0-flash-thinking', {}, undefined],
    ['gemini-2.5-pro', {}, undefined],
  ])('%s with %j', (model, config, expected) => {
    expect(thinking(model, config)).toEqual(expected)
  })

  it('is taken off the name, only where the administrator lets it act', () => {
    for (const suffix of ['-thinking', '-nothinking', '-thinking-2048'])
      expect(geminiModelName(`gemini-2.5-pro${suffix}`, suffixes)).toBe('gemini-2.5-pro')
    expect(geminiModelName('gemini-2.5-pro-thinking', adapters())).toBe('gemini-2.5-pro-thinking')
    expect(geminiModelName('gemini-2.0-flash-thinking-exp', suffixes)).toBe('gemini-2.0-flash-thinking-exp')
    expect(thinking('gemini-2.5-pro-thinking', {}, adapters())).toBeUndefined()
  })

  it('leaves it to the client whether thoughts are shown', () => {
    const body = { contents, generation_config: { thinking_config: { include_thoughts: false } } }
    expect(adaptGeminiRequest(body, 'gemini-2.5-pro-thinking-1000', suffixes).generation_config).toEqual({
      thinking_config: { thinkingBudget: 1000, includeThoughts: false },
    })
  })
})

describe('thresholds', () => {
  const own = adapters({
    geminiSafety: new Map([
      ['default', 'OFF'],
      ['harassment', 'BLOCK_NONE'],
      ['HARM_CATEGORY_HATE_SPEECH', 'BLOCK_ONLY_HIGH'],
    ]),
  })

  it('cover all categories, with and without the prefix', () => {
    expect(geminiSafetySettings(own)).toEqual([
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
      { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'OFF' },
      { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'OFF' },
      { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'OFF' },
    ])
    expect(geminiSafetySettings(adapters({ geminiSafety: new Map([['HARASSMENT', 'OFF']]) }))).toHaveLength(1)
  })

  it('are sent where the client gave none', () => {
    const settings = geminiSafetySettings(own)
    expect(adaptGeminiRequest({ contents }, 'gemini-2.5-pro', own).safetySettings).toEqual(settings)
    expect(upstream.encodeRequest(asks(), target({ adapters: own })).safetySettings).toEqual(settings)
    for (const name of ['safetySettings', 'safety_settings']) {
      const body = { contents, [name]: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] }
      expect(adaptGeminiRequest(body, 'gemini-2.5-pro', own)).toBe(body)
    }
  })
})

describe('a body that passes through', () => {
  it('is the same object when nothing changes', () => {
    const body = { contents, generationConfig: { temperature: 1 } }
    expect(adaptGeminiRequest(body, 'gemini-2.5-pro', suffixes)).toBe(body)
  })

  it('asks picture models for pictures, unless it says itself what it wants', () => {
    const adapted = adaptGeminiRequest({ contents }, 'gemini-2.5-flash-image', adapters())
    expect(adapted.generationConfig).toEqual({ responseModalities: ['TEXT', 'IMAGE'] })
    const body = { contents, generation_config: { response_modalities: ['TEXT'] } }
    expect(adaptGeminiRequest(body, 'gemini-2.5-flash-image', adapters())).toBe(body)
  })

  it('has the first call of each step of the current turn signed, where nothing signed it', () => {
    const user = { role: 'user', parts: [{ text: 'hi' }] }
    const result = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] }
    const step = (...parts: JsonObject[]) => ({ role: 'model', parts })
    const bare = { functionCall: { name: 'f' } }
    const own = { ...bare, thoughtSignature: 'own' }
    const snake = { function_call: { name: 'f' }, thought_signature: '' }
    const dummy = 'skip_thought_signature_validator'
    const said = { text: 'I look.' }
    const past = [user, step(bare), result]
    const now = [user, step(said, bare, bare), result, step(own, bare), result, step(snake), result]
    const body = { contents: [...past, ...now] }
    expect(adaptGeminiRequest(body, 'gemini-3.5-flash', suffixes).contents).toEqual([
      ...past,
      user,
      step(said, { ...bare, thoughtSignature: dummy }, bare),
      result,
      step(own, bare),
      result,
      step({ ...snake, thought_signature: dummy }),
      result,
    ])
    expect(adaptGeminiRequest(body, 'gemini-2.5-flash', suffixes)).toBe(body)
    const signed = { contents: [...past, user, step(own), result] }
    expect(adaptGeminiRequest(signed, 'gemini-3.5-flash', suffixes)).toBe(signed)
  })

  it('keeps every value it does not change, and is adapted once', () => {
    const model = fc.constantFrom(
      'gemini-2.5-pro-thinking',
      'gemini-2.5-flash-image',
      'gemini-3.5-flash-nothinking',
      'x',
    )
    const own = adapters({ ...suffixes, geminiSafety: new Map([['default', 'OFF']]) })
    fc.assert(
      fc.property(model, fc.dictionary(fc.string(), fc.jsonValue()), (name, more) => {
        const body = { contents, ...(more as JsonObject) }
        const adapted = adaptGeminiRequest(body, name, own)
        for (const [key, value] of Object.entries(body))
          if (!/^(?:safety|generation)/.test(key)) expect(adapted[key]).toBe(value)
        expect(adaptGeminiRequest(adapted, name, own)).toEqual(adapted)
      }),
    )
  })
})
