import { describe, expect, it } from 'vitest'
import { lostByShaping } from '../../../../../src/daemon/relay/call/prepare/lost-by-shaping.ts'

describe('what a vendor’s last edits take out of a translated body', () => {
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
    ['stop', ['a', 'b'], ['a']],
  ])('is told where %s stays and asks for less: %o, then %o', (name, before, after) => {
    expect(lostByShaping({ [name]: before }, { [name]: after })).toEqual([name])
  })

  it.each([
    ['tool_choice', 'auto', 'none'],
    [
      'tool_choice',
      { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      { type: 'tool', name: 'f' },
    ],
    ['stop', 'a', ['a']],
    ['temperature', 2, 1],
  ])('is nothing where %s asks for the same: %o, then %o', (name, before, after) => {
    expect(lostByShaping({ [name]: before }, { [name]: after })).toEqual([])
  })

  it('is nothing where the vendor says the same in words of its own', () => {
    expect(lostByShaping({ reasoning_effort: 'none' }, { thinking: { type: 'disabled' } })).toEqual([])
    const same = { temperature: 1 }
    expect(lostByShaping(same, same)).toEqual([])
  })
})
