import { describe, expect, it } from 'vitest'
import {
  renderOpenAiError,
  renderOpenAiStreamError,
} from '../../../../src/daemon/protocols/openai/error-body.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiModeration,
} from '../../../../src/daemon/protocols/openai/index.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const delta = (value: JsonObject, rest: JsonObject = {}) =>
  openaiChat.readOutput({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: value, ...rest }] })
const message = (value: JsonObject) =>
  openaiChat.readOutput({
    object: 'chat.completion',
    choices: [{ index: 0, message: value, finish_reason: 'stop' }],
  })

describe('output of chat', () => {
  it.each<[string, JsonObject, string, string]>([
    ['text', { content: 'hi' }, 'hi', ''],
    ['a refusal', { content: null, refusal: 'no' }, 'no', ''],
    ['reasoning', { content: null, reasoning_content: 'hm' }, '', 'hm'],
    ['reasoning under its other name', { content: '', reasoning: 'hm' }, '', 'hm'],
    [
      'reasoning under two names, once',
      { reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] },
      '',
      'hm',
    ],
    [
      'reasoning in details only',
      { content: '', reasoning_details: [{ text: 'a' }, { summary: 'b' }, { data: 'opaque' }] },
      '',
      'ab',
    ],
    [
      "Mistral's parts",
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'hi' },
        ],
      },
      'hi',
      'hm',
    ],
    [
      'a tool call',
      { tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"a":1}' } }] },
      '',
      'f{"a":1}',
    ],
    [
      'arguments as an object',
      { tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] },
      '',
      'f{"a":1}',
    ],
    ['a custom tool call', { tool_calls: [{ type: 'custom', custom: { name: 'f', input: 'x' } }] }, '', 'fx'],
    ['the old function call', { function_call: { name: 'f', arguments: '{}' } }, '', 'f{}'],
    ['structured output as the object', { content: { a: 1 } }, '{"a":1}', ''],
    ['a spoken answer', { content: null, audio: { id: 'a', transcript: 'hello' } }, 'hello', ''],
  ])('%s', (_, value, text, hiddenText) => {
    expect(delta(value)).toEqual({ text, hiddenText, hasOutput: true })
    expect(message(value)).toEqual({ text, hiddenText, hasOutput: true })
  })

  it('is there for an image without text', () => {
    expect(
      message({ content: '', images: [{ type: 'image_url', image_url: { url: 'data:' } }] }).hasOutput,
    ).toBe(true)
  })

  it.each<JsonObject>([
    {},
    { role: 'assistant', content: '' },
    { content: null, refusal: null, tool_calls: null },
    { content: [], reasoning: '' },
  ])('is not there for %j', (value) => {
    expect(delta(value).hasOutput).toBe(false)
  })

  it('is there when the model ran into its limit or a filter without a word', () => {
    expect(delta({}, { finish_reason: 'length' }).hasOutput).toBe(true)
    expect(delta({}, { finish_reason: 'content_filter' }).hasOutput).toBe(true)
    expect(delta({}, { finish_reason: 'stop' }).hasOutput).toBe(false)
  })

  it('takes the increment where a vendor repeats the whole message in each chunk', () => {
    const both: JsonObject = { index: 0, message: { content: '1 2' }, delta: { content: ' 2' } }
    expect(openaiChat.readOutput({ object: 'chat.completion.chunk', choices: [both] }).text).toBe(' 2')
    const last: JsonObject = {
      index: 0,
      message: { content: '1 2' },
      delta: { content: '' },
      finish_reason: 'stop',
    }
    expect(openaiChat.readOutput({ object: 'chat.completion.done', choices: [last] }).text).toBe('')
    expect(openaiChat.readOutput({ object: 'chat.completion', choices: [last] }).text).toBe('1 2')
  })

  it('joins all choices', () => {
    expect(
      openaiChat.readOutput({ choices: [{ message: { content: 'a' } }, { message: { content: 'b' } }] }).text,
    ).toBe('ab')
  })

  it.each<JsonValue>([null, 5, 'x', [], {}, { choices: null }, { choices: [null, 5] }])(
    'is empty and does not throw for %j',
    (document) => {
      for (const codec of [openaiChat, openaiCompletion, openaiEmbedding, openaiModeration])
        expect(codec.readOutput(document)).toEqual({ text: '', hiddenText: '', hasOutput: false })
    },
  )
})

it('output of the other operations', () => {
  expect(openaiCompletion.readOutput({ choices: [{ text: 'a' }, { text: 'b' }] })).toEqual({
    text: 'ab',
    hiddenText: '',
    hasOutput: true,
  })
  expect(openaiEmbedding.readOutput({ data: [{ embedding: [1] }] }).hasOutput).toBe(true)
  expect(openaiEmbedding.readOutput({ data: { embedding: [1] } }).hasOutput).toBe(true)
  expect(openaiModeration.readOutput({ results: [{ flagged: false }] }).hasOutput).toBe(true)
})

it('errors are written with each of their four parts', () => {
  const error = { message: 'no "quotes"\n', type: 't', param: null, code: null }
  expect(renderOpenAiError(error)).toBe(
    '{"error":{"message":"no \\"quotes\\"\\n","type":"t","param":null,"code":null}}',
  )
  expect(renderOpenAiStreamError(error)).toBe(`data: ${renderOpenAiError(error)}\n\n`)
  expect(openaiChat.classify(renderOpenAiStreamError(error).slice(6))).toBe('error')
})
