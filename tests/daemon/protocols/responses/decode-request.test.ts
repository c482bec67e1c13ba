import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { decoded } from './recorded.ts'

const turnsOf = (...input: JsonValue[]) => decoded({ input }).request.turns
const user = (text: string) => ({ role: 'user', parts: [{ kind: 'text', text }] })
const call = (id: string, rest: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: id,
  name: 'f',
  arguments: '{}',
  ...rest,
})
const output = (id: string, value: JsonValue): JsonObject => ({
  type: 'function_call_output',
  call_id: id,
  output: value,
})

function refused(body: JsonObject): string | undefined {
  try {
    decoded(body)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'translation_unsupported') throw error
    return error.options.field
  }
}

it.each([
  ['the input', ''],
  ['a message', [{ role: 'user', content: '' }]],
  ['a part', [{ role: 'user', content: [{ type: 'input_text', text: '' }] }]],
])('an empty text is a message all the same: %s', (_where, input) => {
  const { request } = decoded({ model: 'm', input })
  expect(request.turns).toEqual([{ role: 'user', parts: [{ kind: 'text', text: '' }] }])
})

describe('items of the input', () => {
  it('that the model said in one go are one turn, and the results of its calls stand together', () => {
    const turns = turnsOf(
      { role: 'user', content: 'go' },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'Looking' }], phase: 'commentary' },
      call('a'),
      call('b'),
      output('a', '1'),
      { role: 'user', content: 'hurry' },
      output('b', '2'),
    )
    expect(turns).toEqual([
      user('go'),
      {
        role: 'assistant',
        parts: [
          { kind: 'reasoning', text: 'hm' },
          { kind: 'text', text: 'Looking' },
          { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}' },
          { kind: 'tool-call', id: 'b', name: 'f', arguments: '{}' },
        ],
      },
      {
        role: 'user',
        parts: [
          { kind: 'tool-result', callId: 'a', parts: [{ kind: 'text', text: '1' }] },
          { kind: 'tool-result', callId: 'b', parts: [{ kind: 'text', text: '2' }] },
        ],
      },
      user('hurry'),
    ])
  })

  it('name their files at any length, without holding up other requests', () => {
    const file = { type: 'input_file', filename: `${'.a#'.repeat(30_000)}\n`, file_id: 'file-1' }
    const begunMs = performance.now()
    const [turn] = turnsOf({ role: 'user', content: [file] })
    expect(turn?.parts).toMatchObject([{ kind: 'media', source: { kind: 'file', id: 'file-1' } }])
    // This took eight seconds while every part of the name was compared with the rest.
    expect(performance.now() - begunMs).toBeLessThan(2_000)
  })

  it('of one call after the other stay two turns', () => {
    const roles = turnsOf(call('a'), output('a', '1'), call('b'), output('b', '2')).map((turn) => turn.role)
    expect(roles).toEqual(['assistant', 'user', 'assistant', 'user'])
  })

  it('carry instructions where they stand', () => {
    const { request } = decoded({
      instructions: 'be kind',
      input: [
        { role: 'developer', content: 'be brief' },
        { role: 'user', content: 'hi' },
        { role: 'system', content: 'now sing' },
      ],
    })
    expect(request.turns.map((turn) => turn.role)).toEqual(['system', 'system', 'user', 'system'])
  })

  it('carry pictures, documents and sound', () => {
    const [turn] = turnsOf({
      role: 'user',
      content: [
        { type: 'input_image', image_url: 'https://a/b.png', detail: 'low' },
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' },
        { type: 'input_file', filename: 'a.csv', file_data: 'YSxi' },
        { type: 'input_file', file_url: 'https://a/b' },
        { type: 'input_image', file_id: 'file_1' },
        { type: 'input_audio', input_audio: { data: 'aGk=', format: 'mp3' } },
      ],
    })
    expect(turn?.parts).toEqual([
      { kind: 'media', mimeType: '', source: { kind: 'url', url: 'https://a/b.png' }, detail: 'low' },
      { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'aGk=' } },
      { kind: 'media', mimeType: 'application/pdf', source: { kind: 'data', base64: 'aGk=' }, name: 'a.pdf' },
      { kind: 'media', mimeType: 'text/csv', source: { kind: 'data', base64: 'YSxi' }, name: 'a.csv' },
      { kind: 'media', mimeType: 'application/pdf', source: { kind: 'url', url: 'https://a/b' } },
      { kind: 'media', mimeType: 'image/*', source: { kind: 'file', id: 'file_1' } },
      { kind: 'media', mimeType: 'audio/mp3', source: { kind: 'data', base64: 'aGk=' } },
    ])
  })

  it('carry pictures in the results of tools', () => {
    const turns = turnsOf(
      call('a'),
      output('a', [
        { type: 'input_text', text: 'see' },
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
      ]),
    )
    expect(turns[1]?.parts[0]).toMatchObject({ parts: [{ kind: 'text' }, { kind: 'media' }] })
  })

  it('carry calls and results of custom tools as text', () => {
    const turns = turnsOf(
      { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
    )
    expect(turns).toMatchObject([
      { parts: [{ kind: 'tool-call', name: 'apply_patch', arguments: '*** Begin', isCustom: true }] },
      { parts: [{ kind: 'tool-result', callId: 'a', isCustom: true }] },
    ])
  })

  it('carry reasoning with the family that made it', () => {
    const reasoning = (encrypted_content: string) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content,
    })
    const parts = turnsOf(
      reasoning('own'),
      reasoning('gw1.anthropic.sig'),
      reasoning('gw1.anthropic~redacted.data'),
      reasoning('gw1.openai~rs_9.enc'),
      { type: 'reasoning', id: 'rs_2', summary: [] },
    )[0]?.parts
    expect(parts).toEqual([
      { kind: 'reasoning', text: '', state: { origin: 'openai', value: 'own', id: 'rs_1' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'sig' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'data' }, isRedacted: true },
      { kind: 'reasoning', text: '', state: { origin: 'openai', value: 'enc', id: 'rs_9' } },
    ])
  })

  it("give Google's signature back to the call it belongs to", () => {
    const [turn] = turnsOf(
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gw1.google.sig' },
      call('a'),
    )
    expect(turn?.parts).toEqual([
      {
        kind: 'tool-call',
        id: 'a',
        name: 'f',
        arguments: '{}',
        state: { origin: 'google', value: 'sig' },
      },
    ])
  })

  it('that nobody else has are told as lost', () => {
    const { losses } = decoded({ input: [{ type: 'web_search_call', id: 'ws_1' }, { type: 'brand_new' }] })
    expect(losses).toEqual(['web_search_call', 'brand_new'])
  })
})

describe('a request that leans on a store', () => {
  it.each<[string, JsonObject]>([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['prompt', { prompt: { id: 'pmpt_1' } }],
    ['item_reference', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['compaction', { input: [{ type: 'compaction', encrypted_content: 'x' }] }],
  ])('is refused for its %s', (field, body) => {
    expect(refused(body)).toBe(field)
  })
})

describe('members of the body', () => {
  it('are carried', () => {
    const { request, losses } = decoded({
      stream: true,
      max_output_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      top_logprobs: 2,
      reasoning: { effort: 'high', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'n', schema: {}, strict: true }, verbosity: 'low' },
      service_tier: 'flex',
      safety_identifier: 'u',
      prompt_cache_key: 'k',
      store: true,
      metadata: { a: 'b' },
      stream_options: { include_obfuscation: false },
      truncation: 'disabled',
    })
    expect(losses).toEqual([])
    expect(request).toMatchObject({
      isStream: true,
      outputTokensMax: 100,
      temperature: 0.5,
      topP: 0.9,
      logprobs: 2,
      reasoning: { effort: 'high', wantsText: true },
      format: { kind: 'schema', name: 'n', schema: {}, isStrict: true },
      verbosity: 'low',
      serviceTier: 'flex',
      user: 'u',
      cacheKey: 'k',
    })
  })

  it('that nothing elsewhere stands for are told as lost', () => {
    const { losses } = decoded({
      max_tool_calls: 3,
      truncation: 'auto',
      context_management: [{ type: 'compaction' }],
      include: ['web_search_call.results'],
      made_up: 1,
      moderation: null,
    })
    expect(losses).toEqual(['max_tool_calls', 'context_management', 'made_up', 'truncation', 'include'])
  })

  it('that a client wrote as null say nothing', () => {
    const nulls = ['temperature', 'tools', 'tool_choice', 'reasoning', 'text', 'user', 'conversation', 'foo']
    const { request, losses } = decoded(Object.fromEntries(nulls.map((name) => [name, null])))
    expect(losses).toEqual([])
    expect(Object.keys(request).sort()).toEqual(['isStream', 'model', 'tools', 'turns'])
  })
})

describe('tools', () => {
  const strictSchema = {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  }

  it.each<[string, JsonObject, boolean | undefined]>([
    ['as said', { strict: false, parameters: strictSchema }, false],
    ['by default where the schema allows it', { parameters: strictSchema }, true],
    ['not by default where it does not', { parameters: { ...strictSchema, required: [] } }, undefined],
    ['not where null was said', { strict: null, parameters: strictSchema }, undefined],
  ])('are strict %s', (_, tool, isStrict) => {
    const { request } = decoded({ tools: [{ type: 'function', name: 'f', ...tool }] })
    expect(request.tools[0]).toEqual({
      kind: 'function',
      name: 'f',
      parameters: tool.parameters,
      ...(isStrict !== undefined && { isStrict }),
    })
  })

  it('of a namespace get one name, in tools, history and choice alike', () => {
    const { request } = decoded({
      tools: [{ type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'find' }] }],
      tool_choice: { type: 'function', name: 'find', namespace: 'crm' },
      input: [call('a', { name: 'find', namespace: 'crm' }), call('b', { name: 'own', namespace: 'own' })],
    })
    expect(request.tools).toEqual([{ kind: 'function', name: 'crm__find' }])
    expect(request.toolChoice).toEqual({ kind: 'tool', name: 'crm__find' })
    expect(request.turns[0]?.parts).toMatchObject([{ name: 'crm__find' }, { name: 'own' }])
  })

  it('for searching the web are carried whatever their date', () => {
    for (const type of ['web_search', 'web_search_preview', 'web_search_2025_08_26']) {
      const { request, losses } = decoded({
        tools: [{ type, search_context_size: 'low', filters: { allowed_domains: ['a.b'] } }],
      })
      expect(request.webSearch).toEqual({ contextSize: 'low', allowedDomains: ['a.b'] })
      expect(losses).toEqual([])
    }
  })

  it('finding relay 4: a search is forced where it is named, and where there is no other tool', () => {
    const search = { type: 'web_search' }
    const own = { type: 'function', name: 'f' }
    const searchOf = (tools: JsonObject[], tool_choice: JsonObject[string]) =>
      decoded({ tools, tool_choice }).request.webSearch
    expect(searchOf([search, own], 'auto')).toEqual({})
    expect(searchOf([search, own], 'required')).toEqual({})
    expect(searchOf([search, own], search)).toEqual({ isForced: true })
    expect(searchOf([search], 'required')).toEqual({ isForced: true })
  })

  it('that run at the provider are told as lost, and refused where they are forced', () => {
    const tools = [{ type: 'file_search' }, { type: 'function', name: 'f' }]
    expect(decoded({ tools }).losses).toEqual(['file_search'])
    expect(decoded({ tools, tool_choice: 'auto' }).request.toolChoice).toEqual({ kind: 'auto' })
    expect(refused({ tools, tool_choice: { type: 'file_search' } })).toBe('file_search')
    expect(refused({ tools: [{ type: 'file_search' }], tool_choice: 'required' })).toBe('tool_choice')
    expect(
      refused({
        tools,
        tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'file_search' }] },
      }),
    ).toBe('tool_choice')
  })

  it.each<[string, JsonValue, object | undefined]>([
    ['none', 'none', { kind: 'none' }],
    ['required', 'required', { kind: 'required' }],
    ['one', { type: 'custom', name: 'g' }, { kind: 'tool', name: 'g' }],
    [
      'some',
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'function', name: 'f' },
          { type: 'function', name: 'unknown' },
        ],
      },
      { kind: 'allowed', mode: 'auto', names: ['f'] },
    ],
  ])('are chosen: %s', (_, tool_choice, choice) => {
    const tools = [
      { type: 'function', name: 'f' },
      { type: 'custom', name: 'g' },
    ]
    expect(decoded({ tools, tool_choice }).request.toolChoice).toEqual(choice)
  })
})
