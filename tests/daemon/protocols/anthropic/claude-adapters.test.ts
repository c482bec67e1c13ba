import { describe, expect, it } from 'vitest'
import { adaptClaudeRequest, claudeHeaders } from '../../../../src/daemon/protocols/anthropic/index.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { someAdapters } from '../../channel-types/a-channel.ts'

const body = (given: JsonObject = {}): JsonObject => ({
  model: 'asked',
  max_tokens: 10_000,
  messages: [{ role: 'user', content: 'hi' }],
  ...given,
})

describe('adaptClaudeRequest', () => {
  it('returns the very object that needs no change', () => {
    const plain = body()
    expect(adaptClaudeRequest(plain, 'claude-opus-5', someAdapters())).toBe(plain)
    const off = someAdapters({ claudeThinkingSuffix: false })
    expect(adaptClaudeRequest(plain, 'claude-opus-5-thinking', off)).toBe(plain)
    expect(adaptClaudeRequest(plain, 'kimi-k2-thinking', someAdapters())).toBe(plain)
  })

  it('fills in max_tokens, as far as the model goes', () => {
    const { max_tokens: _dropped, ...without } = body()
    const adapters = someAdapters({ claudeOutputTokens: new Map([['default', 8192]]) })
    expect(adaptClaudeRequest(without, 'claude-opus-5', adapters).max_tokens).toBe(128_000)
    expect(adaptClaudeRequest(without, 'claude-3-haiku', adapters).max_tokens).toBe(4096)
    expect(adaptClaudeRequest(without, 'glm-5', adapters).max_tokens).toBe(8192)
  })

  it('gives older models a budget for the suffix, and nothing that forbids thinking', () => {
    const given = body({
      temperature: 0.2,
      top_p: 0.5,
      top_k: 3,
      tool_choice: { type: 'tool', name: 'a', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'It' },
      ],
    })
    const adapted = adaptClaudeRequest(given, 'claude-sonnet-4-5-thinking', someAdapters())
    expect(adapted).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 10_000,
      temperature: 1,
      thinking: { type: 'enabled', budget_tokens: 8000 },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'It' },
        { role: 'user', content: 'Continue.' },
      ],
    })
  })

  it('leaves room for the smallest budget', () => {
    const adapted = adaptClaudeRequest(body({ max_tokens: 5 }), 'claude-sonnet-4-5-thinking', someAdapters())
    expect(adapted).toMatchObject({ max_tokens: 1280, thinking: { budget_tokens: 1024 } })
    const greedy = someAdapters({ claudeThinkingShare: 1 })
    expect(adaptClaudeRequest(body(), 'claude-sonnet-4-5-thinking', greedy)).toMatchObject({
      thinking: { budget_tokens: 9999 },
    })
  })

  it('lets newer models decide how much to think', () => {
    const adapted = adaptClaudeRequest(
      body({ temperature: 0.2, tool_choice: { type: 'any' } }),
      'claude-opus-4-6-thinking',
      someAdapters(),
    )
    expect(adapted).toEqual({
      model: 'claude-opus-4-6',
      max_tokens: 10_000,
      messages: [{ role: 'user', content: 'hi' }],
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'high' },
      tool_choice: { type: 'any' },
    })
  })

  it('takes the suffix off models that cannot think', () => {
    const adapted = adaptClaudeRequest(body(), 'claude-3-5-sonnet-thinking', someAdapters())
    expect(adapted).toEqual(body({ model: 'claude-3-5-sonnet' }))
  })

  it('takes what nobody signed out of the history of Claude', () => {
    const citation = { type: 'web_search_result_location', url: 'u', encrypted_index: '' }
    const messages = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: '' },
          { type: 'text', text: 'a', citations: [citation] },
          { type: 'tool_use', id: 't', name: 'n', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
    ]
    const given = body({ messages, thinking: { type: 'enabled', budget_tokens: 2000 } })
    const adapted = adaptClaudeRequest(given, 'claude-sonnet-4-5', someAdapters())
    expect(adapted.messages).toMatchObject([
      {},
      { content: [{ type: 'text', text: 'a' }, { type: 'tool_use' }] },
      {},
    ])
    expect(JSON.stringify(adapted)).not.toContain('citations')
    expect(adapted.thinking).toBeUndefined()
    expect(adaptClaudeRequest(given, 'deepseek-chat', someAdapters())).toBe(given)
  })
})

describe('claudeHeaders', () => {
  it('are those of the model, with or without the suffix', () => {
    const claudeHeaders_ = new Map([['claude-opus-5', new Map([['Anthropic-Beta', ['a', 'b']]])]])
    const adapters = someAdapters({ claudeHeaders: claudeHeaders_ })
    expect(claudeHeaders('claude-opus-5', adapters)).toEqual({ 'anthropic-beta': 'a,b' })
    expect(claudeHeaders('claude-opus-5-thinking', adapters)).toEqual({ 'anthropic-beta': 'a,b' })
    expect(claudeHeaders('claude-sonnet-5', adapters)).toEqual({})
  })
})
