import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import {
  collectCountableTexts,
  openaiResponses,
  readStoredUse,
} from '../../../../src/daemon/protocols/responses/index.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

const asking = (rest: JsonObject = {}): JsonObject => ({ model: 'gpt-5', input: 'hi', ...rest })

function refusal(body: JsonObject): string | undefined {
  try {
    openaiResponses.readRequest(body)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return error.options.field
  }
}

describe('a request', () => {
  it.each<[string, JsonObject]>([
    ['model', { input: 'hi' }],
    ['model', asking({ model: 5 })],
    ['input', { model: 'm' }],
    ['input', asking({ input: [] })],
    ['input', asking({ input: 5 })],
    ['input[0]', asking({ input: ['hi'] })],
    ['max_output_tokens', asking({ max_output_tokens: -1 })],
    ['max_output_tokens', asking({ max_output_tokens: 1.5 })],
    ['max_output_tokens', asking({ max_output_tokens: 2 ** 31 })],
    ['tools', asking({ tools: {} })],
    ['tools', asking({ tools: Array.from({ length: 513 }, () => ({ type: 'function', name: 'f' })) })],
    [
      'tools',
      asking({
        tools: [
          { type: 'namespace', name: 'n', tools: Array.from({ length: 513 }, () => ({ type: 'function' })) },
        ],
      }),
    ],
    ['stream', asking({ stream: 'yes' })],
    ['temperature', asking({ temperature: '1' })],
    ['reasoning', asking({ reasoning: 'high' })],
    ['text', asking({ text: 'json' })],
  ])('is refused for its %s', (field, body) => {
    expect(refusal(body)).toBe(field)
  })

  it.each<[string, JsonObject]>([
    ['a stored prompt', { model: 'm', prompt: { id: 'pmpt_1' } }],
    ['an earlier response', { model: 'm', previous_response_id: 'resp_1' }],
    ['a conversation', { model: 'm', conversation: 'conv_1', input: [] }],
    ['nulls', asking({ tools: null, reasoning: null, text: null, stream: null, max_output_tokens: null })],
  ])('is accepted with %s', (_, body) => {
    expect(refusal(body)).toBeUndefined()
  })

  it.each<[string, JsonObject, object]>([
    ['its cap', asking({ max_output_tokens: 100 }), { outputTokensCap: 100 }],
    ['no cap', asking({ max_output_tokens: 0 }), { outputTokensCap: undefined }],
    ['its effort', asking({ reasoning: { effort: 'low' } }), { reasoningEffort: 'low' }],
    [
      'the effort of its name first',
      asking({ model: 'gpt-5-high', reasoning: { effort: 'low' } }),
      { reasoningEffort: 'high' },
    ],
    ['that usage always comes', asking({ stream: true }), { isStream: true, wantsStreamUsage: true }],
    [
      'its parts that are no text, and its tools',
      asking({
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'a' },
              { type: 'input_image', image_url: 'https://a/b' },
            ],
          },
          { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 'f' }] },
        ],
        tools: [
          { type: 'web_search' },
          { type: 'namespace', name: 'n', tools: [{ type: 'function' }, { type: 'function' }] },
        ],
      }),
      { attachments: 5 },
    ],
  ])('tells %s', (_, body, facts) => {
    expect(openaiResponses.readRequest(body)).toMatchObject(facts)
  })
})

describe('texts', () => {
  it('are told apart by who wrote them', () => {
    const texts = openaiResponses.readTexts(
      asking({
        instructions: 'be kind',
        prompt: { id: 'p', variables: { name: 'Ann', city: { type: 'input_text', text: 'Rome' } } },
        input: [
          { role: 'developer', content: 'be brief' },
          { role: 'user', content: 'first' },
          { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] },
          { role: 'assistant', content: [{ type: 'output_text', text: 'yes' }] },
          { role: 'user', content: [{ type: 'input_text', text: 'last' }] },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' },
          { type: 'function_call_output', call_id: 'c', output: 'result' },
        ],
      }),
    )
    expect(texts).toEqual({
      system: 'be kind\nbe brief',
      context: 'Ann\nRome\nfirst\nyes\nresult',
      input: 'last',
    })
  })

  it('of a plain input are the input', () => {
    expect(openaiResponses.readTexts(asking())).toEqual({ system: '', context: '', input: 'hi' })
  })
})

describe('what only a store can answer', () => {
  it.each<[string | undefined, JsonObject]>([
    [undefined, asking()],
    [undefined, asking({ store: true, background: false, previous_response_id: null, conversation: null })],
    ['previous_response_id', asking({ previous_response_id: 'resp_1' })],
    ['conversation', asking({ conversation: { id: 'conv_1' } })],
    ['prompt', asking({ prompt: { id: 'pmpt_1' } })],
    ['item_reference', asking({ input: [{ type: 'item_reference', id: 'msg_1' }] })],
    ['compaction', asking({ input: [{ type: 'compaction', encrypted_content: 'x' }] })],
  ])('is found: %s', (field, body) => {
    expect(readStoredUse(body)).toBe(field)
  })
})

describe('countable texts', () => {
  it('are all that becomes prompt, and what parts cost that are no text', () => {
    const { texts, tokens } = collectCountableTexts(
      asking({
        instructions: 'be kind',
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'look' },
              { type: 'input_image', image_url: 'https://a/b', detail: 'low' },
            ],
          },
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: 'c', output: 'result' },
        ],
        tools: [{ type: 'function', name: 'f', description: 'does', parameters: { type: 'object' } }],
        text: { format: { type: 'json_schema', name: 'n', schema: { type: 'array' } } },
      }),
    )
    expect(texts).toEqual([
      'be kind',
      'user',
      'look',
      'f',
      '{}',
      'result',
      'f',
      'does',
      '{"type":"object"}',
      '{"type":"array"}',
    ])
    expect(tokens).toBe(3 + 3 + 3 + 85 + 7 + 8)
  })
})
