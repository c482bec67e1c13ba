import { describe, expect, it } from 'vitest'
import type {
  AssistantPart,
  ConversationRequest,
  MediaPart,
  Turn,
  UserPart,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { asObject } from '../../../../src/daemon/protocols/json-access.ts'
import { encode } from './translating.ts'

const text = (value: string) => ({ kind: 'text' as const, text: value })
const user = (...parts: UserPart[]): Turn => ({ role: 'user', parts })
const assistant = (...parts: AssistantPart[]): Turn => ({ role: 'assistant', parts })
const system = (value: string): Turn => ({ role: 'system', parts: [text(value)] })
const call = (id: string, args = '{}'): AssistantPart => ({
  kind: 'tool-call',
  id,
  name: 'look',
  arguments: args,
})
const result = (callId: string, value = 'r'): UserPart => ({
  kind: 'tool-result',
  callId,
  parts: [text(value)],
})
const ask = user(text('hi'))
const TOOL = { kind: 'function', name: 'look', parameters: { type: 'object', properties: {} } } as const
const FORMAT = {
  kind: 'schema',
  schema: { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] },
} as const satisfies ConversationRequest['format']

const messagesOf = (turns: Turn[], model?: string) =>
  encode({ turns, tools: [TOOL] }, model === undefined ? {} : { model }).body.messages
const contentOf = (part: UserPart) => (messagesOf([user(part)]) as { content: unknown[] }[])[0]?.content[0]

describe('messages', () => {
  it('of one role in a row become one', () => {
    expect(messagesOf([ask, user(text('there')), assistant(text('a')), assistant(text('b')), ask])).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: 'there' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    ])
  })

  it('begin with the user and hold no empty text', () => {
    expect(messagesOf([assistant(text('a')), user(text(' \n'), text('b'))])).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
      { role: 'user', content: [{ type: 'text', text: 'b' }] },
    ])
    expect(messagesOf([])).toHaveLength(1)
  })

  it('carry leading instructions as the system prompt', () => {
    expect(encode({ turns: [system('a'), ask] }).body.system).toBe('a')
    expect(encode({ turns: [system('a'), system('b'), ask] }).body.system).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ])
  })

  it('carry later instructions in the way the model knows', () => {
    const turns = [ask, assistant(text('a')), system('s'), ask]
    expect(messagesOf(turns, 'claude-opus-5')).toContainEqual({
      role: 'system',
      content: [{ type: 'text', text: 's' }],
    })
    expect(messagesOf(turns, 'claude-sonnet-4-5')).toContainEqual({
      role: 'user',
      content: [
        { type: 'text', text: '<system>\ns\n</system>' },
        { type: 'text', text: 'hi' },
      ],
    })
    const onBedrock = encode({ turns }, { model: 'claude-opus-5', traits: { takesSystemTurns: false } })
    expect(onBedrock.losses).toEqual(['system'])
  })

  it('continue a begun answer only where the model does', () => {
    const turns = [ask, assistant(text('It is '))]
    expect(messagesOf(turns)).toContainEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'It is' }],
    })
    const newer = encode({ turns }, { model: 'claude-opus-4-6' })
    expect(newer.body.messages).toHaveLength(3)
    expect(newer.losses).toEqual(['prefill'])
    const thinking = encode({ turns, reasoning: { effort: 'low' } })
    expect(thinking.losses).toEqual(['prefill'])
  })
})

describe('calls and results', () => {
  it('stand together, results first, and every call has one', () => {
    const turns = [ask, assistant(call('a.1'), call('b')), user(text('also'), result('a.1'))]
    expect(messagesOf(turns)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a_1', name: 'look', input: {} },
          { type: 'tool_use', id: 'b', name: 'look', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a_1', content: 'r' },
          { type: 'tool_result', tool_use_id: 'b', content: 'No result provided' },
          { type: 'text', text: 'also' },
        ],
      },
    ])
  })

  it('get an answer where the conversation ends with a call', () => {
    const messages = messagesOf([ask, assistant(call('a'))])
    expect(messages).toContainEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: 'No result provided' }],
    })
  })

  it('that nobody asked for become text', () => {
    expect(messagesOf([user(result('x', 'found'))])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Result of the tool call x:\nfound' }] },
    ])
  })

  it('keep instructions out from between them', () => {
    const turns = [ask, assistant(call('a')), system('s'), user(result('a'))]
    expect(messagesOf(turns, 'claude-opus-5')).toContainEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'r' },
        { type: 'text', text: '<system>\ns\n</system>' },
      ],
    })
  })

  it('keep arguments that are no JSON as text, and custom input as such', () => {
    const custom: AssistantPart = {
      kind: 'tool-call',
      id: 'c',
      name: 'raw',
      arguments: 'free',
      isCustom: true,
    }
    const { body, losses } = encode({
      turns: [ask, assistant(call('a', '{"x"'), call('b', ''), custom)],
      tools: [TOOL],
    })
    expect(asObject((body.messages as never[])[1])?.content).toMatchObject([
      { input: { _raw: '{"x"' } },
      { input: {} },
      { input: { input: 'free' } },
    ])
    expect(losses).toEqual(['tool_call_arguments'])
  })

  it('in the history bring definitions where the client offers none', () => {
    const { body } = encode({ turns: [ask, assistant(call('a')), user(result('a'))] })
    expect(body.tools).toEqual([{ name: 'look', input_schema: { type: 'object', properties: {} } }])
    expect(body.tool_choice).toEqual({ type: 'none' })
  })
})

describe('media', () => {
  const media = (mimeType: string, source: MediaPart['source'], name?: string): MediaPart => ({
    kind: 'media',
    mimeType,
    source,
    ...(name !== undefined && { name }),
  })
  const data = { kind: 'data', base64: 'aGk=' } as const

  it.each<[string, MediaPart, unknown]>([
    [
      'a picture',
      media('image/jpg', data),
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'aGk=' } },
    ],
    [
      'a link of no type',
      media('', { kind: 'url', url: 'https://x/a' }),
      { type: 'image', source: { type: 'url', url: 'https://x/a' } },
    ],
    [
      'a linked document',
      media('', { kind: 'url', url: 'https://x/a.pdf?b' }),
      { type: 'document', source: { type: 'url', url: 'https://x/a.pdf?b' } },
    ],
    [
      'a PDF',
      media('application/pdf', data, 'D'),
      {
        type: 'document',
        title: 'D',
        source: { type: 'base64', media_type: 'application/pdf', data: 'aGk=' },
      },
    ],
    [
      'a text file',
      media('text/csv', data),
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi' } },
    ],
    [
      'a file of the vendor',
      media('application/pdf', { kind: 'file', id: 'file_011' }),
      { type: 'document', source: { type: 'file', file_id: 'file_011' } },
    ],
  ])('%s', (_, part, block) => {
    expect(contentOf(part)).toEqual(block)
  })

  it.each<[string, MediaPart]>([
    ['input_audio', media('audio/wav', data)],
    ['video_url', media('video/mp4', data)],
    ['image_url', media('image/tiff', data)],
    ['file', media('application/zip', data)],
    ['file_id', media('application/pdf', { kind: 'file', id: 'file-abc' })],
  ])('%s that it cannot read is refused', (field, part) => {
    expect(() => contentOf(part)).toThrowError(
      expect.objectContaining({
        code: 'translation_unsupported',
        options: expect.objectContaining({ field }),
      }),
    )
  })
})

describe('sampling', () => {
  it('is clamped, one of temperature and top_p, for models that take it', () => {
    const { body, losses } = encode({ temperature: 1.5, topP: 0.5, topK: 3 })
    expect(body).toMatchObject({ temperature: 1, top_k: 3 })
    expect(body.top_p).toBeUndefined()
    expect(losses).toEqual(['temperature', 'top_p'])
  })

  it('is left out for models that refuse it, and while they think', () => {
    for (const { body, losses } of [
      encode({ temperature: 0.5, topP: 0.5, topK: 3 }, { model: 'claude-opus-5' }),
      encode({ temperature: 0.5, topP: 0.5, topK: 3, reasoning: { effort: 'low' } }),
    ]) {
      expect(body).not.toHaveProperty('temperature')
      expect(body).not.toHaveProperty('top_p')
      expect(body).not.toHaveProperty('top_k')
      expect(losses).toEqual(['temperature', 'top_p', 'top_k'])
    }
  })

  it('that is neutral is no loss', () => {
    expect(encode({ temperature: 1, topP: 1 }, { model: 'claude-opus-5' }).losses).toEqual([])
  })

  it('drops blank stop strings and what has no member', () => {
    const { body, losses } = encode({
      stop: ['\n', 'END'],
      seed: 1,
      presencePenalty: 1,
      frequencyPenalty: 0,
      logprobs: 2,
      verbosity: 'low',
      cacheKey: 'k',
      serviceTier: 'flex',
    })
    expect(body.stop_sequences).toEqual(['END'])
    expect(body.service_tier).toBe('auto')
    expect(losses.toSorted()).toEqual([
      'logprobs',
      'presence_penalty',
      'prompt_cache_key',
      'seed',
      'service_tier',
      'stop',
      'verbosity',
    ])
  })
})

describe('finding relay 14: max_tokens of a client that gives none', () => {
  it.each([
    ['claude-opus-5', 128_000],
    ['claude-sonnet-4-5', 64_000],
    ['us.anthropic.claude-opus-4-1-20250805-v1:0', 32_000],
    ['claude-3-haiku-20240307', 4096],
    // The limit of this model is unknown.
    ['kimi-k2', 8192],
  ])('is the maximum of %s', (model, expected) => {
    for (const claudeOutputTokens of [new Map<string, number>(), new Map([['default', 8192]])])
      expect(encode({}, { model, adapters: { claudeOutputTokens } }).body.max_tokens).toBe(expected)
  })
})

describe('max_tokens', () => {
  const cap = (model: string, given: Partial<ConversationRequest> = {}) =>
    encode(given, {
      model,
      adapters: {
        claudeOutputTokens: new Map([
          ['default', 50_000],
          ['claude-opus-5', 7],
        ]),
      },
    }).body.max_tokens

  it('is the administrator’s figure where the client gave none, as far as the model goes', () => {
    expect(cap('claude-opus-5')).toBe(7)
    expect(cap('claude-sonnet-4-5')).toBe(50_000)
    expect(cap('claude-3-haiku-20240307')).toBe(4096)
    expect(cap('claude-opus-4-1', { outputTokensMax: 64_000 })).toBe(32_000)
    expect(cap('kimi-k2')).toBe(50_000)
  })
})

describe('thinking', () => {
  const think = (reasoning: ConversationRequest['reasoning'], model: string, given = {}) =>
    encode({ ...(reasoning && { reasoning }), outputTokensMax: 4000, ...given }, { model })

  it.each([
    [
      'claude-opus-5',
      'high',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' }, max_tokens: 4000 },
    ],
    ['claude-opus-5', 'none', { thinking: { type: 'disabled' }, max_tokens: 4000 }],
    ['claude-opus-4-6', 'xhigh', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
    ['claude-opus-4-8', 'minimal', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    ['claude-sonnet-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 4000 }],
    [
      'claude-sonnet-4-5',
      'high',
      { thinking: { type: 'enabled', budget_tokens: 16_384 }, max_tokens: 20_384 },
    ],
    ['claude-sonnet-4-5', 'max', { thinking: { type: 'enabled', budget_tokens: 3999 }, max_tokens: 4000 }],
    ['claude-opus-4', 'xhigh', { thinking: { type: 'enabled', budget_tokens: 31_999 }, max_tokens: 32_000 }],
  ] as const)('%s with effort %s', (model, effort, expected) => {
    expect(think({ effort }, model).body).toMatchObject(expected)
  })

  it('is shown or hidden as wished where the model lets one choose', () => {
    expect(think({ effort: 'low', wantsText: true }, 'claude-opus-5').body.thinking).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
    expect(think({ wantsText: true }, 'claude-opus-5').body.thinking).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
    expect(think({ wantsText: true }, 'claude-sonnet-4-5').body.thinking).toBeUndefined()
    expect(think({ budgetTokens: -1, wantsText: false }, 'claude-opus-5').body).toMatchObject({
      thinking: { type: 'adaptive', display: 'omitted' },
    })
  })

  it('keeps a budget where the model takes one, else it becomes an effort', () => {
    expect(think({ budgetTokens: 3000 }, 'claude-opus-4-6').body.thinking).toEqual({
      type: 'enabled',
      budget_tokens: 3000,
    })
    expect(think({ budgetTokens: 3000 }, 'claude-opus-5').body.output_config).toEqual({ effort: 'low' })
  })

  it('is nothing for models that cannot, off, and unset', () => {
    expect(think({ effort: 'high' }, 'claude-3-5-sonnet-20241022').losses).toEqual(['reasoning_effort'])
    expect(think({ effort: 'none' }, 'claude-sonnet-4-5').body.thinking).toBeUndefined()
    expect(think(undefined, 'claude-opus-5').body.thinking).toBeUndefined()
  })

  it('with a budget is omitted where the running tool loop lost it', () => {
    const lost = { turns: [ask, assistant(call('a')), user(result('a'))], tools: [TOOL] }
    const { body, losses } = think({ effort: 'low' }, 'claude-sonnet-4-5', lost)
    expect(body.thinking).toBeUndefined()
    expect(losses).toEqual(['reasoning_effort'])
    expect(think({ effort: 'low' }, 'claude-opus-5', lost).body.thinking).toEqual({ type: 'adaptive' })
    const kept: AssistantPart = { kind: 'reasoning', text: 't', state: { origin: 'anthropic', value: 's' } }
    const whole = { ...lost, turns: [ask, assistant(kept, call('a')), user(result('a'))] }
    expect(think({ effort: 'low' }, 'claude-sonnet-4-5', whole).body.thinking).toMatchObject({
      type: 'enabled',
    })
  })

  it('of others is never sent back', () => {
    const parts: AssistantPart[] = [
      { kind: 'reasoning', text: 'mine', state: { origin: 'anthropic', value: 's' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'd' }, isRedacted: true },
      { kind: 'reasoning', text: 'theirs', state: { origin: 'openai', value: 'e' } },
      { kind: 'reasoning', text: 'nobody' },
      text('a'),
    ]
    const { body, losses } = encode({ turns: [ask, assistant(...parts), ask] })
    expect(asObject((body.messages as never[])[1])?.content).toEqual([
      { type: 'thinking', thinking: 'mine', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      { type: 'text', text: 'a' },
    ])
    expect(losses).toEqual(['reasoning_content'])
  })
})

describe('tools', () => {
  it('that are custom become functions with one text', () => {
    const { body } = encode({ tools: [{ kind: 'custom', name: 'raw' }] })
    expect(body.tools).toMatchObject([{ name: 'raw', input_schema: { required: ['input'] } }])
  })

  it('without parameters still have a schema', () => {
    expect(encode({ tools: [{ kind: 'function', name: 'a' }] }).body.tools).toEqual([
      { name: 'a', input_schema: { type: 'object', properties: {} } },
    ])
  })

  it('are strict only where the model knows that', () => {
    const tools = [{ ...TOOL, parameters: FORMAT.schema, isStrict: true }]
    expect(encode({ tools }).body.tools).toMatchObject([
      { strict: true, input_schema: { additionalProperties: false } },
    ])
    const older = encode({ tools }, { model: 'claude-sonnet-4' })
    expect(older.body.tools).toEqual([{ name: 'look', input_schema: FORMAT.schema }])
    expect(older.losses).toEqual(['strict'])
  })

  it.each<[ConversationRequest['toolChoice'], boolean | undefined, unknown]>([
    [undefined, undefined, undefined],
    [undefined, false, { type: 'auto', disable_parallel_tool_use: true }],
    [{ kind: 'none' }, false, { type: 'none' }],
    [{ kind: 'required' }, undefined, { type: 'any' }],
    [{ kind: 'tool', name: 'look' }, true, { type: 'tool', name: 'look', disable_parallel_tool_use: false }],
    [{ kind: 'allowed', mode: 'required', names: ['look'] }, undefined, { type: 'any' }],
  ])('choice %j with parallel %s', (toolChoice, parallelToolCalls, expected) => {
    const { body } = encode({
      tools: [TOOL, { ...TOOL, name: 'other' }],
      ...(toolChoice && { toolChoice }),
      ...(parallelToolCalls !== undefined && { parallelToolCalls }),
    })
    expect(body.tool_choice).toEqual(expected)
    expect(body.tools).toHaveLength(toolChoice?.kind === 'allowed' ? 1 : 2)
  })

  it('are asked for in words where they cannot be forced', () => {
    const given = { tools: [TOOL], toolChoice: { kind: 'tool', name: 'look' } } as const
    for (const { body, losses } of [
      encode({ ...given, reasoning: { effort: 'low' } }),
      encode(given, { model: 'claude-fable-5' }),
      encode(given, { traits: { takesForcedToolChoice: false } }),
    ]) {
      expect(body.tool_choice).toEqual({ type: 'auto' })
      expect(body.system).toContain('look')
      expect(losses).toEqual(['tool_choice'])
    }
    expect(
      encode({ ...given, reasoning: { effort: 'low' } }, { model: 'claude-opus-5' }).body.tool_choice,
    ).toEqual({
      type: 'tool',
      name: 'look',
    })
  })

  it('search the web with Claude only', () => {
    const webSearch = {
      allowedDomains: ['a.b'],
      userLocation: { type: 'approximate', approximate: { city: 'Bonn' } },
    }
    expect(encode({ webSearch }).body.tools).toEqual([
      {
        type: 'web_search_20250305',
        name: 'web_search',
        allowed_domains: ['a.b'],
        user_location: { type: 'approximate', city: 'Bonn' },
      },
    ])
    const elsewhere = encode({ webSearch }, { model: 'kimi-k2' })
    expect(elsewhere.body.tools).toBeUndefined()
    expect(elsewhere.losses).toContain('web_search_options')
    expect(() => encode({ webSearch: { isForced: true } }, { model: 'kimi-k2' })).toThrowError()
  })
})

describe('the form of an answer', () => {
  it('is enforced by the API where the model knows schemas', () => {
    expect(encode({ format: FORMAT }).body.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: { a: { type: 'integer', description: '(minimum: 1)' } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    })
  })

  it('is the input of a forced tool where it does not', () => {
    const { body, losses } = encode({ format: FORMAT }, { model: 'claude-sonnet-4' })
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'tollgate_structured_answer' })
    expect(body.tools).toMatchObject([{ name: 'tollgate_structured_answer', input_schema: FORMAT.schema }])
    expect(losses).toEqual([])
    const beside = encode({ format: FORMAT, tools: [TOOL] }, { traits: { takesStructuredOutput: false } })
    expect(beside.body.tool_choice).toEqual({ type: 'any' })
    expect(beside.body.tools).toHaveLength(2)
  })

  it('is asked for in words where thinking forbids that, and for JSON without a schema', () => {
    const thinking = encode({ format: FORMAT, reasoning: { effort: 'low' } }, { model: 'claude-sonnet-4' })
    expect(thinking.body.system).toContain('"minimum":1')
    expect(thinking.body.tools).toBeUndefined()
    const json = encode({ format: { kind: 'json' }, turns: [system('s'), ask] })
    expect(json.body.system).toEqual([
      { type: 'text', text: 's' },
      { type: 'text', text: expect.stringContaining('JSON') },
    ])
    expect(json.losses).toEqual(['response_format'])
  })
})

describe('finding relay 14: marks for clients that have none', () => {
  const turns: ConversationRequest['turns'] = [
    { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
  ]
  const marksIn = (model: string, traits = {}) =>
    JSON.stringify(
      encode({ turns, tools: [TOOL] }, { model, traits, adapters: { claudeCacheMarks: true } }).body,
    ).match(/cache_control/g)?.length ?? 0

  it.each([
    ['claude-opus-5', 2],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 2],
    // Bedrock caches nothing for this model and refuses the mark.
    ['anthropic.claude-3-5-sonnet-20240620-v1:0', 0],
    ['glm-5', 0],
  ])('are what %s takes', (model, marks) => {
    expect(marksIn(model)).toBe(marks)
    expect(marksIn(model, { takesCacheMarks: false })).toBe(0)
  })
})

describe('cache marks', () => {
  const marked = (value: string, seconds?: number) => ({
    ...text(value),
    cache: seconds === undefined ? {} : { seconds },
  })

  it('are at most four, the last ones', () => {
    const turns = [user(...['a', 'b', 'c', 'd'].map((each) => marked(each)))]
    const { body, losses } = encode({ turns, tools: [{ ...TOOL, cache: {} }] })
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(4)
    expect(JSON.stringify(body.tools)).not.toContain('cache_control')
    expect(losses).toEqual(['cache_control'])
  })

  it('that last long do not follow those that do not', () => {
    const { body } = encode({ turns: [user(marked('a'), marked('b', 3600))] })
    expect(JSON.stringify(body)).not.toContain('1h')
    const fine = encode({ turns: [user(marked('a', 3600), marked('b', 300))] })
    expect(fine.losses).toEqual([])
    expect(JSON.stringify(fine.body)).toContain('1h')
  })

  it('are dropped where the vendor takes none', () => {
    const { body, losses } = encode({ turns: [user(marked('a'))] }, { traits: { takesCacheMarks: false } })
    expect(JSON.stringify(body)).not.toContain('cache_control')
    expect(losses).toEqual(['cache_control'])
  })
})
