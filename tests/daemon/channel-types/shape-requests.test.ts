import { describe, expect, it } from 'vitest'
import { channelTypes } from '../../../src/daemon/channel-types/index.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import type { JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const user: JsonValue = { role: 'user', content: 'hi' }

/** Builds a conversation whose last turn is a tool result. @param reasoning of the turn that called the tool */
const toolLoop = (reasoning?: string): JsonValue[] => [
  user,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
  },
  { role: 'tool', tool_call_id: 'c1', content: '1' },
]

/** Shapes a chat body with `messages` filled in, and checks that the given body is not modified. */
function shape(
  type: number,
  body: JsonObject,
  call: Partial<Call> = {},
  channel: Partial<Channel> = {},
): JsonObject {
  const given: JsonObject = { messages: [user], ...body }
  const before = structuredClone(given)
  const model = typeof body.model === 'string' ? body.model : 'm'
  const shaped =
    channelTypes.get(type)?.shapeRequest?.(given, aCall({ model, ...call }, { type, ...channel })) ?? given
  expect(given).toEqual(before)
  return shaped
}

const isUntouched = (type: number, body: JsonObject, call: Partial<Call> = {}) => {
  const given: JsonObject = { messages: [user], ...body }
  const model = typeof body.model === 'string' ? body.model : 'm'
  return (
    (channelTypes.get(type)?.shapeRequest?.(given, aCall({ model, ...call }, { type })) ?? given) === given
  )
}

describe("OpenAI's reasoning families", () => {
  it('get max_completion_tokens and no sampling', () => {
    expect(
      shape(1, { model: 'o3', max_tokens: 5, temperature: 0, top_p: 1, logit_bias: {}, seed: 1 }),
    ).toEqual({
      model: 'o3',
      messages: [user],
      seed: 1,
      max_completion_tokens: 5,
    })
  })

  it('keep the cap that has the right name already', () => {
    expect(shape(1, { model: 'o3', max_tokens: 5, max_completion_tokens: 9 })).toMatchObject({
      max_completion_tokens: 9,
    })
    expect(shape(1, { model: 'o3', max_tokens: 5, max_completion_tokens: 9 })).not.toHaveProperty(
      'max_tokens',
    )
    expect(shape(1, { model: 'o3', max_tokens: 5, max_completion_tokens: null })).toMatchObject({
      max_completion_tokens: 5,
    })
  })

  it.each<[string, string | undefined, boolean]>([
    ['gpt-5.6-sol', undefined, false],
    ['gpt-5.6-sol', 'none', true],
    ['gpt-5.5-pro', 'none', false],
    ['gpt-5.5', undefined, false],
    ['gpt-5.5', 'none', true],
    ['gpt-5.4-mini', undefined, true],
    ['gpt-5.4-mini', 'low', false],
    ['gpt-5.4-pro', undefined, false],
    ['gpt-5.2-pro', undefined, false],
    ['gpt-5.1', 'none', true],
    ['gpt-5.1-codex-max', undefined, false],
    ['gpt-5.2-chat-latest', undefined, false],
    ['gpt-5-chat-latest', undefined, true],
    ['gpt-5', undefined, false],
    ['gpt-5-mini', undefined, false],
    ['o4-mini', undefined, false],
    ['gpt-4o', undefined, true],
    ['gpt-4.1', 'high', true],
    ['omni-moderation-latest', undefined, true],
  ])('%s with effort %s keeps the temperature: %s', (model, effort, keeps) => {
    const body = { model, temperature: 0.5, ...(effort && { reasoning_effort: effort }) }
    expect(Object.hasOwn(shape(1, body), 'temperature')).toBe(keeps)
  })

  it('call the system developer in the o-series, except where there was none', () => {
    const messages = [{ role: 'system', content: 'a' }, user]
    expect(shape(1, { model: 'o3-mini', messages }).messages).toEqual([
      { role: 'developer', content: 'a' },
      user,
    ])
    expect(shape(1, { model: 'o1-mini', messages }).messages).toEqual(messages)
    expect(shape(1, { model: 'gpt-5', messages }).messages).toEqual(messages)
  })

  it('turn a suffix of the name into an effort, which wins', () => {
    expect(shape(1, { model: 'o3-high', reasoning_effort: 'low' })).toMatchObject({
      model: 'o3',
      reasoning_effort: 'high',
    })
    expect(shape(1, { model: 'gpt-5.1-none', temperature: 0 })).toMatchObject({
      model: 'gpt-5.1',
      reasoning_effort: 'none',
      temperature: 0,
    })
  })

  it('are known to Azure and behind the publisher name of GitHub, and not to OpenRouter', () => {
    expect(shape(3, { model: 'gpt-5', max_tokens: 5 })).toMatchObject({ max_completion_tokens: 5 })
    expect(shape(49, { model: 'openai/gpt-5', max_tokens: 5 })).toMatchObject({ max_completion_tokens: 5 })
    expect(isUntouched(20, { model: 'openai/o3-mini-high', max_tokens: 5 })).toBe(true)
  })

  it.each([1, 3, 8, 49])('leave everything else to pass through (type %i)', (type) => {
    expect(
      isUntouched(type, {
        model: 'gpt-4o',
        max_tokens: 5,
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
      }),
    ).toBe(true)
    expect(isUntouched(type, { model: 'gpt-5', max_completion_tokens: 5 })).toBe(true)
    expect(isUntouched(type, { model: 'o3', input: 'x', temperature: 1 }, { operation: 'embedding' })).toBe(
      true,
    )
  })
})

describe('Azure', () => {
  it('does not see stream_options in versions before it knew them', () => {
    const body = { model: 'm', stream: true, stream_options: { include_usage: true } }
    expect(shape(3, body, {}, { other: '2024-06-01' })).not.toHaveProperty('stream_options')
    expect(shape(3, body, {}, { other: '2024-09-01-preview' })).toHaveProperty('stream_options')
    expect(shape(3, body, {}, { other: 'v1' })).toHaveProperty('stream_options')
  })
})

describe('Mistral', () => {
  it('gets its own names and none it does not know', () => {
    expect(
      shape(42, {
        model: 'm',
        max_completion_tokens: 5,
        seed: 7,
        logprobs: true,
        user: 'u',
        store: false,
        stream_options: {},
        metadata: {},
      }),
    ).toEqual({ model: 'm', messages: [user], max_tokens: 5, random_seed: 7, metadata: {} })
  })

  it('gets call ids of nine letters that still meet their results, with the name of the function', () => {
    const { messages } = shape(42, {
      messages: [
        { role: 'developer', content: 'a' },
        {
          role: 'assistant',
          content: '',
          reasoning_content: 'x',
          refusal: null,
          tool_calls: [{ id: 'call_long-id', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'call_long-id', content: '1' },
      ],
    }) as { messages: JsonObject[] }
    const [system, assistant, tool] = messages
    expect(system?.role).toBe('system')
    const calls = assistant?.tool_calls as JsonObject[]
    expect(calls[0]?.id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(assistant).not.toHaveProperty('reasoning_content')
    expect(assistant).not.toHaveProperty('refusal')
    expect(tool).toMatchObject({ tool_call_id: calls[0]?.id, name: 'f' })
  })

  it('keeps ids that are good, and a conversation in its own terms as it is', () => {
    const messages = [
      user,
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'abcDEF123', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'abcDEF123', name: 'f', content: '1' },
    ]
    expect(isUntouched(42, { messages, max_tokens: 5, random_seed: 1, tool_choice: 'any' })).toBe(true)
  })

  it('is told that it shall go on where the last message is its own', () => {
    const { messages } = shape(42, { messages: [user, { role: 'assistant', content: 'I' }] }) as {
      messages: JsonObject[]
    }
    expect(messages[1]).toEqual({ role: 'assistant', content: 'I', prefix: true })
  })

  it('has another name for the length of a vector', () => {
    expect(shape(42, { input: 'a', dimensions: 8, user: 'u' }, { operation: 'embedding' })).toEqual({
      messages: [user],
      input: 'a',
      output_dimension: 8,
    })
  })
})

describe('xAI', () => {
  it.each<[string, string, string | undefined]>([
    ['grok-3-mini', 'medium', 'high'],
    ['grok-3-mini', 'low', 'low'],
    ['grok-3-mini', 'none', undefined],
    ['grok-4.3', 'none', 'none'],
    ['grok-4.5', 'none', undefined],
    ['grok-4.5', 'xhigh', 'high'],
    ['grok-code-fast-1', 'high', undefined],
  ])('%s asked for effort %s gets %s', (model, effort, expected) => {
    expect(shape(48, { model, reasoning_effort: effort }).reasoning_effort).toBe(expected)
  })

  it('gets no penalties and stops where it reasons', () => {
    const body = { stop: ['a'], presence_penalty: 1, max_tokens: 5 }
    expect(shape(48, { model: 'grok-4.5', ...body })).toEqual({
      model: 'grok-4.5',
      messages: [user],
      max_completion_tokens: 5,
    })
    expect(shape(48, { model: 'grok-4.20-non-reasoning', ...body })).toMatchObject({
      stop: ['a'],
      presence_penalty: 1,
    })
  })

  it.each<[string, JsonObject | undefined, string, JsonObject | undefined]>([
    ['grok-4.3-high', undefined, 'grok-4.3', { effort: 'high' }],
    ['grok-4.3-high', { effort: 'low', summary: 'auto' }, 'grok-4.3', { effort: 'high', summary: 'auto' }],
    ['grok-4.5', { effort: 'none' }, 'grok-4.5', undefined],
    ['grok-4.5', { effort: 'none', summary: 'auto' }, 'grok-4.5', { summary: 'auto' }],
    ['grok-4.5', { effort: 'xhigh' }, 'grok-4.5', { effort: 'high' }],
    ['grok-4.3', { effort: 'none' }, 'grok-4.3', { effort: 'none' }],
    ['grok-4.20-multi-agent', { effort: 'xhigh' }, 'grok-4.20-multi-agent', { effort: 'xhigh' }],
    ['grok-4.3', { summary: 'auto' }, 'grok-4.3', { summary: 'auto' }],
  ])('%s asked through Responses for %o is %s with %o', (asked, reasoning, model, expected) => {
    const body = { model: asked, input: 'hi', ...(reasoning && { reasoning }) }
    const shaped = shape(48, body, { operation: 'responses' })
    expect([shaped.model, shaped.reasoning]).toEqual([model, expected])
  })

  it('takes an effort from the name', () => {
    expect(shape(48, { model: 'grok-3-mini-high' })).toMatchObject({
      model: 'grok-3-mini',
      reasoning_effort: 'high',
    })
  })
})

describe('Moonshot', () => {
  it('chooses tools itself, has a fixed temperature where it thinks and at most 1 elsewhere', () => {
    expect(shape(25, { model: 'kimi-k2.6', tool_choice: 'required', temperature: 0.2 })).toEqual({
      model: 'kimi-k2.6',
      messages: [user],
      tool_choice: 'auto',
    })
    expect(shape(25, { model: 'moonshot-v1-8k', temperature: 1.7 }).temperature).toBe(1)
    expect(isUntouched(25, { model: 'moonshot-v1-8k', temperature: 0.7, tool_choice: 'auto' })).toBe(true)
  })

  it('takes no named tool while it thinks, and wants the reasoning of its calls back', () => {
    const named = { type: 'function', function: { name: 'f' } }
    const shaped = shape(25, { model: 'kimi-k3', tool_choice: named, messages: toolLoop() })
    expect(shaped).toMatchObject({ tool_choice: 'auto', messages: toolLoop('') })
    expect(shape(25, { model: 'kimi-k3', messages: toolLoop('because') }).messages).toEqual(
      toolLoop('because'),
    )
    const isOff = { model: 'kimi-k2.6', thinking: { type: 'disabled' }, messages: toolLoop() }
    expect(isUntouched(25, { ...isOff, tool_choice: named })).toBe(true)
    expect(isUntouched(25, { model: 'moonshot-v1-8k', tool_choice: named, messages: toolLoop() })).toBe(true)
  })

  it('k2.6 is told by a member of its own not to think', () => {
    expect(shape(25, { model: 'kimi-k2.6', reasoning_effort: 'none' })).toEqual({
      model: 'kimi-k2.6',
      messages: [user],
      thinking: { type: 'disabled' },
    })
  })

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['minimal', 'low'],
    ['medium', 'high'],
    ['high', 'high'],
    ['xhigh', 'max'],
  ])('k3 asked for effort %s gets %s', (effort, expected) => {
    expect(shape(25, { model: 'kimi-k3', reasoning_effort: effort }).reasoning_effort).toBe(expected)
  })
})

describe('DeepSeek', () => {
  it('knows max_tokens only', () => {
    expect(shape(43, { model: 'deepseek-chat', max_completion_tokens: 5 })).toEqual({
      model: 'deepseek-chat',
      messages: [user],
      max_tokens: 5,
    })
  })

  it('chooses its tools itself while it thinks', () => {
    const named = { type: 'function', function: { name: 'f' } }
    expect(shape(43, { model: 'deepseek-reasoner', tool_choice: named, logprobs: true })).toEqual({
      model: 'deepseek-reasoner',
      messages: [user],
      tool_choice: 'auto',
    })
    expect(
      shape(43, { model: 'deepseek-v4-pro', tool_choice: 'required', thinking: { type: 'enabled' } })
        .tool_choice,
    ).toBe('auto')
    expect(
      isUntouched(43, { model: 'deepseek-v4-pro', tool_choice: 'required', thinking: { type: 'disabled' } }),
    ).toBe(true)
    expect(shape(43, { model: 'deepseek-v4-pro', tool_choice: named }).tool_choice).toBe('auto')
    expect(isUntouched(43, { model: 'deepseek-chat', tool_choice: named })).toBe(true)
  })

  it('wants the reasoning of its calls back while it thinks', () => {
    expect(shape(43, { model: 'deepseek-v4-pro', messages: toolLoop() }).messages).toEqual(toolLoop(''))
    const kept = { model: 'deepseek-v4-pro', messages: toolLoop('because') }
    expect(isUntouched(43, kept)).toBe(true)
    const isOff = { model: 'deepseek-v4-pro', thinking: { type: 'disabled' }, messages: toolLoop() }
    expect(isUntouched(43, isOff)).toBe(true)
  })

  it('is told by a member of its own not to think', () => {
    expect(
      shape(43, { model: 'deepseek-v4-pro', reasoning_effort: 'none', tool_choice: 'required' }),
    ).toEqual({
      model: 'deepseek-v4-pro',
      messages: [user],
      thinking: { type: 'disabled' },
      tool_choice: 'required',
    })
    expect(shape(43, { model: 'deepseek-reasoner', reasoning_effort: 'none' })).toEqual({
      model: 'deepseek-reasoner',
      messages: [user],
    })
    expect(isUntouched(43, { model: 'deepseek-v4-pro', reasoning_effort: 'high' })).toBe(true)
  })
})

describe('other vendors', () => {
  it('OpenRouter gets the cap under the name that all its providers know', () => {
    expect(shape(20, { model: 'a/b', max_completion_tokens: 5 })).toMatchObject({ max_tokens: 5 })
  })

  it('Volcano switches thinking off by a field of its own', () => {
    expect(shape(45, { model: 'm', reasoning_effort: 'none' })).toEqual({
      model: 'm',
      messages: [user],
      thinking: { type: 'disabled' },
    })
    expect(isUntouched(45, { model: 'm', reasoning_effort: 'low' })).toBe(true)
  })

  it('Jina has its own name for the form of vectors; M3E and Qianfan take lists only', () => {
    expect(shape(38, { input: 'a', encoding_format: 'base64' }, { operation: 'embedding' })).toMatchObject({
      embedding_type: 'base64',
    })
    expect(shape(44, { input: 'a' }, { operation: 'embedding' }).input).toEqual(['a'])
    expect(shape(46, { input: 'a' }, { operation: 'embedding' }).input).toEqual(['a'])
    expect(isUntouched(46, { input: ['a'] }, { operation: 'embedding' })).toBe(true)
  })
})

describe('how much to think, where the vendor has words of its own', () => {
  const asked = (type: number, model: string, more: JsonObject) => {
    const { messages: _messages, model: _model, ...rest } = shape(type, { model, ...more }, { model })
    return rest
  }

  it.each([
    ['Qwen/Qwen3-32B', 'none', { enable_thinking: false }],
    ['Qwen/Qwen3-32B', 'low', { enable_thinking: true, thinking_budget: 2048 }],
    ['Pro/zai-org/GLM-4.7', 'max', { enable_thinking: true, thinking_budget: 32_768 }],
    ['deepseek-ai/DeepSeek-V3.2', 'high', { enable_thinking: true, thinking_budget: 16_384 }],
    ['deepseek-ai/DeepSeek-R1', 'low', { thinking_budget: 2048 }],
    ['deepseek-ai/DeepSeek-R1', 'none', {}],
    ['Qwen/Qwen3-235B-A22B-Thinking-2507', 'medium', { thinking_budget: 10_000 }],
    ['deepseek-ai/DeepSeek-V4-Flash', 'high', { reasoning_effort: 'high' }],
  ])('SiliconCloud: %s at %s', (model, effort, sent) => {
    expect(asked(40, model, { reasoning_effort: effort })).toEqual(sent)
  })

  it('SiliconCloud: its own words win, and DeepSeek-V3.1 does not think with tools', () => {
    const own = { enable_thinking: true, thinking_budget: 500 }
    expect(asked(40, 'Qwen/Qwen3-8B', { ...own, reasoning_effort: 'none' })).toEqual(own)
    const tools = [{ type: 'function', function: { name: 'f' } }]
    expect(asked(40, 'deepseek-ai/DeepSeek-V3.1', { tools, reasoning_effort: 'high' })).toEqual({
      tools,
      enable_thinking: false,
    })
  })

  it.each([
    ['qwen3-235b-a22b', 'high', { enable_thinking: true }],
    ['qwen3-0.6b', 'none', { enable_thinking: false }],
    ['ernie-5.0-thinking-preview', 'none', { enable_thinking: false }],
    ['deepseek-v3.2', 'low', { thinking: { type: 'enabled' } }],
    ['glm-5', 'none', { thinking: { type: 'disabled' } }],
    ['ernie-4.5-turbo-128k', 'low', { reasoning_effort: 'low' }],
  ])('Baidu v2: %s at %s', (model, effort, sent) => {
    expect(asked(46, model, { reasoning_effort: effort })).toEqual(sent)
  })
})

it('Mistral gets a word of the assistant between the result of a tool and what the user says then', () => {
  const { messages } = shape(42, { messages: [...toolLoop(), user, user] }) as { messages: JsonObject[] }
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'user'])
  expect(messages[3]?.content).toMatch(/./)
})
