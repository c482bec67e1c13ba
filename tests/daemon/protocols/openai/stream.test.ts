import { describe, expect, it } from 'vitest'
import { classifyOpenAiEvent, finishesOpenAiChoice } from '../../../../src/daemon/protocols/openai/stream.ts'

const chunk = (rest: string) => `{"id":"c","object":"chat.completion.chunk","choices":${rest}}`

describe('classifyOpenAiEvent', () => {
  it.each([
    ['nothing', '', 'comment'],
    ['the terminator', '[DONE]', 'terminator'],
    ['the terminator with a space', '[DONE] ', 'terminator'],
    ['text', chunk('[{"index":0,"delta":{"content":"hi"}}]'), 'content'],
    ['text with null usage', chunk('[{"index":0,"delta":{"content":"hi"}}],"usage":null'), 'content'],
    [
      'text that speaks of errors',
      chunk('[{"index":0,"delta":{"content":"\\"error\\": \\"usage\\": {"}}]'),
      'content',
    ],
    ['text that is the word', chunk('[{"index":0,"delta":{"content":"error"}}]'), 'content'],
    ['usage without choices', chunk('[],"usage":{"prompt_tokens":1}'), 'usage-only'],
    ['the same with spaces', '{"choices": [ ], "usage": {"prompt_tokens": 1}}', 'usage-only'],
    ['usage alone', '{"usage":{"prompt_tokens":1}}', 'usage-only'],
    [
      'usage in the last choice chunk',
      chunk('[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}'),
      'content',
    ],
    ["Azure's filter results", '{"choices":[],"id":"","prompt_filter_results":[]}', 'content'],
    ['an error', '{"error":{"message":"no","code":500}}', 'error'],
    ['an error with spaces', '{"error": {"message": "no"}}', 'error'],
    [
      'an error beside choices',
      '{"error":{"message":"no"},"choices":[{"delta":{},"finish_reason":"error"}]}',
      'error',
    ],
    ['a null error', '{"error":null,"choices":[{"delta":{"content":"a"}}]}', 'content'],
    [
      'an error deeper down',
      chunk('[{"delta":{"content":"a"},"filter":{"error":{"message":"x"}}}]'),
      'content',
    ],
    ['a flat error', '{"object":"error","message":"no","code":400}', 'error'],
    ['an error in words', '{"error":"no"}', 'error'],
    ['a keep-alive object', '{}', 'content'],
    ['no JSON', 'hello', 'content'],
    ['cut JSON', '{"choices":[{"delta":{"content":"a', 'content'],
    ['null choices', '{"choices":null,"usage":{"prompt_tokens":1}}', 'usage-only'],
  ] as const)('%s', (_, data, kind) => {
    expect(classifyOpenAiEvent(data)).toBe(kind)
  })
})

describe('finishesOpenAiChoice', () => {
  it.each([
    ['{"choices":[{"delta":{},"finish_reason":"stop"}]}', true],
    ['{"choices":[{"finish_reason": null},{"finish_reason" : "length"}]}', true],
    ['{"choices":[{"delta":{},"finish_reason":null}]}', false],
    ['{"choices":[{"delta":{},"finish_reason":""}]}', false],
    ['{"choices":[{"delta":{"content":"\\"finish_reason\\":\\"stop\\""}}]}', false],
    ['{"choices":[{"delta":{"content":"finish_reason","role":"assistant"}}]}', false],
    ['[DONE]', false],
  ])('%s', (data, expected) => {
    expect(finishesOpenAiChoice(data)).toBe(expected)
  })
})
