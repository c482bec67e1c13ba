import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiModeration,
} from '../../../../src/daemon/protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const chat = (rest: JsonObject = {}): JsonObject => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', content: 'hi' }],
  ...rest,
})

function refusal(codec: Codec, body: JsonObject): string | undefined {
  try {
    codec.readRequest(body)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    expect(error.message).toContain((error.options.field ?? '?').split('[')[0])
    return error.options.field
  }
}

describe('chat requests', () => {
  it.each<[string, JsonObject]>([
    ['model', { messages: [{ role: 'user', content: 'hi' }] }],
    ['model', chat({ model: '' })],
    ['model', chat({ model: 5 })],
    ['model', chat({ model: 'x'.repeat(257) })],
    ['messages', { model: 'm' }],
    ['messages', chat({ messages: [] })],
    ['messages', chat({ messages: 'hi' })],
    ['messages', chat({ messages: Array.from({ length: 10_001 }, () => ({ role: 'user', content: '' })) })],
    ['messages[0]', chat({ messages: ['hi'] })],
    ['messages[0].role', chat({ messages: [{ content: 'hi' }] })],
    [
      'messages[1].content',
      chat({
        messages: [
          { role: 'user', content: 'a' },
          { role: 'user', content: 5 },
        ],
      }),
    ],
    [
      'messages[0].content[1]',
      chat({ messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, 5] }] }),
    ],
    ['n', chat({ n: 0 })],
    ['n', chat({ n: 129 })],
    ['n', chat({ n: 1.5 })],
    ['n', chat({ n: '2' })],
    ['max_tokens', chat({ max_tokens: -1 })],
    ['max_tokens', chat({ max_tokens: 2 ** 30 + 1 })],
    ['max_tokens', chat({ max_tokens: 1e300 })],
    ['max_completion_tokens', chat({ max_completion_tokens: '100' })],
    ['tools', chat({ tools: Array.from({ length: 513 }, () => ({ type: 'function' })) })],
    ['tools', chat({ tools: {} })],
    ['tools[0]', chat({ tools: ['x'] })],
    ['functions', chat({ functions: 'x' })],
    ['stream', chat({ stream: 'true' })],
    ['stream_options', chat({ stream: true, stream_options: true })],
    ['stream_options.include_usage', chat({ stream: true, stream_options: { include_usage: 1 } })],
    ['temperature', chat({ temperature: Number.POSITIVE_INFINITY })],
    ['temperature', chat({ temperature: '0.5' })],
    ['stop', chat({ stop: [1] })],
    ['response_format', chat({ response_format: 'json' })],
    ['tool_choice', chat({ tool_choice: 1 })],
    ['reasoning_effort', chat({ reasoning_effort: 3 })],
  ])('are refused with the field %s', (field, body) => {
    expect(refusal(openaiChat, body)).toBe(field)
  })

  it('may leave out or null whatever is optional, and carry fields nobody knows', () => {
    const nulls = Object.fromEntries(
      [
        'n',
        'max_tokens',
        'max_completion_tokens',
        'tools',
        'stream',
        'stream_options',
        'temperature',
        'stop',
        'user',
      ].map((each) => [each, null]),
    )
    const facts = openaiChat.readRequest(chat({ ...nulls, future_field: { a: [1] } }))
    expect(facts).toEqual({
      model: 'gpt-4o',
      isStream: false,
      wantsStreamUsage: false,
      outputTokensCap: undefined,
      reasoningEffort: undefined,
      attachments: 0,
    })
  })

  it.each<[string, JsonObject, number | undefined]>([
    ['either name', { max_tokens: 100 }, 100],
    ['the newer name', { max_completion_tokens: 70 }, 70],
    ['the larger of both', { max_completion_tokens: 70, max_tokens: 100 }, 100],
    ['every choice', { max_tokens: 100, n: 3 }, 300],
    ['nothing', { n: 3 }, undefined],
    ['zero, which is no cap', { max_tokens: 0 }, undefined],
    ['the extremes exactly', { max_tokens: 2 ** 30, n: 128 }, 2 ** 37],
  ])('cap their output by %s', (_, rest, cap) => {
    expect(openaiChat.readRequest(chat(rest)).outputTokensCap).toBe(cap)
  })

  it('want the usage chunk only when they stream', () => {
    expect(
      openaiChat.readRequest(chat({ stream: true, stream_options: { include_usage: true } })),
    ).toMatchObject({ isStream: true, wantsStreamUsage: true })
    expect(openaiChat.readRequest(chat({ stream_options: { include_usage: true } }))).toMatchObject({
      isStream: false,
      wantsStreamUsage: false,
    })
  })

  it.each<[JsonObject, string | undefined]>([
    [{ reasoning_effort: 'low' }, 'low'],
    [{ reasoning: { effort: 'high' } }, 'high'],
    [{ model: 'o3-high', reasoning_effort: 'low' }, 'high'],
    [{ model: 'deepseek-high' }, undefined],
  ])('tell their reasoning effort: %j', (rest, effort) => {
    expect(openaiChat.readRequest(chat(rest)).reasoningEffort).toBe(effort)
  })

  it('count parts that are no text, and tools', () => {
    const content: JsonValue = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'data:' } },
      { type: 'file', file: {} },
    ]
    expect(
      openaiChat.readRequest(
        chat({ messages: [{ role: 'user', content }], tools: [{ type: 'function' }, { type: 'function' }] }),
      ).attachments,
    ).toBe(4)
  })

  it('give up their texts by who wrote them', () => {
    const body = chat({
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'developer', content: [{ type: 'text', text: 'be short' }] },
        { role: 'user', content: 'first' },
        { role: 'assistant', content: null, tool_calls: [] },
        { role: 'tool', tool_call_id: 'x', content: 'result' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'second' },
            { type: 'image_url', image_url: {} },
            { type: 'text', text: 'third' },
          ],
        },
        { role: 'assistant', content: 'prefill' },
      ],
      prediction: { type: 'content', content: 'guess' },
    })
    expect(openaiChat.readTexts(body)).toEqual({
      system: 'be kind\nbe short',
      context: 'first\nresult\nprefill\nguess',
      input: 'second\nthird',
    })
  })
})

describe('completion requests', () => {
  it.each<[string, JsonObject]>([
    ['prompt', { model: 'm' }],
    ['prompt', { model: 'm', prompt: '' }],
    ['prompt', { model: 'm', prompt: [] }],
    ['prompt', { model: 'm', prompt: Array.from({ length: 2049 }, () => 'x') }],
    ['prompt[1]', { model: 'm', prompt: ['a', 5] }],
    ['best_of', { model: 'm', prompt: 'a', best_of: 129 }],
    ['suffix', { model: 'm', prompt: 'a', suffix: 5 }],
  ])('are refused with the field %s', (field, body) => {
    expect(refusal(openaiCompletion, body)).toBe(field)
  })

  it('cap their output by candidates and prompts', () => {
    const cap = (rest: JsonObject) =>
      openaiCompletion.readRequest({ model: 'm', prompt: 'a', ...rest }).outputTokensCap
    expect(cap({ max_tokens: 10, n: 2, best_of: 5 })).toBe(50)
    expect(cap({ max_tokens: 10, prompt: ['a', 'b', 'c'] })).toBe(30)
    expect(cap({ max_tokens: 0 })).toBe(0)
    expect(cap({})).toBeUndefined()
  })

  it('count token ids and leave them out of the texts', () => {
    const body: JsonObject = { model: 'm', prompt: [[1, 2, 3], [4]], suffix: 'end' }
    expect(openaiCompletion.readRequest(body).tokenIds).toBe(4)
    expect(openaiCompletion.readTexts(body)).toEqual({ system: '', context: 'end', input: '' })
    expect(openaiCompletion.readRequest({ model: 'm', prompt: [1, 2, 3] }).tokenIds).toBe(3)
  })
})

describe('embedding and moderation requests', () => {
  it('need an input', () => {
    expect(refusal(openaiEmbedding, { model: 'm' })).toBe('input')
    expect(refusal(openaiModeration, { model: 'm' })).toBe('input')
    expect(refusal(openaiEmbedding, { model: 'm', input: 'a', dimensions: 0 })).toBe('dimensions')
    expect(refusal(openaiEmbedding, { input: 'a' })).toBe('model')
  })

  it('take texts, ids and parts', () => {
    expect(openaiEmbedding.readTexts({ model: 'm', input: ['a', 'b'] }).input).toBe('a\nb')
    expect(openaiEmbedding.readRequest({ model: 'm', input: [[1, 2], [3]] }).tokenIds).toBe(3)
    const parts: JsonValue = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: { url: 'https://x' } },
    ]
    expect(openaiModeration.readTexts({ input: parts }).input).toBe('a')
    expect(openaiModeration.readRequest({ input: parts })).toMatchObject({
      model: 'omni-moderation-latest',
      attachments: 1,
    })
  })
})
