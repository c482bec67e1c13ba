import { describe, expect, it } from 'vitest'
import { anthropicMessages, collectCountableTexts } from '../../../../src/daemon/protocols/anthropic/index.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { readDocument } from './recorded.ts'

const { readRequest, readTexts } = anthropicMessages
const body = (given: JsonObject = {}): JsonObject => ({
  model: 'claude-opus-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hi' }],
  ...given,
})

describe('readRequest', () => {
  it('reads what routing and the hold need', () => {
    expect(readRequest(body({ stream: true, output_config: { effort: 'high' } }))).toEqual({
      model: 'claude-opus-5',
      isStream: true,
      outputTokensCap: 100,
      wantsStreamUsage: true,
      reasoningEffort: 'high',
      attachments: 0,
    })
  })

  it('allows a missing max_tokens', () => {
    expect(readRequest(body({ max_tokens: null })).outputTokensCap).toBeUndefined()
  })

  it('counts media, also in tool results, and tools', () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
    const content = [
      { type: 'text', text: 'look' },
      image,
      { type: 'tool_result', tool_use_id: 'a', content: [image, { type: 'text', text: 'x' }] },
    ]
    const facts = readRequest(body({ messages: [{ role: 'user', content }], tools: [{ name: 'a' }] }))
    expect(facts.attachments).toBe(3)
  })

  it.each([
    [{ type: 'disabled' }, 'none'],
    [{ type: 'adaptive' }, 'adaptive'],
    [{ type: 'enabled', budget_tokens: 10_000 }, 'medium'],
  ])('%j is logged as %s', (thinking, effort) => {
    expect(readRequest(body({ thinking })).reasoningEffort).toBe(effort)
  })

  it.each<[string, JsonObject]>([
    ['model', { model: '' }],
    ['messages', { messages: [] }],
    ['messages', { messages: 'hi' }],
    ['messages[0].role', { messages: [{ content: 'hi' }] }],
    ['messages[0].content', { messages: [{ role: 'user' }] }],
    ['messages[0].content[0]', { messages: [{ role: 'user', content: ['hi'] }] }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['stream', { stream: 'yes' }],
    ['system', { system: 5 }],
    ['temperature', { temperature: '1' }],
    ['thinking', { thinking: 'on' }],
    ['stop_sequences', { stop_sequences: [1] }],
    ['tools', { tools: {} }],
  ])('a wrong %s is refused by name', (field, given) => {
    expect(() => readRequest(body(given))).toThrowError(
      expect.objectContaining({ code: 'invalid_request', options: expect.objectContaining({ field }) }),
    )
  })
})

describe('readTexts', () => {
  it('parts system, context and the last user message', () => {
    const texts = readTexts({
      system: [{ type: 'text', text: 'S' }],
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
        { role: 'system', content: 'M' },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'found' }] },
            { type: 'document', source: { type: 'text', data: 'paper' } },
            { type: 'text', text: 'three' },
          ],
        },
      ],
    })
    expect(texts).toEqual({ system: 'S\nM', context: 'one\ntwo', input: 'found\npaper\nthree' })
  })
})

describe('collectCountableTexts', () => {
  it('gathers every text and the fixed costs', () => {
    const content: JsonValue[] = [
      { type: 'text', text: 'question' },
      { type: 'image', source: {} },
      { type: 'tool_result', tool_use_id: 'a', content: 'found' },
    ]
    const countable = collectCountableTexts({
      system: 'be kind',
      messages: [
        { role: 'user', content },
        { role: 'assistant', content: [{ type: 'tool_use', name: 'look', input: { at: 1 } }] },
      ],
      tools: [{ name: 'look', description: 'looks', input_schema: { type: 'object' } }],
    })
    expect(countable.texts).toEqual([
      'be kind',
      'user',
      'question',
      'found',
      'assistant',
      'look',
      '{"at":1}',
      'look',
      'looks',
      '{"type":"object"}',
    ])
    expect(countable.tokens).toBe(1000 + 2 * 2 + 3)
  })

  it('finds all texts of a recorded request', () => {
    const { texts } = collectCountableTexts(readDocument('count-tokens.request.json'))
    expect(texts).toContain('Apples are tasty. By Hadley Wickham.')
    expect(texts).toContain('_structured_tool_call')
  })

  it('takes anything', () => {
    expect(collectCountableTexts({ messages: [null, { content: [1, {}] }], tools: 'x' }).texts).toEqual([])
  })
})
