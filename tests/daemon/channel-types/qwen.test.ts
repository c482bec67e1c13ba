import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { qwenImage } from '../../../src/daemon/channel-types/qwen/image.ts'
import { qwen } from '../../../src/daemon/channel-types/qwen/index.ts'
import { qwenRerank } from '../../../src/daemon/channel-types/qwen/rerank.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { Codec, JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/qwen/', import.meta.url)
const readText = (file: string): string => readFileSync(new URL(file, FIXTURES), 'utf8')
const read = (file: string): JsonValue => JSON.parse(readText(file))

function encode(codec: Codec, request: JsonObject) {
  const losses = new LossList()
  return { body: codec.form?.encodeRequest?.(request, losses), losses: losses.fields }
}

function shape(model: string, body: JsonObject, isStream = false): JsonObject {
  const given = { model, ...body }
  const before = structuredClone(given)
  const shaped = qwen.shapeRequest?.(given, aCall({ model, isStream })) ?? given
  expect(given).toEqual(before)
  return shaped
}

describe('addresses', () => {
  it.each([
    ['', '/v1/chat/completions', 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions'],
    [
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
      '/v1/embeddings',
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/embeddings',
    ],
    [
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
      qwenRerank.path,
      'https://dashscope-intl.aliyuncs.com/api/v1/services/rerank/text-rerank/text-rerank',
    ],
    [
      'https://ws.ap-southeast-1.maas.aliyuncs.com',
      qwenImage.path,
      'https://ws.ap-southeast-1.maas.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation',
    ],
  ])('behind %j, %s', (baseUrl, path, url) => {
    expect(qwen.target(aCall({ path }, { baseUrl })).url).toBe(url)
  })

  it('carry the plugin, where there is one that a header takes', () => {
    expect(qwen.target(aCall({}, { other: '{"calculator":{}}' })).headers['x-dashscope-plugin']).toBe(
      '{"calculator":{}}',
    )
    expect(qwen.target(aCall()).headers).not.toHaveProperty('x-dashscope-plugin')
    expect(() => qwen.target(aCall({}, { other: 'a\r\nb: c' }))).toThrow('channel_misconfigured')
  })
})

describe('chat', () => {
  it('is left alone where there is nothing to change', () => {
    const body = { model: 'qwen-plus', messages: [{ role: 'user', content: 'hi' }], top_p: 0.8 }
    expect(qwen.shapeRequest?.(body, aCall({ model: 'qwen-plus' }))).toBe(body)
  })

  it('keeps top_p strictly between its bounds', () => {
    expect(shape('qwen-plus', { top_p: 1 }).top_p).toBe(0.999)
    expect(shape('qwen-plus', { top_p: 0 }).top_p).toBe(0.001)
  })

  it('searches for names that end in -internet', () => {
    expect(shape('qwen-max-internet', {})).toEqual({ model: 'qwen-max', enable_search: true })
  })

  it('chooses its tools itself while it thinks', () => {
    const named = { type: 'function', function: { name: 'f' } }
    expect(shape('qwen-plus', { reasoning_effort: 'high', tool_choice: 'required' }).tool_choice).toBe('auto')
    expect(shape('qwen-plus', { enable_thinking: true, tool_choice: named }).tool_choice).toBe('auto')
    expect(shape('qwen-plus', { reasoning_effort: 'none', tool_choice: named }).tool_choice).toEqual(named)
    expect(shape('qwen-plus', { tool_choice: named }).tool_choice).toEqual(named)
  })

  it('thinks as much as the client wants', () => {
    expect(shape('qwen-plus', { reasoning_effort: 'low' })).toEqual({
      model: 'qwen-plus',
      enable_thinking: true,
      thinking_budget: 2048,
    })
    expect(shape('qwen-plus', { reasoning_effort: 'max' })).toEqual({
      model: 'qwen-plus',
      enable_thinking: true,
    })
    expect(shape('qwen-plus', { reasoning_effort: 'none' })).toEqual({
      model: 'qwen-plus',
      enable_thinking: false,
    })
    expect(shape('qwen-plus', { reasoning_effort: 'high', enable_thinking: false })).toEqual({
      model: 'qwen-plus',
      enable_thinking: false,
    })
  })

  it('does not let open models think in one piece', () => {
    expect(shape('qwen3-32b', {})).toEqual({ model: 'qwen3-32b', enable_thinking: false })
    expect(shape('qwen3-235b-a22b', { reasoning_effort: 'high' }).enable_thinking).toBe(false)
    expect(shape('qwen3-32b', {}, true)).toEqual({ model: 'qwen3-32b' })
    for (const model of ['qwen3-max', 'qwen3-235b-a22b-instruct-2507', 'qwen3-vl-plus', 'qwen3-coder-plus'])
      expect(shape(model, {})).toEqual({ model })
  })

  it('is streamed for models that do nothing else', () => {
    const streaming = (model: string) => qwen.streaming?.(aCall({ model }))
    for (const model of ['qwq-plus', 'qvq-max', 'qwen3-omni-flash']) expect(streaming(model)).toBe('always')
    for (const model of ['qwen-plus', 'qwen3-max']) expect(streaming(model)).toBe('both')
  })

  it('states cache reads within the prompt', () => {
    expect(openaiChat.readUsage(read('chat-cached.json'))).toMatchObject({
      usage: { inputTokens: 392, outputTokens: 37, cacheReadTokens: 256 },
    })
    const kinds = new SseFramer()
      .push(readFileSync(new URL('chat.stream.txt', FIXTURES)))
      .map((each) => openaiChat.classify(each.data))
    expect(kinds.slice(-2)).toEqual(['usage-only', 'terminator'])
  })
})

describe('failures', () => {
  it.each([
    [401, 'error-401.json', 'InvalidApiKey', true],
    [400, 'error-400-arrearage.json', 'Arrearage', true],
    [400, 'rerank-error-400.json', 'InvalidParameter', false],
    [400, 'error-400-inspection.json', 'data_inspection_failed', false],
  ])('of status %i in %s are named %s', (status, file, code, isDead) => {
    const failure = qwen.readFailure?.(status, readText(file))
    expect(failure?.code).toBe(code)
    expect(failure && qwen.isKeyDead?.(status, failure)).toBe(isDead)
    expect(failure?.type === 'content_policy_violation').toBe(file.includes('inspection'))
  })
})

describe('rankings', () => {
  it('are asked in the vendor’s form', () => {
    expect(
      encode(qwenRerank, { model: 'gte-rerank-v2', query: 'q', documents: ['a', { text: 'b' }], top_n: 1 }),
    ).toEqual({
      body: {
        model: 'gte-rerank-v2',
        input: { query: 'q', documents: ['a', 'b'] },
        parameters: { top_n: 1 },
      },
      losses: [],
    })
    expect(() => encode(qwenRerank, { model: 'm', query: 'q', documents: [{ image: 'x' }] })).toThrow(
      'translation_unsupported',
    )
  })

  it('come back in the common form', () => {
    expect(qwenRerank.form?.decodeAnswer?.(read('rerank.json'), { model: 'm' })).toEqual({
      model: 'm',
      results: [
        { index: 1, relevance_score: 0.93, document: { text: 'Paris is the capital of France.' } },
        { index: 0, relevance_score: 0.11, document: { text: 'Berlin is the capital of Germany.' } },
      ],
      usage: { prompt_tokens: 42, total_tokens: 42 },
    })
    expect(qwenRerank.readDisguisedFailure(read('rerank-error-400.json'))?.code).toBe('InvalidParameter')
    expect(qwenRerank.readDisguisedFailure(read('rerank.json'))).toBeUndefined()
  })
})

describe('pictures', () => {
  it('are asked for in one call', () => {
    expect(
      encode(qwenImage, {
        model: 'qwen-image',
        prompt: 'a cat',
        n: 1,
        size: '1328x1328',
        seed: 7,
        quality: 'high',
        response_format: 'b64_json',
      }),
    ).toEqual({
      body: {
        model: 'qwen-image',
        input: { messages: [{ role: 'user', content: [{ text: 'a cat' }] }] },
        parameters: { n: 1, size: '1328*1328', seed: 7 },
      },
      losses: ['quality', 'response_format'],
    })
  })

  it('of models that work by tasks are refused with what to do', () => {
    for (const model of ['wanx-v1', 'wanx2.1-t2i-turbo', 'wan2.2-t2i-flash', 'flux-schnell'])
      expect(() => encode(qwenImage, { model, prompt: 'a' })).toThrow('translation_unsupported')
    for (const model of ['wan2.6-t2i', 'qwen-image-plus'])
      expect(encode(qwenImage, { model, prompt: 'a' }).body).toBeDefined()
  })

  it('come back as links', () => {
    expect(qwenImage.form?.decodeAnswer?.(read('image.json'), {})).toEqual({
      data: [{ url: 'https://dashscope-result.example/a.png?Expires=1' }],
    })
    expect(qwenImage.readOutput(read('image.json')).hasOutput).toBe(true)
    expect(qwenImage.readUsage(read('image.json')).kind).toBe('none')
  })
})
