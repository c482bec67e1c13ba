import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../../../src/daemon/channel-types/index.ts'
import type { OperationName } from '../../../../../src/daemon/protocols/types.ts'
import { fitFamily } from '../../../../../src/daemon/relay/call/prepare/fit-family.ts'
import { aCall } from '../../../channel-types/a-channel.ts'

describe('finding relay 3: members that a model family does not take are left out and named', () => {
  const fitBody = (
    operation: OperationName,
    model: string,
    body: Record<string, never> | object,
    number = 1,
  ) => {
    const type = channelTypes.get(number)
    if (!type) throw new Error(`no type ${number}`)
    return fitFamily(body as Record<string, string>, aCall({ operation, model }), type)
  }

  it.each(['gpt-4.1', 'gpt-4o', 'openai/gpt-4o-mini', 'gpt-4o-2024-11-20'])(
    '%s: no reasoning, no search',
    (model) => {
      const asked = { temperature: 1, reasoning_effort: 'high', web_search_options: {} }
      const { body, changed } = fitBody('chat', model, asked)
      expect([body, changed]).toEqual([{ temperature: 1 }, ['reasoning_effort', 'web_search_options']])
    },
  )

  it('a search model keeps its search, a reasoning model its effort', () => {
    expect(fitBody('chat', 'gpt-4o-search-preview', { web_search_options: {} }).changed).toEqual([])
    expect(fitBody('chat', 'gpt-5.2', { reasoning_effort: 'high' }).changed).toEqual([])
  })

  it('deferred tools are offered to other makers once they were found, and only Claude is told to defer them', () => {
    const tool = (name: string) => ({ name, input_schema: { type: 'object' } })
    const deferred = (name: string) => ({ ...tool(name), defer_loading: true })
    const messagesWith = (content: object) => [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'find', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [content] }] },
    ]
    const asked = {
      tools: [tool('find'), deferred('found'), deferred('other')],
      messages: messagesWith({ type: 'tool_reference', tool_name: 'found' }),
    }
    for (const [model, number] of [['deepseek-chat', 43] as const, ['kimi-k2.5', 14] as const])
      expect(fitBody('messages', model, asked, number)).toEqual({
        body: {
          tools: [tool('find'), tool('found')],
          messages: messagesWith({ type: 'text', text: 'The tool found is available now.' }),
        },
        changed: [],
      })
    expect(fitBody('messages', 'claude-sonnet-4-5', asked, 14).body).toBe(asked)
  })

  it('search models get no sampling, the o-series no word on parallel calls', () => {
    const sampling = { temperature: 0.7, top_p: 0.9, presence_penalty: 1, frequency_penalty: 1 }
    const { body, changed } = fitBody('chat', 'gpt-4o-mini-search-preview', {
      ...sampling,
      web_search_options: {},
    })
    expect([body, new Set(changed)]).toEqual([{ web_search_options: {} }, new Set(Object.keys(sampling))])
    for (const model of ['o1', 'o3', 'o3-mini', 'o4-mini'])
      expect(fitBody('chat', model, { parallel_tool_calls: false })).toEqual({
        body: {},
        changed: ['parallel_tool_calls'],
      })
    expect(fitBody('chat', 'o3', { parallel_tool_calls: true })).toEqual({ body: {}, changed: [] })
    const serial = { parallel_tool_calls: false }
    expect(fitBody('chat', 'gpt-4o', serial).body).toBe(serial)
  })

  it.each([
    ['gpt-5.1-codex-max', 'xhigh'],
    ['gpt-5.2-codex', 'xhigh'],
    ['gpt-5.3-codex', 'xhigh'],
    ['gpt-5.2-pro', 'xhigh'],
    ['gpt-5.4-pro', 'xhigh'],
    ['gpt-5-codex', 'low'],
    ['gpt-5-pro', 'high'],
  ])('%s is asked for effort %s as the client wants it', (model, effort) => {
    const asked = { reasoning: { effort } }
    expect(fitBody('responses', model, asked).body).toBe(asked)
  })

  it.each([
    ['gpt-5-pro', 'medium', 'high'],
    ['gpt-5.4-pro', 'low', 'medium'],
    ['gpt-5.1-codex', 'xhigh', 'high'],
    ['o4-mini', 'minimal', 'low'],
  ])('%s has no effort %s: it gets %s', (model, effort, nearest) => {
    expect(fitBody('responses', model, { reasoning: { effort } })).toEqual({
      body: { reasoning: { effort: nearest } },
      changed: ['reasoning.effort'],
    })
  })

  it.each([{}, { effort: null }, { effort: null, summary: null }])(
    'reasoning %o asks for nothing and stays where models do not reason',
    (reasoning) => {
      const asked = { reasoning }
      expect(fitBody('responses', 'gpt-4o', asked)).toEqual({ body: asked, changed: [] })
    },
  )

  it('OpenRouter leaves out by itself what a model does not take, and searches for any model', () => {
    const asked = { web_search_options: {}, reasoning_effort: 'high', stop: ['x'] }
    for (const model of ['openai/gpt-4o', 'openai/o3'])
      expect(fitBody('chat', model, asked, 20).body).toBe(asked)
    const { body } = fitBody('chat', 'openai/gpt-4o', { max_tokens: 99_999 }, 20)
    expect(body).toEqual({ max_tokens: 16_384 })
  })

  describe('instructions inside the messages of Anthropic’s format, as Claude Code sends them', () => {
    const calling = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] }
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'seen' }
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'be brief' },
      calling,
      { role: 'system', content: [{ type: 'text', text: 'be kind', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: [result] },
    ]
    const brief = { type: 'text', text: '<system>\nbe brief\n</system>' }
    const kind = {
      type: 'text',
      text: '<system>\nbe kind\n</system>',
      cache_control: { type: 'ephemeral' },
    }

    it.each([
      ['deepseek-chat', 43],
      ['claude-sonnet-4-6', 14],
      ['kimi-k2', 14],
      ['claude-opus-4-8', 33],
    ])('%s at type %i: become marked text of the user, behind the results of calls', (model, number) => {
      const { body, changed } = fitBody('messages', model, { messages }, number)
      expect(changed).toEqual(['system'])
      expect(body).toEqual({
        messages: [
          { role: 'user', content: 'hi' },
          { role: 'user', content: [brief] },
          calling,
          { role: 'user', content: [result, kind] },
        ],
      })
    })

    it('stay where the model obeys them', () => {
      const body = { messages }
      expect(fitBody('messages', 'claude-opus-4-8', body, 14).body).toBe(body)
    })
  })

  it('Responses of a model that does not reason: no reasoning, no encrypted state', () => {
    const asked = { reasoning: { effort: 'low' }, include: ['reasoning.encrypted_content'] }
    expect(fitBody('responses', 'gpt-4.1', asked)).toEqual({ body: { include: [] }, changed: ['reasoning'] })
  })

  it.each([
    ['chat', 'gpt-4o', { max_tokens: 32_000 }, { max_tokens: 16_384 }, ['max_tokens']],
    [
      'chat',
      'gpt-5',
      { max_completion_tokens: 200_000 },
      { max_completion_tokens: 128_000 },
      ['max_completion_tokens'],
    ],
    [
      'responses',
      'gpt-4.1',
      { max_output_tokens: 64_000 },
      { max_output_tokens: 32_768 },
      ['max_output_tokens'],
    ],
    [
      'generate',
      'gemini-2.5-pro',
      { generationConfig: { maxOutputTokens: 99_999, topK: 1 } },
      {
        generationConfig: { maxOutputTokens: 65_536, topK: 1 },
      },
      ['maxOutputTokens'],
    ],
    ['chat', 'gpt-4o', { max_tokens: 16_384 }, { max_tokens: 16_384 }, []],
    ['chat', 'nobodys-model', { max_tokens: 999_999 }, { max_tokens: 999_999 }, []],
  ] as const)(
    '%s of %s: a cap above the longest answer is lowered',
    (operation, model, asked, body, changed) => {
      expect(fitBody(operation, model, asked)).toEqual({ body, changed })
    },
  )

  it('an effort that the family lacks becomes the nearest one', () => {
    const fitted = fitBody('chat', 'gpt-5.1', { reasoning_effort: 'xhigh' })
    expect(fitted).toEqual({ body: { reasoning_effort: 'high' }, changed: ['reasoning_effort'] })
  })

  it('Kimi k2.x at its maker samples in its own way; other hosts of its public weights do as they like', () => {
    const asked = { top_p: 0.9, n: 2, presence_penalty: 1, frequency_penalty: 0 }
    const { body, changed } = fitBody('chat', 'kimi-k2.6', asked, 25)
    expect([body, changed]).toEqual([{ frequency_penalty: 0 }, ['top_p', 'n', 'presence_penalty']])
    expect(fitBody('chat', 'kimi-k2.6', { top_p: 0.95, n: 1 }, 25).changed).toEqual([])
    expect(fitBody('chat', 'moonshotai/kimi-k2.6', asked, 40).body).toBe(asked)
  })
})
