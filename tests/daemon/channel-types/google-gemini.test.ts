import { describe, expect, it } from 'vitest'
import { gemini } from '../../../src/daemon/channel-types/gemini/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { aCall, someAdapters } from './a-channel.ts'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall({ operation: 'generate', model: 'gemini-2.5-pro', ...given }, channel)

const urlOf = (given: Partial<Call>, channel: Partial<Channel> = {}) =>
  gemini.target(call(given, channel)).url

const ROOT = 'https://generativelanguage.googleapis.com'

describe('gemini', () => {
  it('keeps the key out of the address', () => {
    expect(gemini.target(call())).toEqual({
      url: `${ROOT}/v1beta/models/gemini-2.5-pro:generateContent`,
      headers: { 'x-goog-api-key': 'sk-test' },
    })
  })

  it('asks each kind of model by its own method', () => {
    expect(urlOf({ isStream: true })).toBe(
      `${ROOT}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`,
    )
    expect(urlOf({ operation: 'embedding', model: 'gemini-embedding-001' })).toBe(
      `${ROOT}/v1beta/models/gemini-embedding-001:batchEmbedContents`,
    )
    expect(urlOf({ operation: 'image', model: 'imagen-4.0-generate-001' })).toMatch(
      /imagen-4.0-generate-001:predict$/,
    )
    expect(urlOf({ operation: 'image', model: 'gemini-2.5-flash-image' })).toMatch(/:generateContent$/)
    expect(urlOf({ operation: 'speech', model: 'gemini-2.5-flash-preview-tts', isStream: true })).toMatch(
      /:generateContent$/,
    )
    expect(urlOf({ operation: 'models' })).toBe(`${ROOT}/v1beta/models?pageSize=1000`)
  })

  it('takes a model by the name of a list, and a tuned one by its own', () => {
    expect(urlOf({ model: 'models/gemini-2.5-pro' })).toBe(urlOf({}))
    expect(urlOf({ model: 'tunedModels/mine' })).toBe(`${ROOT}/v1beta/tunedModels/mine:generateContent`)
  })

  it('lets no name leave its place in the address', () => {
    for (const model of ['../../secret', 'models/..', 'a//b'])
      expect(() => gemini.target(call({ model }))).toThrow('channel_misconfigured')
    expect(urlOf({ model: 'a?key=b#c' })).toContain('/models/a%3Fkey%3Db%23c:generateContent')
  })

  it('takes the version of the channel, then of the model, then the default', () => {
    const geminiVersions = new Map([
      ['default', 'v1'],
      ['gemini-2.5-pro', 'v1alpha'],
    ])
    const adapters = someAdapters({ geminiVersions })
    expect(urlOf({ adapters }, { other: 'v1beta' })).toContain('/v1beta/')
    expect(urlOf({ adapters })).toContain('/v1alpha/')
    expect(urlOf({ adapters, model: 'gemini-2.5-flash' })).toContain('/v1/')
    expect(urlOf({}, { baseUrl: 'https://proxy.example/google/v1beta' })).toBe(
      'https://proxy.example/google/v1beta/models/gemini-2.5-pro:generateContent',
    )
    expect(() => gemini.target(call({}, { other: '../x' }))).toThrow('channel_misconfigured')
  })

  it('speaks of each model only what it can', () => {
    const speaks = (model: string) =>
      (['generate', 'embedding', 'image', 'speech'] as const).filter((operation) =>
        gemini.speaks?.(operation, model, call().channel),
      )
    expect(speaks('gemini-2.5-pro')).toEqual(['generate'])
    expect(speaks('gemini-embedding-001')).toEqual(['embedding'])
    expect(speaks('gemini-2.5-flash-image')).toEqual(['generate', 'image'])
    expect(speaks('imagen-4.0-generate-001')).toEqual(['image'])
    expect(speaks('gemini-2.5-flash-preview-tts')).toEqual(['generate', 'speech'])
  })

  it('strips the suffix that only the gateway knows, where that is switched on', () => {
    const model = 'gemini-2.5-flash-nothinking'
    expect(urlOf({ model })).toContain(model)
    const adapters = someAdapters({ geminiThinkingSuffix: true })
    expect(urlOf({ model, adapters })).toContain('/models/gemini-2.5-flash:')
    const body = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], labels: { a: 'b' } }
    const shaped = gemini.shapeRequest?.(body, call({ model, adapters }))
    expect(shaped).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } })
    expect(shaped).not.toHaveProperty('labels')
  })

  it('reads a list of models', () => {
    const list = { models: [{ name: 'models/gemini-2.5-pro' }, { name: 'tunedModels/x' }, {}] }
    expect(gemini.readModelList?.(list)).toEqual(['gemini-2.5-pro', 'tunedModels/x'])
  })

  it.each([
    [400, 'API key not valid. Please pass a valid API key.', true],
    [400, 'API key expired. Please renew the API key.', true],
    [403, 'Permission denied', true],
    [400, 'Invalid JSON payload received.', false],
    [429, 'Resource has been exhausted', false],
  ])('judges the key by %i: %s', (status, message, isDead) => {
    const failure = { type: 'INVALID_ARGUMENT', message, code: String(status), param: null }
    expect(isKeyDead(gemini, status, failure, '')).toBe(isDead)
  })
})
