import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../../src/daemon/protocols/conversation/types.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { halves } from './chat-fixtures.ts'

const { client } = halves()

const HELLO: JsonObject = { role: 'user', content: 'hi' }

function decode(rest: JsonObject): { request: ConversationRequest; losses: readonly string[] } {
  const losses = new LossList()
  const request = client.decodeRequest({ model: 'm', messages: [HELLO], ...rest }, losses)
  return { request, losses: losses.fields }
}

const turnsOf = (...messages: JsonObject[]): readonly Turn[] => decode({ messages }).request.turns

function refusalOf(rest: JsonObject): string | undefined {
  try {
    decode(rest)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'translation_unsupported') throw error
    return error.options.field
  }
}

const call = (id: string, name = 'look'): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
})
const calling = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
})
const result = (id: string, content = `of ${id}`): JsonObject => ({ role: 'tool', tool_call_id: id, content })
const resultPart = (callId: string, text = `of ${callId}`) => ({
  kind: 'tool-result',
  callId,
  name: 'look',
  parts: [{ kind: 'text', text }],
})

describe('tool results', () => {
  it('that answer one turn stand in one turn, in the order they came', () => {
    expect(turnsOf(HELLO, calling('a', 'b'), result('b'), result('a'), HELLO).slice(2)).toEqual([
      { role: 'user', parts: [resultPart('b'), resultPart('a')] },
      { role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
    ])
  })

  it('go behind their call when the user spoke first', () => {
    const turns = turnsOf(calling('a'), HELLO, result('a'))
    expect(turns.map((turn) => turn.parts[0]?.kind)).toEqual(['tool-call', 'tool-result', 'text'])
  })

  it('without a call are what the user says', () => {
    expect(turnsOf(HELLO, result('x', 'late'))[1]).toEqual({
      role: 'user',
      parts: [{ kind: 'text', text: 'late' }],
    })
    expect(turnsOf(calling('a'), result('a'), result('a', 'again'))[2]?.parts).toEqual([
      { kind: 'text', text: 'again' },
    ])
  })

  it.each<[string, JsonObject[]]>([
    ['the user', [calling('a'), HELLO]],
    ['another answer', [calling('a'), { role: 'assistant', content: 'well' }]],
    ['another result', [calling('b', 'a'), result('b')]],
  ])('that are missing before %s are filled in', (_what, messages) => {
    const results = turnsOf(...messages)[1]
    expect(results?.parts.at(-1)).toEqual(resultPart('a', 'No result provided'))
  })

  it('that are still to come are left open', () => {
    expect(turnsOf(HELLO, calling('a'))).toHaveLength(2)
  })

  it('meet calls whose ids are empty or used before', () => {
    const turns = turnsOf(
      calling(''),
      result('', 'one'),
      calling('a'),
      result('a', 'two'),
      calling('a'),
      result('a'),
    )
    const parts = turns.flatMap(
      (turn): readonly { kind: string; id?: string; callId?: string }[] => turn.parts,
    )
    expect(parts.map((part) => part.id ?? part.callId)).toEqual([
      expect.stringMatching(/^call_\w{24}$/),
      parts[0]?.id,
      'a',
      'a',
      'a',
      'a',
    ])
  })
})

describe('old functions', () => {
  it('become tools, their calls and results meet by name', () => {
    const { request, losses } = decode({
      messages: [
        HELLO,
        { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{"a":1}' } },
        { role: 'function', name: 'look', content: 'seen' },
      ],
      functions: [{ name: 'look', parameters: { type: 'object' } }],
      function_call: { name: 'look' },
    })
    expect(losses).toEqual([])
    expect(request.tools).toEqual([{ kind: 'function', name: 'look', parameters: { type: 'object' } }])
    expect(request.toolChoice).toEqual({ kind: 'tool', name: 'look' })
    const [, asked, told] = request.turns
    expect(asked?.parts).toMatchObject([{ kind: 'tool-call', name: 'look', arguments: '{"a":1}' }])
    const id = asked?.parts[0]?.kind === 'tool-call' ? asked.parts[0].id : ''
    expect(told?.parts).toEqual([{ ...resultPart(id, 'seen') }])
  })
})

describe('reasoning in history', () => {
  const assistant = (rest: JsonObject) =>
    turnsOf({ role: 'assistant', content: 'so', ...rest })[0]?.parts.slice(0, -1)

  it.each<[string, string, JsonObject, JsonObject]>([
    ['anthropic-claude-v1', 'anthropic', { type: 'reasoning.text', signature: 's' }, { value: 's' }],
    [
      'openai-responses-v1',
      'openai',
      { type: 'reasoning.encrypted', data: 's', id: 'rs_1' },
      { value: 's', id: 'rs_1' },
    ],
    ['google-gemini-v1', 'google', { type: 'reasoning.encrypted', data: 's' }, { value: 's' }],
    ['xai-responses-v1', 'xai', { type: 'reasoning.encrypted', data: 's' }, { value: 's' }],
    ['unknown', 'other', { type: 'reasoning.encrypted', data: 's' }, { value: 's' }],
  ])('of format %s is state of %s, with the text that stands beside it', (format, origin, detail, state) => {
    const parts = assistant({ reasoning_content: 'hm', reasoning_details: [{ ...detail, format, index: 0 }] })
    expect(parts?.filter((part) => part.kind === 'reasoning' && !part.isRedacted)).toEqual([
      { kind: 'reasoning', text: 'hm', state: { origin, ...state } },
    ])
  })

  it('in pieces is joined by index, state closes a block', () => {
    const format = 'anthropic-claude-v1'
    const text = (said: string, index: number) => ({ type: 'reasoning.text', text: said, format, index })
    const sign = (signature: string, index: number) => ({ type: 'reasoning.text', signature, format, index })
    expect(
      assistant({
        reasoning_details: [
          text('a', 0),
          text('b', 0),
          sign('1', 0),
          { type: 'reasoning.encrypted', data: 'x', format, index: 1 },
          text('c', 2),
          sign('2', 2),
        ],
      }),
    ).toEqual([
      { kind: 'reasoning', text: 'ab', state: { origin: 'anthropic', value: '1' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'x' }, isRedacted: true },
      { kind: 'reasoning', text: 'c', state: { origin: 'anthropic', value: '2' } },
    ])
  })

  it('with another index is another block', () => {
    const format = 'openai-responses-v1'
    const details = [
      { type: 'reasoning.summary', summary: 'a', format, index: 0 },
      { type: 'reasoning.summary', summary: 'b', format, index: 1 },
      { type: 'reasoning.encrypted', data: 's', format, index: 1 },
    ]
    expect(assistant({ reasoning_details: details })).toEqual([
      { kind: 'reasoning', text: 'a' },
      { kind: 'reasoning', text: 'b', state: { origin: 'openai', value: 's' } },
    ])
  })

  it('under two names is one text', () => {
    const details = [{ type: 'reasoning.text', text: 'hm', format: 'unknown', index: 0 }]
    const parts = assistant({ reasoning: 'hm', reasoning_content: 'hm', reasoning_details: details })
    expect(parts).toEqual([{ kind: 'reasoning', text: 'hm' }])
  })

  it("Google's state belongs to the call it names, or that carries it", () => {
    const detail = { type: 'reasoning.encrypted', data: 's', format: 'google-gemini-v1', id: 'a', index: 0 }
    const [part] = turnsOf({ ...calling('a'), reasoning_details: [detail] })[0]?.parts ?? []
    expect(part).toMatchObject({ kind: 'tool-call', id: 'a', state: { origin: 'google', value: 's' } })
    const carried = { ...call('a'), extra_content: { google: { thought_signature: 't' } } }
    const [other] = turnsOf({ role: 'assistant', tool_calls: [carried] })[0]?.parts ?? []
    expect(other).toMatchObject({ state: { origin: 'google', value: 't' } })
  })

  it("Mistral's thinking parts are reasoning", () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'so' },
    ]
    expect(turnsOf({ role: 'assistant', content })[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'so' },
    ])
  })
})

describe('parts', () => {
  const partOf = (part: JsonObject) => turnsOf({ role: 'user', content: [part] })[0]?.parts[0]

  it.each<[string, JsonObject, JsonObject]>([
    [
      'a picture by bare link',
      { type: 'image_url', image_url: 'https://a/b' },
      { mimeType: '', source: { kind: 'url', url: 'https://a/b' } },
    ],
    [
      'a video',
      { type: 'video_url', video_url: { url: 'https://a/b' } },
      { mimeType: 'video/mp4', source: { kind: 'url', url: 'https://a/b' } },
    ],
    [
      'audio in a data link',
      { type: 'input_audio', input_audio: { data: 'data:;base64,AAAA', format: 'mp3' } },
      { mimeType: 'audio/mp3', source: { kind: 'data', base64: 'AAAA' } },
    ],
    [
      'a document in bare base64',
      { type: 'file', file: { filename: 'a.pdf', file_data: 'AAAA' } },
      { mimeType: 'application/pdf', source: { kind: 'data', base64: 'AAAA' }, name: 'a.pdf' },
    ],
    [
      'a file of the vendor',
      { type: 'file', file: { file_id: 'f1' } },
      { mimeType: '', source: { kind: 'file', id: 'f1' } },
    ],
    [
      'a data link without base64',
      { type: 'image_url', image_url: { url: 'data:image/svg+xml,%3Csvg%2F%3E' } },
      {
        mimeType: 'image/svg+xml',
        source: { kind: 'data', base64: Buffer.from('<svg/>').toString('base64') },
      },
    ],
  ])('%s is understood', (_what, part, expected) => {
    expect(partOf(part)).toEqual({ kind: 'media', ...expected })
  })

  it.each<[JsonObject, JsonObject]>([
    [{ cache_control: { type: 'ephemeral' } }, {}],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' } }, { seconds: 3600 }],
    [{ prompt_cache_breakpoint: { mode: 'explicit' } }, {}],
  ])('the mark %j is one for the cache, on the part or on its message', (mark, cache) => {
    expect(partOf({ type: 'text', text: 'a', ...mark })).toEqual({ kind: 'text', text: 'a', cache })
    expect(turnsOf({ role: 'user', content: 'a', ...mark })[0]?.parts).toEqual([
      { kind: 'text', text: 'a', cache },
    ])
  })

  it('of an unknown type are refused by their name, never dropped', () => {
    const content = [{ type: 'hologram', hologram: {} }]
    expect(refusalOf({ messages: [{ role: 'user', content }] })).toBe('hologram')
  })
})

describe('choices among tools', () => {
  it.each<[JsonObject[string], unknown]>([
    ['none', { kind: 'none' }],
    ['auto', { kind: 'auto' }],
    ['required', { kind: 'required' }],
    ['any', { kind: 'required' }],
    [
      { type: 'function', function: { name: 'f' } },
      { kind: 'tool', name: 'f' },
    ],
    [
      { type: 'custom', custom: { name: 'c' } },
      { kind: 'tool', name: 'c' },
    ],
    [
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
      { kind: 'allowed', mode: 'required', names: ['f'] },
    ],
  ])('%j is understood', (given, expected) => {
    expect(decode({ tool_choice: given }).request.toolChoice).toEqual(expected)
  })
})

describe('how much to think', () => {
  it.each<[JsonObject, unknown]>([
    [{ reasoning_effort: 'xhigh' }, { effort: 'xhigh' }],
    [{ reasoning: { effort: 'low', exclude: true } }, { effort: 'low', wantsText: false }],
    [{ reasoning: { max_tokens: 2000 } }, { budgetTokens: 2000 }],
    [{ reasoning: { enabled: true } }, { budgetTokens: -1 }],
    [{ reasoning: { enabled: false } }, { effort: 'none' }],
    [{ thinking: { type: 'disabled' } }, { effort: 'none' }],
    [{ thinking: { type: 'enabled', budget_tokens: 4096 } }, { budgetTokens: 4096 }],
    [{ thinking: { type: 'adaptive' }, reasoning_effort: 'high' }, { effort: 'high' }],
    [{ enable_thinking: true, thinking_budget: 100 }, { budgetTokens: 100 }],
    [{ enable_thinking: false, reasoning_effort: 'high' }, { effort: 'none' }],
    [{ reasoning_effort: null }, undefined],
  ])('%j is understood', (given, expected) => {
    const { request, losses } = decode(given)
    expect(request.reasoning).toEqual(expected)
    expect(losses).toEqual([])
  })
})

describe('members', () => {
  it('finding relay 4: a tool that its vendor runs is left out and announced; the others stay', () => {
    const own = { type: 'function', function: { name: 'f' } }
    for (const choice of ['auto', 'required', { type: 'function', function: { name: 'f' } }]) {
      const { request, losses } = decode({ tools: [{ type: 'retrieval' }, own], tool_choice: choice })
      expect(request.tools.map((tool) => tool.name)).toEqual(['f'])
      expect(losses).toEqual(['retrieval'])
    }
  })

  it.each<[JsonObject, string]>([
    [{ n: 2 }, 'n'],
    [{ modalities: ['text', 'audio'], audio: { voice: 'alloy' } }, 'modalities'],
    [{ tools: [{ type: 'web_search' }], tool_choice: 'required' }, 'tool_choice'],
    [{ tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } }, 'tool_choice'],
    [{ messages: [{ role: 'assistant', audio: { id: 'a' } }] }, 'audio'],
    [{ messages: [{ role: 'narrator', content: 'once' }] }, 'role'],
  ])('%j is refused', (rest, field) => {
    expect(refusalOf(rest)).toBe(field)
  })

  it.each<[JsonObject, string]>([
    [{ logit_bias: { 5: 1 } }, 'logit_bias'],
    [{ metadata: { a: 'b' } }, 'metadata'],
    [{ prediction: { type: 'content', content: 'a' } }, 'prediction'],
    [{ store: true }, 'store'],
    [{ prompt_cache_retention: '24h' }, 'prompt_cache_retention'],
    [{ never_heard_of: 0 }, 'never_heard_of'],
    [{ reasoning_effort: 'heroic' }, 'reasoning_effort'],
    [{ response_format: { type: 'grammar' } }, 'response_format'],
    [{ messages: [{ role: 'user', content: 'a', name: 'bob' }] }, 'name'],
    [{ messages: [{ role: 'user', content: 'a', images: ['AAAA'] }] }, 'images'],
  ])('%j is announced as lost', (rest, field) => {
    expect(decode(rest).losses).toEqual([field])
  })

  it('without effect are no losses', () => {
    const { losses } = decode({
      stream: true,
      stream_options: { include_usage: true },
      store: false,
      n: 1,
      metadata: {},
      logit_bias: null,
      modalities: ['text'],
      stop: ['', 'end'],
      tool_choice: null,
    })
    expect(losses).toEqual([])
  })

  it('have one meaning under their several names', () => {
    const { request } = decode({
      max_tokens: 5,
      max_completion_tokens: 7,
      stop: '',
      safety_identifier: 'u',
      logprobs: true,
      response_format: { type: 'text' },
      web_search_options: { user_location: { type: 'approximate', approximate: { city: 'Oslo' } } },
    })
    expect(request).toEqual({
      model: 'm',
      isStream: false,
      turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
      tools: [],
      outputTokensMax: 7,
      user: 'u',
      logprobs: 0,
      webSearch: { userLocation: { type: 'approximate', city: 'Oslo' } },
    })
  })
})
