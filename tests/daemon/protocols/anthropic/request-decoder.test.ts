import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { readDocument } from './recorded.ts'
import { decode, encode } from './translating.ts'

const body = (given: JsonObject = {}): JsonObject => ({
  model: 'm',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'hi' }],
  ...given,
})
const turnsOf = (...messages: JsonObject[]) => decode(body({ messages })).request.turns
const user = (...content: JsonValue[]): JsonObject => ({ role: 'user', content })

const MARK = { cache_control: { type: 'ephemeral' } }

describe('a recorded request', () => {
  it.each([
    'document-citations',
    'openrouter',
    'parallel-tools',
    'parallel-tools-unary',
    'prefill',
    'stop-sequence',
    'strict-tools',
    'structured',
    'text',
    'thinking-tool',
    'tool-choice',
    'tool-error',
    'web-search',
  ])('%s means the same after it was written again', (name) => {
    const recorded = readDocument(`${name}.request.json`)
    const { request } = decode(recorded)
    const again = encode(request, { model: request.model, isStream: request.isStream })
    const { request: reread, losses } = decode(again.body)
    expect(reread).toEqual(request)
    expect(losses).toEqual([])
    expect(again.losses).toEqual([])
  })

  it('is refused where it needs servers that only Anthropic connects to', () => {
    expect(() => decode(readDocument('mcp-thinking.request.json'))).toThrowError(
      expect.objectContaining({
        code: 'translation_unsupported',
        options: expect.objectContaining({ field: 'mcp_servers' }),
      }),
    )
  })
})

describe('the members of a request', () => {
  it('are carried', () => {
    const { request, losses } = decode(
      body({
        stream: true,
        temperature: 0.5,
        top_p: 0.9,
        top_k: 5,
        stop_sequences: ['a', ''],
        metadata: { user_id: 'u'.repeat(80) },
        service_tier: 'standard_only',
      }),
    )
    expect(request).toEqual({
      model: 'm',
      isStream: true,
      turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
      tools: [],
      outputTokensMax: 100,
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      stop: ['a'],
      serviceTier: 'default',
      user: 'u'.repeat(64),
    })
    expect(losses).toEqual([])
  })

  it('that are not known are announced, null ones are not', () => {
    const { losses } = decode(
      body({ inference_geo: 'us', speed: 'fast', whatever: 1, betas: null, metadata: { team: 'x' } }),
    )
    expect(losses.toSorted()).toEqual(['inference_geo', 'metadata', 'speed', 'whatever'])
  })

  it.each<[string, JsonObject]>([
    ['container', { container: 'c1' }],
    ['mcp_servers', { mcp_servers: [{ name: 'a' }] }],
    ['tools', { tools: [{ type: 'bash_20990101', name: 'bash' }] }],
    ['container_upload', { messages: [user({ type: 'container_upload', file_id: 'f' })] }],
    ['output_config.format', { output_config: { format: { type: 'grammar' } } }],
  ])('%s of the vendor alone is refused', (field, given) => {
    expect(() => decode(body(given))).toThrowError(
      expect.objectContaining({ options: expect.objectContaining({ field }) }),
    )
  })

  it.each(['clear_thinking_20251015', 'clear_tool_uses_20250919', 'compact_20260112'])(
    'that make the conversation shorter (%s) are left out and announced',
    (type) => {
      const { losses } = decode(body({ context_management: { edits: [{ type }] } }))
      expect(losses).toEqual(['context_management'])
      expect(decode(body({ context_management: { edits: [] } })).losses).toEqual([])
    },
  )
})

describe('thinking', () => {
  it.each<[string, JsonObject, unknown]>([
    ['nothing', {}, undefined],
    ['disabled', { thinking: { type: 'disabled' } }, { effort: 'none' }],
    [
      'a budget',
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      { budgetTokens: 2000, wantsText: true },
    ],
    ['adaptive', { thinking: { type: 'adaptive' } }, { budgetTokens: -1, wantsText: true }],
    [
      'adaptive with an effort, unseen',
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'xhigh' } },
      { effort: 'xhigh', wantsText: false },
    ],
    ['an effort alone', { output_config: { effort: 'low' } }, { effort: 'low' }],
  ])('%s', (_, given, wish) => {
    expect(decode(body(given)).request.reasoning).toEqual(wish)
  })
})

describe('turns', () => {
  it('keep system blocks and their cache marks apart', () => {
    const { request } = decode(
      body({
        system: [
          { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
          { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: '' },
        ],
      }),
    )
    expect(request.turns[0]).toEqual({
      role: 'system',
      parts: [
        { kind: 'text', text: 'a', cache: { seconds: 3600 } },
        { kind: 'text', text: 'b', cache: {} },
      ],
    })
  })

  it('keep instructions where they stand in the conversation', () => {
    const turns = turnsOf(user({ type: 'text', text: 'a' }), { role: 'system', content: 'b' })
    expect(turns[1]).toEqual({ role: 'system', parts: [{ kind: 'text', text: 'b' }] })
  })

  it('begin with the results of tools', () => {
    const result = {
      type: 'tool_result',
      tool_use_id: 't',
      is_error: true,
      content: [{ type: 'text', text: 'r', cache_control: { type: 'ephemeral' } }],
    }
    const [turn] = turnsOf(user({ type: 'text', text: 'a' }, result))
    expect(turn?.parts).toEqual([
      {
        kind: 'tool-result',
        callId: 't',
        parts: [{ kind: 'text', text: 'r' }],
        isError: true,
        cache: {},
      },
      { kind: 'text', text: 'a' },
    ])
  })

  it('carry thinking with the state of whoever signed it', () => {
    const [turn] = turnsOf({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'mine', signature: 'sig' },
        { type: 'thinking', thinking: 'theirs', signature: 'gw1.openai~rs_1.enc' },
        { type: 'thinking', thinking: 'nobody', signature: '' },
        { type: 'redacted_thinking', data: 'secret' },
        { type: 'tool_use', id: 't', name: 'n', input: { a: 1 } },
      ],
    })
    expect(turn?.parts).toEqual([
      { kind: 'reasoning', text: 'mine', state: { origin: 'anthropic', value: 'sig' } },
      { kind: 'reasoning', text: 'theirs', state: { origin: 'openai', id: 'rs_1', value: 'enc' } },
      { kind: 'reasoning', text: 'nobody' },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'secret' }, isRedacted: true },
      { kind: 'tool-call', id: 't', name: 'n', arguments: '{"a":1}' },
    ])
  })

  it('carry pictures and documents of every source', () => {
    const [turn] = turnsOf(
      user(
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA\n==' } },
        { type: 'image', source: { type: 'url', url: 'https://x/a' } },
        {
          type: 'document',
          title: 'D',
          source: { type: 'base64', media_type: 'application/pdf', data: 'BB==' },
        },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
        { type: 'document', source: { type: 'file', file_id: 'file_1' } },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'inner' }] } },
      ),
    )
    expect(turn?.parts).toEqual([
      { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'AA==' } },
      { kind: 'media', mimeType: '', source: { kind: 'url', url: 'https://x/a' } },
      { kind: 'media', mimeType: 'application/pdf', source: { kind: 'data', base64: 'BB==' }, name: 'D' },
      { kind: 'media', mimeType: 'text/plain', source: { kind: 'text', text: 'words' } },
      { kind: 'media', mimeType: 'application/pdf', source: { kind: 'file', id: 'file_1' } },
      { kind: 'media', mimeType: 'text/plain', source: { kind: 'text', text: 'inner' } },
    ])
  })

  it('begin with the last summary that Anthropic made, as Anthropic reads them', () => {
    const compaction = (content: string | null) => ({ type: 'compaction', content, encrypted_content: null })
    const text = (said: string) => ({ type: 'text', text: said })
    const { request, losses } = decode(
      body({
        system: 'Be brief.',
        messages: [
          user(text('first')),
          { role: 'assistant', content: [compaction('old'), text('second')] },
          user(text('third')),
          {
            role: 'assistant',
            content: [
              text('before'),
              { ...compaction('all of it'), cache_control: { type: 'ephemeral' } },
              text('after'),
            ],
          },
          user(text('last')),
          { role: 'assistant', content: [compaction(null), text('end')] },
        ],
      }),
    )
    expect(request.turns).toEqual([
      { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        parts: [{ kind: 'text', text: 'Summary of the conversation so far:\n\nall of it', cache: {} }],
      },
      { role: 'assistant', parts: [{ kind: 'text', text: 'after' }] },
      { role: 'user', parts: [{ kind: 'text', text: 'last' }] },
      { role: 'assistant', parts: [{ kind: 'text', text: 'end' }] },
    ])
    expect(losses).toEqual([])
  })

  it('announce what the tools of the vendor did', () => {
    const { request, losses } = decode(
      body({
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
              { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
              { type: 'text', text: 'found' },
            ],
          },
        ],
      }),
    )
    expect(request.turns[0]?.parts).toEqual([{ kind: 'text', text: 'found' }])
    expect(losses).toEqual(['server_tool_use', 'web_search_tool_result'])
  })

  it('bear the mark of the whole request on their last part', () => {
    const { request } = decode(body({ cache_control: { type: 'ephemeral' } }))
    expect(request.turns[0]?.parts).toEqual([{ kind: 'text', text: 'hi', cache: {} }])
  })
})

describe('tools', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }
  const code = { type: 'code_execution_20250825', name: 'code_execution' }
  const own = { name: 'f', input_schema: { type: 'object' } }

  it('finding relay 4: that Anthropic runs are left out and announced, and refused only where they are forced', () => {
    const { request, losses } = decode(body({ tools: [code, own], tool_choice: { type: 'any' } }))
    expect(request.tools.map((tool) => tool.name)).toEqual(['f'])
    expect(losses).toEqual(['code_execution_20250825'])
    for (const tool_choice of [{ type: 'any' }, { type: 'tool', name: 'code_execution' }])
      expect(() => decode(body({ tools: [code], tool_choice }))).toThrowError('translation_unsupported')
  })

  it('finding relay 4: a search is forced where it is named, and where there is no other tool', () => {
    const searchOf = (tools: JsonObject[], tool_choice: JsonObject) =>
      decode(body({ tools, tool_choice })).request.webSearch
    expect(searchOf([search, own], { type: 'any' })).toEqual({})
    expect(searchOf([search, own], { type: 'tool', name: 'f' })).toEqual({})
    expect(searchOf([search, own], { type: 'tool', name: 'web_search' })).toEqual({ isForced: true })
    expect(searchOf([search], { type: 'any' })).toEqual({ isForced: true })
  })

  describe('that are deferred', () => {
    const deferred = ['a', 'b', 'c'].map((name) => ({ ...own, name, defer_loading: true }))
    const found = {
      type: 'tool_result',
      tool_use_id: 't',
      content: [
        { type: 'tool_reference', tool_name: 'a' },
        { type: 'tool_reference', tool_name: 'b' },
      ],
    }
    const namesOf = (given: JsonObject) => {
      const { request, losses } = decode(body({ tools: [own, ...deferred], ...given }))
      return { names: request.tools.map(({ name }) => name), losses }
    }

    it('are offered when the search of the client has found them, and its result says so', () => {
      const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] }
      const messages = [{ role: 'user', content: 'hi' }, call, user(found)]
      expect(namesOf({})).toEqual({ names: ['f'], losses: [] })
      expect(namesOf({ messages })).toEqual({ names: ['f', 'a', 'b'], losses: [] })
      expect(turnsOf(...messages)[2]?.parts).toEqual([
        {
          kind: 'tool-result',
          callId: 't',
          parts: [
            { kind: 'text', text: 'The tool a is available now.' },
            { kind: 'text', text: 'The tool b is available now.' },
          ],
        },
      ])
    })

    it('stay offered when they were called or are forced', () => {
      const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'c', input: {} }] }
      expect(namesOf({ messages: [call] }).names).toEqual(['f', 'c'])
      expect(namesOf({ tool_choice: { type: 'tool', name: 'b' } }).names).toEqual(['f', 'b'])
    })

    it('are all offered where Anthropic would run the search', () => {
      const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
      const { names, losses } = namesOf({ tools: [search, own, ...deferred] })
      expect([names, losses]).toEqual([['f', 'a', 'b', 'c'], ['tool_search_tool_regex_20251119']])
    })
  })

  const tool = { name: 'look', description: 'd', input_schema: { type: 'object' }, strict: true }

  describe('that Anthropic defines and the client runs', () => {
    const defined = [
      { type: 'bash_20250124', name: 'bash', cache_control: { type: 'ephemeral' } },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 10_000 },
      { type: 'text_editor_20250124', name: 'str_replace_editor' },
      { type: 'memory_20250818', name: 'memory' },
      {
        type: 'computer_20251124',
        name: 'computer',
        display_width_px: 1024,
        display_height_px: 768,
        display_number: 1,
        enable_zoom: true,
      },
    ]
    const inputsOf = (request: ReturnType<typeof decode>['request']) =>
      request.tools.map((each) =>
        each.kind === 'function' ? [each.name, Object.keys(each.parameters?.properties ?? {})] : each,
      )

    it('are functions of the same name with the input that Anthropic documents, and nothing is lost', () => {
      const { request, losses } = decode(
        body({ tools: defined, tool_choice: { type: 'tool', name: 'memory' } }),
      )
      expect(losses).toEqual([])
      expect(request.toolChoice).toEqual({ kind: 'tool', name: 'memory' })
      const editing = ['command', 'path', 'file_text', 'old_str', 'new_str', 'insert_line']
      expect(inputsOf(request)).toEqual([
        ['bash', ['command', 'restart']],
        ['str_replace_based_edit_tool', [...editing, 'insert_text', 'view_range']],
        ['str_replace_editor', [...editing, 'view_range']],
        ['memory', expect.arrayContaining(['command', 'path', 'insert_text', 'old_path', 'new_path'])],
        ['computer', expect.arrayContaining(['action', 'coordinate', 'text', 'region'])],
      ])
      expect(request.tools[0]).toMatchObject({ cache: {} })
      expect(request.tools[4]?.description).toContain('1024 x 768')
    })

    it('go to Claude as they came, and to a model of another maker as functions', () => {
      const { request } = decode(body({ tools: defined }))
      expect(encode(request, { model: 'claude-opus-4-6' }).body.tools).toEqual(defined)
      const others = encode(request, { model: 'kimi-k2.5' })
      expect(others.body.tools).toEqual([
        { name: 'bash', description: expect.any(String), input_schema: expect.any(Object), ...MARK },
        ...Array.from({ length: 4 }, () =>
          expect.objectContaining({ input_schema: expect.objectContaining({ type: 'object' }) }),
        ),
      ])
      expect(JSON.stringify(others.body.tools)).not.toContain('_2025')
    })
  })

  it('become functions, web search its own wish', () => {
    const { request, losses } = decode(
      body({
        tools: [
          { ...tool, eager_input_streaming: true },
          { type: 'web_search_20260209', name: 'web_search', allowed_domains: ['a.b'], max_uses: 3 },
        ],
      }),
    )
    expect(request.tools).toEqual([
      { kind: 'function', name: 'look', description: 'd', parameters: { type: 'object' }, isStrict: true },
    ])
    expect(request.webSearch).toEqual({ allowedDomains: ['a.b'] })
    expect(losses).toEqual(['max_uses'])
  })

  it.each<[JsonObject, unknown]>([
    [{ type: 'auto' }, { toolChoice: { kind: 'auto' } }],
    [{ type: 'none' }, { toolChoice: { kind: 'none' } }],
    [
      { type: 'any', disable_parallel_tool_use: true },
      { toolChoice: { kind: 'required' }, parallelToolCalls: false },
    ],
    [{ type: 'tool', name: 'look' }, { toolChoice: { kind: 'tool', name: 'look' } }],
  ])('are chosen by %j', (choice, expected) => {
    expect(decode(body({ tools: [tool], tool_choice: choice })).request).toMatchObject(expected as JsonObject)
  })
})
