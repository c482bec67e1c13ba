import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../src/daemon/protocols/types.ts'
import { lostByShaping } from '../../../../../src/daemon/relay/call/prepare/lost-by-shaping.ts'

describe('finding relay 9: what a vendor’s last edits take out of a body', () => {
  it('is told by name, except where it only got another name or was never the client’s', () => {
    const before = {
      model: 'm',
      stream: true,
      max_tokens: 9,
      seed: 7,
      temperature: 0.5,
      user: null,
      store: false,
    }
    const after = { model: 'm', max_completion_tokens: 9 }
    expect(lostByShaping(before, after)).toEqual(['seed', 'temperature'])
  })

  it.each([
    ['tool_choice', 'required', 'auto'],
    ['tool_choice', { type: 'function', function: { name: 'f' } }, 'auto'],
    ['response_format', { type: 'json_schema', json_schema: {} }, { type: 'json_object' }],
    [
      'tool_choice',
      { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      { type: 'tool', name: 'f' },
    ],
    ['stop', ['a', 'b'], ['a']],
    ['temperature', 2, 1],
    ['reasoning_effort', 'max', 'high'],
  ])('is told where %s stays and asks for less: %o, then %o', (name, before, after) => {
    expect(lostByShaping({ [name]: before }, { [name]: after })).toEqual([name])
  })

  it('is told where the effort inside of `reasoning` is another one or gone', () => {
    const before = { reasoning: { effort: 'max', summary: 'auto' } }
    const lost = (reasoning: JsonObject) => lostByShaping(before, { reasoning })
    expect(lost({ effort: 'high', summary: 'auto' })).toEqual(['reasoning.effort'])
    expect(lost({ summary: 'auto' })).toEqual(['reasoning.effort'])
    expect(lost({ effort: 'max' })).toEqual([])
    expect(lostByShaping(before, {})).toEqual(['reasoning'])
    expect(lostByShaping({}, { reasoning: { effort: 'high' } })).toEqual([])
  })

  it.each([
    ['tool_choice', 'auto', 'none'],
    ['tool_choice', { type: 'tool', name: 'f' }, { type: 'tool', name: 'f' }],
    ['stop', 'a', ['a']],
    ['temperature', 0, 0.01],
    ['top_p', 1, 0.99],
  ])('is nothing where %s asks for the same: %o, then %o', (name, before, after) => {
    expect(lostByShaping({ [name]: before }, { [name]: after })).toEqual([])
  })

  it.each([
    [{ n: 1, presence_penalty: 0, logprobs: false, parallel_tool_calls: true, service_tier: 'auto' }],
    [{ stop: [], logit_bias: {}, modalities: ['text'], response_format: { type: 'text' } }],
    [{ tool_choice: 'none', tools: [{ type: 'function' }] }],
    [{ user: 'me', safety_identifier: 'me', prompt_cache_key: 'k' }],
  ])('is nothing where what is gone asked for nothing: %o', (before) => {
    expect(lostByShaping(before, {})).toEqual([])
  })

  it('is told of earlier turns too, where their number is the same', () => {
    const user = { role: 'user', content: 'hi' }
    const thought = { type: 'thinking', thinking: '' }
    const before = [
      user,
      { role: 'assistant', content: 'a', reasoning_content: 'b', refusal: null, annotations: [] },
      { role: 'assistant', content: [thought, { type: 'text', text: 'a' }] },
    ]
    const after = [
      user,
      { role: 'assistant', content: 'a' },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    ]
    expect(lostByShaping({ messages: before }, { messages: after })).toEqual([
      'reasoning_content',
      'thinking',
    ])
    expect(lostByShaping({ messages: before }, { messages: [user] })).toEqual([])
  })

  it('is nothing where a mark of the whole request moved to its last block', () => {
    const cache_control = { type: 'ephemeral' }
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'a', cache_control }] }]
    expect(lostByShaping({ cache_control, messages: [] }, { messages })).toEqual([])
    expect(lostByShaping({ cache_control, messages: [] }, { messages: [] })).toEqual(['cache_control'])
  })

  it('is told where a name only looks like the same thing', () => {
    expect(lostByShaping({ reasoning_effort: 'low' }, { reasoning_split: true })).toEqual([
      'reasoning_effort',
    ])
  })

  it('is nothing where the vendor says the same in words of its own', () => {
    expect(lostByShaping({ reasoning_effort: 'none' }, { thinking: { type: 'disabled' } })).toEqual([])
    const same = { temperature: 1 }
    expect(lostByShaping(same, same)).toEqual([])
  })

  it.each(['constructor', 'toString'])('knows nothing of a member %s', (name) => {
    expect(lostByShaping({ [name]: 1, seed: 2 }, { seed: 2 })).toEqual([name])
    expect(lostByShaping({ [name]: 1, seed: 2 }, { [name]: 1 })).toEqual(['seed'])
  })
})
