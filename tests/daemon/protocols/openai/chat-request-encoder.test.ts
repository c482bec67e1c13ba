import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import type { UpstreamTraits } from '../../../../src/daemon/protocols/conversation/codec.ts'
import type {
  ConversationRequest,
  MediaPart,
  Turn,
  UserPart,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { halves, request, targetOf } from './chat-fixtures.ts'

const { upstream } = halves()

function encode(rest: Partial<ConversationRequest>, traits: UpstreamTraits = {}, model?: string) {
  const { target, losses } = targetOf(traits, model)
  const body = upstream.encodeRequest(request(rest), target)
  return { body, messages: body.messages as JsonObject[], losses: losses.fields }
}

const text = (said: string) => ({ kind: 'text' as const, text: said })
const user = (...parts: UserPart[]): Turn => ({ role: 'user', parts })
const HELLO = user(text('hi'))
const picture: MediaPart = { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'AAAA' } }
const CALL = { kind: 'tool-call' as const, id: 'c1', name: 'look', arguments: '' }
const calling: Turn = { role: 'assistant', parts: [CALL] }
const resultOf = (...parts: (ReturnType<typeof text> | MediaPart)[]) => ({
  kind: 'tool-result' as const,
  callId: 'c1',
  parts,
})

describe('tool results', () => {
  it('are told before what the user says, their pictures after, with the call they belong to', () => {
    const { messages, losses } = encode({
      turns: [calling, user(resultOf(text('seen'), picture), text('and now?'))],
    })
    expect(messages.slice(1)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Returned by the tool call look (c1):' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'and now?' },
        ],
      },
    ])
    expect(losses).toEqual(['tool_result_media'])
  })

  it('say that they are errors, unless they say so themselves', () => {
    const told = (said: string) =>
      encode({ turns: [calling, user({ ...resultOf(text(said)), isError: true })] }).messages[1]?.content
    expect(told('no such file')).toBe('Error: no such file')
    expect(told('{"error":"no such file"}')).toBe('{"error":"no such file"}')
    expect(told('error 404')).toBe('error 404')
  })
})

describe('ids of calls', () => {
  it('are shortened for OpenAI, the same for call and result, and for nobody else', () => {
    const long = 'mcp__github__create_pull_request_review_b4jfb3v1yfrm'
    const turns: Turn[] = [
      { role: 'assistant', parts: [{ ...CALL, id: long }] },
      user({ ...resultOf(text('seen')), callId: long }),
    ]
    const idsIn = (traits: UpstreamTraits) => {
      const [call, result] = encode({ turns }, traits).messages
      return [objectsOf(call?.tool_calls)[0]?.id, result?.tool_call_id]
    }
    const [id, answered] = idsIn({ origin: 'openai' })
    expect(id).toMatch(/^call_[0-9a-f]{35}$/)
    expect(answered).toBe(id)
    expect(idsIn({})).toEqual([long, long])
  })
})

describe('reasoning of earlier turns', () => {
  const turn: Turn = {
    role: 'assistant',
    parts: [{ kind: 'reasoning', text: 'hm', state: { origin: 'anthropic', value: 's' } }, text('so')],
  }

  it('goes back as text to vendors that want it, even empty beside calls', () => {
    const { messages } = encode(
      { turns: [{ role: 'assistant', parts: [{ kind: 'reasoning', text: 'hm' }, CALL] }, calling] },
      { wantsReasoningBack: true },
    )
    expect(messages.map((message) => message.reasoning_content)).toEqual(['hm', ''])
  })

  it('goes back as state to the family that made it, and to nobody else', () => {
    expect(encode({ turns: [turn] }, { origin: 'anthropic', takesReasoningDetails: true })).toMatchObject({
      messages: [{ reasoning_details: [{ signature: 's', text: 'hm', format: 'anthropic-claude-v1' }] }],
      losses: [],
    })
    for (const traits of [
      {},
      { origin: 'anthropic' },
      { origin: 'google', takesReasoningDetails: true },
    ] as const) {
      const { messages, losses } = encode({ turns: [turn] }, traits)
      expect(messages).toEqual([{ role: 'assistant', content: 'so' }])
      expect(losses).toEqual(['reasoning'])
    }
  })

  it("is no loss without state, and never goes to OpenAI's own chat surface", () => {
    const unsigned: Turn = { role: 'assistant', parts: [{ kind: 'reasoning', text: 'hm' }, text('so')] }
    expect(encode({ turns: [unsigned] }).losses).toEqual([])
    const own: Turn = {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: '', state: { origin: 'openai', value: 's', id: 'rs_1' } },
        text('so'),
      ],
    }
    const traits = { origin: 'openai' } as const
    expect(encode({ turns: [own] }, traits).messages).toEqual([{ role: 'assistant', content: 'so' }])
  })

  it("of a call bears the call's id", () => {
    const signed: Turn = { role: 'assistant', parts: [{ ...CALL, state: { origin: 'google', value: 's' } }] }
    expect(
      encode({ turns: [signed] }, { origin: 'google', takesReasoningDetails: true }).messages[0]
        ?.reasoning_details,
    ).toEqual([{ type: 'reasoning.encrypted', data: 's', id: 'c1', format: 'google-gemini-v1', index: 0 }])
  })
})

describe('custom tools', () => {
  const rest: Partial<ConversationRequest> = {
    turns: [
      { role: 'assistant', parts: [{ ...CALL, name: 'patch', arguments: '*** go', isCustom: true }] },
      user({ ...resultOf(text('done')), isCustom: true }),
    ],
    tools: [
      {
        kind: 'custom',
        name: 'patch',
        format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: /x/' } },
      },
    ],
    toolChoice: { kind: 'tool', name: 'patch' },
  }

  it('stay what they are at OpenAI', () => {
    const { body, messages, losses } = encode(rest, { origin: 'openai' })
    expect(body.tools).toMatchObject([{ type: 'custom', custom: { name: 'patch' } }])
    expect(body.tool_choice).toEqual({ type: 'custom', custom: { name: 'patch' } })
    expect(messages[0]?.tool_calls).toEqual([
      { id: 'c1', type: 'custom', custom: { name: 'patch', input: '*** go' } },
    ])
    expect(losses).toEqual([])
  })

  it('become functions with one text elsewhere, the grammar told in words', () => {
    const { body, messages, losses } = encode(rest)
    expect(body.tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'patch',
          description: 'The input must follow this lark grammar:\nstart: /x/',
          parameters: { properties: { input: { type: 'string' } }, required: ['input'] },
        },
      },
    ])
    expect(body.tool_choice).toEqual({ type: 'function', function: { name: 'patch' } })
    expect(messages[0]?.tool_calls).toEqual([
      { id: 'c1', type: 'function', function: { name: 'patch', arguments: '{"input":"*** go"}' } },
    ])
    expect(losses).toEqual(['grammar'])
  })
})

describe('what a vendor does not take', () => {
  const tools = [
    { kind: 'function' as const, name: 'a' },
    { kind: 'function' as const, name: 'b' },
  ]

  it('a forced choice is said in words', () => {
    const { body, messages, losses } = encode(
      { turns: [HELLO], tools, toolChoice: { kind: 'tool', name: 'a' } },
      { takesForcedToolChoice: false },
    )
    expect(body.tool_choice).toBe('auto')
    expect(messages[0]).toEqual({ role: 'system', content: 'Call the tool a.' })
    expect(losses).toEqual(['tool_choice'])
  })

  it('a choice among some tools leaves the others out', () => {
    const { body } = encode({ tools, toolChoice: { kind: 'allowed', mode: 'required', names: ['b'] } })
    expect(body).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'b' } }] })
  })

  it('a schema is said in words', () => {
    const schema = { type: 'object' }
    const { body, messages, losses } = encode(
      { turns: [HELLO], format: { kind: 'schema', schema } },
      { takesStructuredOutput: false },
    )
    expect(body.response_format).toEqual({ type: 'json_object' })
    expect(messages[0]?.content).toContain(JSON.stringify(schema))
    expect(losses).toEqual(['response_format'])
  })

  it('what is said in words ends the system prompt, which stays one message and one text', () => {
    const system = { role: 'system' as const, parts: [text('Be kind.')] }
    const { messages } = encode({ turns: [system, HELLO], format: { kind: 'json' } })
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[0]?.content).toMatch(/^Be kind\.\n\nAnswer with one JSON/)
  })

  it('JSON is asked for in words when nobody spoke of it', () => {
    expect(encode({ turns: [HELLO], format: { kind: 'json' } }).messages[0]?.content).toMatch(/JSON/)
    expect(encode({ turns: [user(text('as json'))], format: { kind: 'json' } }).messages).toHaveLength(1)
  })

  it('cache marks, top_k and the newer cap are dropped, announced, or renamed', () => {
    const { body, messages, losses } = encode(
      {
        turns: [
          { role: 'system', parts: [{ ...text('a'), cache: {} }, text('b')] },
          user({ ...text('c'), cache: {} }),
        ],
        topK: 5,
        outputTokensMax: 9,
      },
      { takesCacheMarks: false, takesTopK: false, takesCompletionTokensCap: false },
    )
    expect(body).toEqual({ model: 'upstream-model', messages, max_tokens: 9 })
    expect(messages).toEqual([
      { role: 'system', content: 'a\n\nb' },
      { role: 'user', content: 'c' },
    ])
    expect(losses).toEqual(['cache_control', 'top_k'])
  })

  it('breakpoints go only to models of OpenAI that keep them', () => {
    const turns = [user({ ...text('c'), cache: { seconds: 300 } })]
    expect(encode({ turns }, { origin: 'openai' }, 'gpt-4o').losses).toEqual(['cache_control'])
    expect(encode({ turns }, { origin: 'openai' }, 'gpt-5.6-sol').messages[0]?.content).toEqual([
      { type: 'text', text: 'c', prompt_cache_breakpoint: { mode: 'explicit' } },
    ])
    const marked = [{ kind: 'function' as const, name: 'a', cache: {} }]
    expect(encode({ tools: marked }, { origin: 'openai' }, 'gpt-5.6-sol').losses).toEqual(['cache_control'])
  })

  it('domains of a web search are announced as lost', () => {
    const webSearch = { allowedDomains: ['example.com'], userLocation: { type: 'approximate', city: 'Oslo' } }
    const { body, losses } = encode({ turns: [HELLO], webSearch })
    expect(body.web_search_options).toEqual({
      user_location: { type: 'approximate', approximate: { city: 'Oslo' } },
    })
    expect(losses).toEqual(['allowed_domains'])
  })

  it('a refusal is text where only OpenAI has a member for it', () => {
    const turns: Turn[] = [{ role: 'assistant', parts: [{ kind: 'refusal', text: 'no' }] }]
    expect(encode({ turns }).messages).toEqual([{ role: 'assistant', content: 'no' }])
    expect(encode({ turns }, { origin: 'openai' }).messages).toEqual([
      { role: 'assistant', content: null, refusal: 'no' },
    ])
  })

  it('a choice or a parallel flag without tools is left out', () => {
    const { body } = encode({ turns: [HELLO], toolChoice: { kind: 'auto' }, parallelToolCalls: false })
    expect(Object.keys(body)).toEqual(['model', 'messages'])
  })
})

describe('media', () => {
  const encodeOne = (part: MediaPart, traits?: UpstreamTraits) => {
    const [message] = encode({ turns: [user(part)] }, traits).messages
    return Array.isArray(message?.content) ? message.content[0] : undefined
  }

  it.each<[string, Omit<MediaPart, 'kind'>, JsonObject]>([
    [
      'a document as data',
      { mimeType: 'application/pdf', source: { kind: 'data', base64: 'AAAA' } },
      { type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
    [
      'a document of text',
      { mimeType: 'text/plain', source: { kind: 'text', text: 'so be it' }, name: 'a.txt' },
      { type: 'text', text: 'a.txt\n\nso be it' },
    ],
    [
      'text as data',
      { mimeType: 'text/plain', source: { kind: 'data', base64: Buffer.from('so').toString('base64') } },
      { type: 'text', text: 'so' },
    ],
    [
      'audio',
      { mimeType: 'audio/mpeg', source: { kind: 'data', base64: 'AAAA' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ],
    [
      'a video',
      { mimeType: 'video/mp4', source: { kind: 'url', url: 'https://a/b' } },
      { type: 'video_url', video_url: { url: 'https://a/b' } },
    ],
  ])('%s is written', (_what, part, expected) => {
    expect(encodeOne({ kind: 'media', ...part })).toEqual(expected)
  })

  it.each<[string, Omit<MediaPart, 'kind'>]>([
    ['file_id', { mimeType: '', source: { kind: 'file', id: 'f1' } }],
    ['input_audio', { mimeType: 'audio/wav', source: { kind: 'url', url: 'https://a/b' } }],
    ['video_url', { mimeType: 'video/mp4', source: { kind: 'url', url: 'https://a/b' } }],
  ])('%s is refused where it cannot go', (field, part) => {
    const refused = () => encodeOne({ kind: 'media', ...part }, { origin: 'openai' })
    expect(refused).toThrow(AppError)
    expect(refused).toThrow(expect.objectContaining({ options: expect.objectContaining({ field }) }))
  })
})

describe('thinking budgets', () => {
  it.each([
    [0, 'none'],
    [1024, 'minimal'],
    [4096, 'low'],
    [10_000, 'medium'],
    [24_576, 'high'],
    [32_768, 'xhigh'],
    [-1, undefined],
  ])('%i tokens are the effort %s', (budgetTokens, effort) => {
    expect(encode({ reasoning: { budgetTokens } }).body.reasoning_effort).toBe(effort)
  })
})
