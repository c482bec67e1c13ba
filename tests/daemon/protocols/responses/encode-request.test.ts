import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import type { UpstreamTraits } from '../../../../src/daemon/protocols/conversation/codec.ts'
import type {
  ConversationRequest,
  MediaPart,
  Turn,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { encoded } from './recorded.ts'

const system = (text: string): Turn => ({ role: 'system', parts: [{ kind: 'text', text }] })
const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })
const media = (rest: Partial<MediaPart>): Turn => ({
  role: 'user',
  parts: [{ kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'aGk=' }, ...rest }],
})
const input = (turns: readonly Turn[], traits: UpstreamTraits = {}) =>
  encoded({ turns }, traits).body.input as JsonObject[]

describe('a request for an upstream', () => {
  it('is stateless, and asks for the reasoning that nobody stores', () => {
    expect(encoded({}).body).toEqual({
      model: 'vendor-model',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
      store: false,
      include: ['reasoning.encrypted_content'],
    })
  })

  it('begins with its instructions; later ones stand where they were said', () => {
    const { body } = encoded({ turns: [system('a'), system('b'), user('hi'), system('c')] })
    expect(body).toMatchObject({
      instructions: 'a\n\nb',
      input: [{ role: 'user' }, { role: 'developer', content: [{ type: 'input_text', text: 'c' }] }],
    })
    expect(input([user('hi'), system('c')], { takesDeveloperRole: false })[1]?.role).toBe('system')
  })

  it('has an input even when all it says is the system prompt', () => {
    const { body } = encoded({ turns: [system('a')] })
    expect(body).not.toHaveProperty('instructions')
    expect(body.input).toEqual([{ role: 'developer', content: [{ type: 'input_text', text: 'a' }] }])
  })

  it('tells what it cannot carry', () => {
    const { body, losses } = encoded({
      topK: 5,
      seed: 1,
      presencePenalty: 1,
      frequencyPenalty: 1,
      stop: ['x'],
      outputTokensMax: 5,
    })
    expect(losses).toEqual([
      'top_k',
      'seed',
      'presence_penalty',
      'frequency_penalty',
      'stop',
      'max_completion_tokens',
    ])
    expect(body.max_output_tokens).toBe(16)
  })

  it('says strict of every tool, and flattens what chat nests', () => {
    const closed = { type: 'object', properties: {}, additionalProperties: false }
    const { body } = encoded({
      tools: [
        { kind: 'function', name: 'f' },
        { kind: 'function', name: 'g', isStrict: true, parameters: closed },
        {
          kind: 'custom',
          name: 'h',
          format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } },
        },
      ],
      webSearch: {
        contextSize: 'low',
        allowedDomains: ['a.b'],
        userLocation: { type: 'approximate', approximate: { country: 'DE' } },
      },
      toolChoice: { kind: 'allowed', mode: 'required', names: ['f', 'h'] },
      parallelToolCalls: false,
    })
    expect(body).toMatchObject({
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
        { type: 'function', name: 'g', parameters: closed, strict: true },
        { type: 'custom', name: 'h', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
        {
          type: 'web_search',
          search_context_size: 'low',
          filters: { allowed_domains: ['a.b'] },
          user_location: { type: 'approximate', country: 'DE' },
        },
      ],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'required',
        tools: [
          { type: 'function', name: 'f' },
          { type: 'custom', name: 'h' },
        ],
      },
      parallel_tool_calls: false,
    })
  })

  it('leaves the choice to vendors that take no forced one', () => {
    const { body, losses } = encoded(
      { tools: [{ kind: 'function', name: 'f' }], toolChoice: { kind: 'required' } },
      { takesForcedToolChoice: false },
    )
    expect(body.tool_choice).toBe('auto')
    expect(losses).toEqual(['tool_choice'])
  })

  it('writes the format of the answer flat', () => {
    expect(
      encoded({ format: { kind: 'schema', schema: {}, isStrict: true }, verbosity: 'low' }).body.text,
    ).toEqual({
      format: { type: 'json_schema', name: 'response', schema: {}, strict: true },
      verbosity: 'low',
    })
    expect(encoded({ format: { kind: 'json' } }).body.text).toEqual({ format: { type: 'json_object' } })
    const without = encoded({ format: { kind: 'json' } }, { takesStructuredOutput: false })
    expect(without.body).not.toHaveProperty('text')
    expect(without.losses).toEqual(['response_format'])
  })
})

describe('an answer in JSON', () => {
  const format = { kind: 'json' } as const
  const sentence = {
    role: 'developer',
    content: [{ type: 'input_text', text: 'Answer with one JSON object and nothing else.' }],
  }

  it('is asked for in the input when only the instructions have the word, or nothing has', () => {
    const { body } = encoded({ turns: [system('Answer in JSON.'), user('hi')], format })
    expect(body).toMatchObject({ instructions: 'Answer in JSON.', input: [sentence, { role: 'user' }] })
    expect(encoded({ format }).body.input).toMatchObject([sentence, { role: 'user' }])
    expect(encoded({ turns: [system('Be kind.')], format }).body.input).toMatchObject([sentence, {}])
  })

  it('is not asked for again when the input has the word', () => {
    expect(encoded({ turns: [user('as json')], format }).body.input).toHaveLength(1)
    expect(encoded({ turns: [system('Answer in JSON.')], format }).body.input).toHaveLength(1)
  })

  it('is asked for in the role that the vendor knows, and not of one that has no such format', () => {
    const first = (traits: UpstreamTraits) => (encoded({ format }, traits).body.input as JsonObject[])[0]
    expect(first({ takesDeveloperRole: false })).toMatchObject({ ...sentence, role: 'system' })
    expect(first({ takesStructuredOutput: false })?.role).toBe('user')
  })
})

describe('reasoning effort', () => {
  it.each<[string, ConversationRequest['reasoning'], object | undefined]>([
    ['vendor-model', { effort: 'minimal' }, { effort: 'minimal' }],
    ['vendor-model', { wantsText: true }, { summary: 'auto' }],
    ['vendor-model', { budgetTokens: 2048, wantsText: true }, { effort: 'low', summary: 'auto' }],
    ['vendor-model', { budgetTokens: -1 }, undefined],
    ['vendor-model', {}, undefined],
    ['o4-mini', { effort: 'minimal' }, { effort: 'low' }],
    ['o3', { effort: 'max' }, { effort: 'high' }],
    ['gpt-5-mini', { effort: 'none' }, { effort: 'minimal' }],
    ['gpt-5.1', { effort: 'none' }, { effort: 'none' }],
    ['gpt-5.4', { effort: 'max' }, { effort: 'xhigh' }],
    ['openai/gpt-5.6-sol', { effort: 'minimal' }, { effort: 'low' }],
    ['gpt-5.6-sol', { effort: 'max' }, { effort: 'max' }],
    ['gpt-5.2-chat', { effort: 'high' }, undefined],
    ['gpt-4.1', { effort: 'high', wantsText: true }, undefined],
  ])('for %s is what it takes: %j', (model, reasoning, written) => {
    expect(encoded({ ...(reasoning && { reasoning }) }, {}, model).body.reasoning).toEqual(written)
  })

  it('of the name wins, and leaves the name', () => {
    expect(encoded({ reasoning: { effort: 'low' } }, {}, 'o3-high').body).toMatchObject({
      model: 'o3',
      reasoning: { effort: 'high' },
    })
  })

  it('and encrypted reasoning are not asked of models that do not reason', () => {
    const { body, losses } = encoded({ reasoning: { effort: 'high' } }, {}, 'gpt-4o')
    expect(body).not.toHaveProperty('include')
    expect(losses).toEqual(['reasoning_effort'])
  })
})

describe('turns', () => {
  const calls: Turn = {
    role: 'assistant',
    parts: [
      { kind: 'text', text: 'Looking' },
      { kind: 'tool-call', id: 'a', name: 'f', arguments: '' },
      { kind: 'tool-call', id: 'b', name: 'g', arguments: 'text', isCustom: true },
    ],
  }

  it('of the model become items without ids, and results go before what the user adds', () => {
    const results: Turn = {
      role: 'user',
      parts: [
        { kind: 'tool-result', callId: 'a', parts: [{ kind: 'text', text: '1' }] },
        {
          kind: 'tool-result',
          callId: 'b',
          parts: [
            { kind: 'text', text: 'see' },
            { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'aGk=' } },
          ],
        },
        { kind: 'text', text: 'and?' },
      ],
    }
    expect(input([user('go'), calls, results]).slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'output_text', text: 'Looking' }] },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'b', name: 'g', input: 'text' },
      { type: 'function_call_output', call_id: 'a', output: '1' },
      {
        type: 'custom_tool_call_output',
        call_id: 'b',
        output: [
          { type: 'input_text', text: 'see' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        ],
      },
      { role: 'user', content: [{ type: 'input_text', text: 'and?' }] },
    ])
  })

  it('always answer their calls, and tell results of unknown calls as text', () => {
    const orphan: Turn = {
      role: 'user',
      parts: [{ kind: 'tool-result', callId: 'z', parts: [{ kind: 'text', text: 'lost' }] }],
    }
    expect(input([calls, orphan]).slice(3)).toEqual([
      { type: 'function_call_output', call_id: 'a', output: 'No result provided' },
      { type: 'custom_tool_call_output', call_id: 'b', output: 'No result provided' },
      { role: 'user', content: [{ type: 'input_text', text: 'lost' }] },
    ])
  })

  it('say in words that a tool failed', () => {
    const failed = (text: string) =>
      input([
        calls,
        {
          role: 'user',
          parts: [{ kind: 'tool-result', callId: 'a', isError: true, parts: [{ kind: 'text', text }] }],
        },
      ]).at(-1)?.output
    expect(failed('no such file')).toBe('Error: no such file')
    expect(failed('{"error":"no"}')).toBe('{"error":"no"}')
  })

  it('keep ids of calls within what the API takes, the same on both sides', () => {
    const id = 'toolu_'.padEnd(90, 'x')
    const items = input([
      { role: 'assistant', parts: [{ kind: 'tool-call', id, name: 'f', arguments: '{}' }] },
      { role: 'user', parts: [{ kind: 'tool-result', callId: id, parts: [{ kind: 'text', text: '1' }] }] },
    ])
    expect(items[0]?.call_id).toBe(items[1]?.call_id)
    expect(items[0]?.call_id).toMatch(/^.{1,64}$/)
  })

  it('give reasoning back only to the family that made it', () => {
    const thinking = (origin: 'openai' | 'anthropic'): Turn => ({
      role: 'assistant',
      parts: [{ kind: 'reasoning', text: 'hm', state: { origin, value: 'v', id: 'rs_1' } }],
    })
    expect(input([user('hi'), thinking('openai')])[1]).toEqual({
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'v',
    })
    expect(encoded({ turns: [user('hi'), thinking('anthropic')] }).losses).toEqual(['reasoning_content'])
    expect(input([user('hi'), thinking('anthropic')])).toHaveLength(1)
    expect(input([user('hi'), thinking('openai')], { origin: 'xai', wantsReasoningBack: true })[1]).toEqual({
      type: 'reasoning',
      summary: [],
      content: [{ type: 'reasoning_text', text: 'hm' }],
    })
  })
})

describe('media', () => {
  it.each<[string, Partial<MediaPart>, JsonObject]>([
    [
      'a picture by link',
      { mimeType: '', source: { kind: 'url', url: 'https://a/b' }, detail: 'low' },
      { type: 'input_image', image_url: 'https://a/b', detail: 'low' },
    ],
    [
      'a PDF',
      { mimeType: 'application/pdf', name: 'a.pdf' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' },
    ],
    [
      'a PDF by link',
      { mimeType: 'application/pdf', source: { kind: 'url', url: 'https://a/b' } },
      { type: 'input_file', file_url: 'https://a/b' },
    ],
    [
      'a document of text',
      { mimeType: 'text/plain', name: 'a.txt' },
      { type: 'input_text', text: 'a.txt:\nhi' },
    ],
  ])('is carried: %s', (_, part, written) => {
    expect(input([media(part)])[0]?.content).toEqual([written])
  })

  it.each<[string, Partial<MediaPart>]>([
    ['input_audio', { mimeType: 'audio/wav' }],
    ['video_url', { mimeType: 'video/mp4' }],
    ['file_id', { source: { kind: 'file', id: 'f' } }],
  ])('is refused: %s', (field, part) => {
    let refused: unknown
    try {
      input([media(part)])
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(AppError)
    expect(refused).toMatchObject({ code: 'translation_unsupported', options: { field } })
  })

  it('keeps marks for caching only where they are understood', () => {
    const turns: Turn[] = [{ role: 'user', parts: [{ kind: 'text', text: 'long', cache: {} }] }]
    expect(encoded({ turns }, {}, 'gpt-5.6-sol').body.input).toEqual([
      {
        role: 'user',
        content: [{ type: 'input_text', text: 'long', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
    ])
    expect(encoded({ turns }, {}, 'gpt-5.4').losses).toEqual(['cache_control'])
  })
})
