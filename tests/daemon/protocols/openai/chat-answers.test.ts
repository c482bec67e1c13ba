import { describe, expect, it } from 'vitest'
import { replayAnswer } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type { AnswerContext } from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import type {
  AssistantPart,
  ConversationAnswer,
  ConversationEvent,
  FinishReason,
  Tool,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { asObject, objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { assemble, chunksOf, contextOf, eventsOf, halves, request, streamOf } from './chat-fixtures.ts'

const { client, upstream } = halves()

const answerOf = (parts: AssistantPart[], finish: FinishReason = 'stop'): ConversationAnswer => ({
  parts,
  finish,
})

const choiceOf = (parts: AssistantPart[], context: Partial<AnswerContext> = {}, finish?: FinishReason) =>
  objectsOf(client.encodeAnswer(answerOf(parts, finish), contextOf(context)).choices)[0]

const CALL = { kind: 'tool-call' as const, id: 'c1', name: 'look', arguments: '{"a":1}' }
const LEGACY = { body: { functions: [{ name: 'look' }] } }
const CUSTOM: Tool = { kind: 'custom', name: 'look' }
const WITH_CUSTOM = { request: request({ tools: [CUSTOM] }) }

describe('a complete answer', () => {
  it('has every member that the SDKs ask for, under the name the client asked', () => {
    const usage = { ...NO_USAGE, inputTokens: 3, outputTokens: 2 }
    const answer = { id: 'msg_1', model: 'other', usage, ...answerOf([{ kind: 'text', text: 'hi' }]) }
    expect(client.encodeAnswer(answer, contextOf())).toEqual({
      id: 'chatcmpl-req1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'the-model',
      system_fingerprint: null,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'hi', refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 3,
        completion_tokens: 2,
        total_tokens: 5,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: 0,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      },
    })
  })

  it('joins texts as they are and puts citations where their text stands', () => {
    const cited = { kind: 'text' as const, text: 'bcd', citations: [{ url: 'https://a', title: 'A' }] }
    expect(choiceOf([{ kind: 'text', text: 'a' }, cited])?.message).toMatchObject({
      content: 'abcd',
      annotations: [
        {
          type: 'url_citation',
          url_citation: { start_index: 1, end_index: 4, url: 'https://a', title: 'A' },
        },
      ],
    })
  })

  it('tells reasoning as text, and as details when there is state to keep', () => {
    const plain = { kind: 'reasoning' as const, text: 'a' }
    const signed = { ...plain, text: 'b', state: { origin: 'anthropic' as const, value: 's' } }
    expect(choiceOf([plain])?.message).toMatchObject({ reasoning_content: 'a' })
    expect(choiceOf([plain])?.message).not.toHaveProperty('reasoning_details')
    expect(choiceOf([plain, signed])?.message).toMatchObject({
      reasoning_content: 'ab',
      reasoning_details: [
        { type: 'reasoning.text', text: 'a', index: 0 },
        { type: 'reasoning.text', text: 'b', signature: 's', format: 'anthropic-claude-v1', index: 1 },
      ],
    })
    expect(choiceOf([signed], { wantsReasoningText: false })?.message).not.toHaveProperty('reasoning_content')
  })

  it.each<[FinishReason, string]>([
    ['stop', 'stop'],
    ['stop-sequence', 'stop'],
    ['length', 'length'],
    ['tool-calls', 'tool_calls'],
    ['content-filter', 'content_filter'],
    ['paused', 'stop'],
    ['error', 'stop'],
  ])('that ended by %s says %s', (finish, word) => {
    expect(choiceOf([{ kind: 'text', text: 'a' }], {}, finish)?.finish_reason).toBe(word)
  })

  it('with a call says so whatever the upstream said, and gives arguments that parse', () => {
    const choice = choiceOf([{ ...CALL, arguments: '' }])
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
    })
  })

  it('to a client of functions calls a function', () => {
    const choice = choiceOf([CALL], LEGACY)
    expect(choice?.finish_reason).toBe('function_call')
    expect(choice?.message).toMatchObject({ function_call: { name: 'look', arguments: '{"a":1}' } })
    expect(choice?.message).not.toHaveProperty('tool_calls')
  })

  it('turns an emulated call back into free text', () => {
    const custom = { id: 'c1', type: 'custom', custom: { name: 'look', input: 'go' } }
    expect(choiceOf([{ ...CALL, arguments: '{"input":"go"}' }], WITH_CUSTOM)?.message).toMatchObject({
      tool_calls: [custom],
    })
    expect(choiceOf([{ ...CALL, arguments: 'go' }], WITH_CUSTOM)?.message).toMatchObject({
      tool_calls: [custom],
    })
  })

  it('hands over pictures and sound', () => {
    const source = { kind: 'data' as const, base64: 'AAAA' }
    const message = choiceOf([
      { kind: 'media', mimeType: 'image/png', source },
      { kind: 'media', mimeType: 'audio/wav', source, transcript: 'la' },
    ])?.message
    expect(message).toMatchObject({
      images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
      audio: { data: 'AAAA', transcript: 'la' },
    })
  })
})

const deltasOf = (events: readonly ConversationEvent[], context: Partial<AnswerContext> = {}) =>
  chunksOf(streamOf(client, events, contextOf({ wantsStreamUsage: false, ...context }))).map(
    (chunk) => asObject(objectsOf(chunk.choices)[0]?.delta) ?? {},
  )

describe('a streamed answer', () => {
  const start: ConversationEvent = { kind: 'tool-start', index: 3, id: 'c1', name: 'look' }

  it('keeps finish and usage for its end', () => {
    const encoder = client.encodeStream(contextOf())
    const said = encoder.push([
      { kind: 'start' },
      { kind: 'finish', reason: 'length' },
      { kind: 'usage', usage: NO_USAGE },
    ])
    expect(said).not.toContain('length')
    expect(said).not.toContain('prompt_tokens')
    expect(encoder.end()).toMatch(
      /"finish_reason":"length".*\n\n.*"prompt_tokens":0.*\n\ndata: \[DONE\]\n\n$/,
    )
  })

  it('states usage only when that was asked for', () => {
    const events: ConversationEvent[] = [
      { kind: 'text', text: 'a' },
      { kind: 'usage', usage: NO_USAGE },
    ]
    expect(streamOf(client, events, contextOf({ wantsStreamUsage: false }))).not.toContain('"usage"')
  })

  it('begins with the role even when the upstream announces nothing', () => {
    expect(deltasOf([{ kind: 'text', text: 'a' }])[0]).toEqual({
      role: 'assistant',
      content: '',
      refusal: null,
    })
    expect(deltasOf([])).toEqual([{ role: 'assistant', content: '', refusal: null }, {}])
  })

  it('numbers calls from 0 and gives arguments that parse', () => {
    const other: ConversationEvent = { kind: 'tool-start', index: 7, id: 'c2', name: 'see' }
    const events: ConversationEvent[] = [
      start,
      other,
      { kind: 'tool-arguments', index: 7, text: '{}' },
      { kind: 'tool-end', index: 3 },
      { kind: 'tool-end', index: 7 },
    ]
    expect(deltasOf(events).slice(1, -1)).toEqual([
      { tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '' } }] },
      { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'see', arguments: '' } }] },
      { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
    ])
  })

  it('turns an emulated call back into free text once it is complete', () => {
    const pieces = ['{"inp', 'ut":"g', 'o"}'].map(
      (text): ConversationEvent => ({ kind: 'tool-arguments', index: 3, text }),
    )
    expect(deltasOf([start, ...pieces, { kind: 'tool-end', index: 3 }], WITH_CUSTOM).slice(1, -1)).toEqual([
      { tool_calls: [{ index: 0, id: 'c1', type: 'custom', custom: { name: 'look', input: '' } }] },
      { tool_calls: [{ index: 0, custom: { input: 'go' } }] },
    ])
  })

  it('to a client of functions calls a function', () => {
    const text = streamOf(
      client,
      [start, { kind: 'tool-arguments', index: 3, text: '{}' }],
      contextOf(LEGACY),
    )
    expect(text).toContain('"function_call":{"name":"look","arguments":""}')
    expect(text).toContain('"finish_reason":"function_call"')
    expect(text).not.toContain('tool_calls')
  })

  it('tells the same as the complete one, with state at the thought or call it belongs to', () => {
    const parts: AssistantPart[] = [
      { kind: 'reasoning', text: 'a', state: { origin: 'anthropic', value: '1' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'x' }, isRedacted: true },
      { kind: 'reasoning', text: 'b', state: { origin: 'openai', value: '2', id: 'rs_1' } },
      { kind: 'reasoning', text: 'c' },
      { kind: 'text', text: 'so' },
      { kind: 'refusal', text: 'no' },
      { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'AAAA' } },
      { ...CALL, state: { origin: 'google', value: '3' } },
      { ...CALL, id: 'c2', isCustom: true, arguments: 'free' },
    ]
    const answer = answerOf(parts, 'tool-calls')
    const streamed = assemble(eventsOf(streamOf(client, [...replayAnswer(answer)], contextOf()))).answer()
    expect(streamed.parts).toEqual(parts)
    expect(upstream.decodeAnswer(client.encodeAnswer(answer, contextOf())).parts).toEqual(parts)
  })

  it('gives a client what it needs to send every block of reasoning back', () => {
    const parts: AssistantPart[] = [
      { kind: 'reasoning', text: 'ab', state: { origin: 'anthropic', value: '1' } },
      { kind: 'reasoning', text: 'c', state: { origin: 'openai', value: '2', id: 'rs_1' } },
      { kind: 'reasoning', text: '', state: { origin: 'anthropic', value: 'x' }, isRedacted: true },
      { kind: 'reasoning', text: '', state: { origin: 'xai', value: '3' } },
      { kind: 'reasoning', text: 'd' },
    ]
    const events = [...replayAnswer(answerOf(parts))].flatMap((event): ConversationEvent[] =>
      event.kind === 'reasoning' ? [...event.text].map((text) => ({ kind: 'reasoning', text })) : [event],
    )
    const details = deltasOf(events).flatMap((delta) => objectsOf(delta.reasoning_details))
    expect(new Set(details.map((detail) => detail.index)).size).toBe(parts.length)
    const message = { role: 'assistant', content: '', reasoning_details: details }
    const { turns } = client.decodeRequest({ model: 'm', messages: [message] }, new LossList())
    expect(turns[0]?.parts).toEqual(parts)
  })
})

describe('streams of vendors', () => {
  const chunk = (delta: JsonObject, rest: JsonObject = {}): string =>
    `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta, ...rest }] })}\n\n`
  const gathered = (...chunks: string[]) => assemble(eventsOf(`${chunks.join('')}data: [DONE]\n\n`)).answer()
  const piece = (call: JsonObject) => chunk({ tool_calls: [call] })
  const named = (name: string, rest: JsonObject = {}): JsonObject => ({
    function: { name, arguments: '{}' },
    ...rest,
  })

  it.each<[string, string[], string[]]>([
    [
      'number every call 0',
      [piece(named('a', { index: 0, id: '1' })), piece(named('b', { index: 0, id: '2' }))],
      ['1', '2'],
    ],
    [
      'give neither number nor repeat',
      [chunk({ tool_calls: [named('a', { id: '1' }), named('a', { id: '2' })] })],
      ['1', '2'],
    ],
    [
      'repeat id and name in each piece',
      [
        piece({ index: 0, id: '1', function: { name: 'a', arguments: '{' } }),
        piece({ index: 0, id: '1', function: { name: 'a', arguments: '}' } }),
      ],
      ['1'],
    ],
    [
      'repeat the name alone',
      [
        piece({ index: 0, id: '1', function: { name: 'a', arguments: '{' } }),
        piece({ index: 0, function: { name: 'a', arguments: '}' } }),
      ],
      ['1'],
    ],
    [
      'repeat the id without a number',
      [
        piece({ id: '1', function: { name: 'a', arguments: '{' } }),
        piece({ id: '2', function: { name: 'a', arguments: '{}' } }),
        piece({ id: '1', function: { name: 'a', arguments: '}' } }),
      ],
      ['1', '2'],
    ],
    [
      'give all calls one id',
      [piece(named('a', { index: 0, id: '1' })), piece(named('a', { index: 1, id: '1' }))],
      ['1', '1'],
    ],
    [
      'repeat them empty',
      [
        piece({ index: 0, id: '1', function: { name: 'a', arguments: '{' } }),
        piece({ index: 0, id: '', function: { name: '', arguments: '}' } }),
      ],
      ['1'],
    ],
    [
      'give arguments as an object',
      [piece({ index: 0, id: '1', function: { name: 'a', arguments: {} } })],
      ['1'],
    ],
  ])('that %s are understood', (_what, chunks, ids) => {
    const { parts, finish } = gathered(...chunks)
    expect(parts).toEqual(
      ids.map((id) => expect.objectContaining({ kind: 'tool-call', id, arguments: '{}' })),
    )
    expect(finish).toBe('tool-calls')
  })

  it.each<[string, FinishReason]>([
    ['model_length', 'length'],
    ['sensitive', 'content-filter'],
    ['insufficient_system_resource', 'error'],
    ['network_error', 'error'],
    ['normal', 'stop'],
    ['eos', 'stop'],
    ['tool_calls', 'stop'],
    ['never heard of', 'stop'],
  ])('that end with %s without calls ended by %s', (word, finish) => {
    expect(
      gathered(chunk({ content: 'a' }, { finish_reason: word }), chunk({}, { finish_reason: '' })).finish,
    ).toBe(finish)
  })

  it("Azure's first chunk, which tells filter results only, starts nothing", () => {
    const filter = { id: '', model: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] }
    const events = eventsOf(`data: ${JSON.stringify(filter)}\n\n${chunk({ role: 'assistant', content: '' })}`)
    expect(events).toEqual([{ kind: 'start', id: 'x', model: 'm' }])
  })

  it("Mistral's thinking comes in the order it was said", () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'so' },
    ]
    expect(gathered(chunk({ content })).parts).toEqual([
      { kind: 'reasoning', text: 'hm' },
      { kind: 'text', text: 'so' },
    ])
  })

  it('a whole message after the pieces is not said twice', () => {
    const last = `data: ${JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message: { content: 'ab' }, finish_reason: 'stop' }] })}\n\n`
    expect(gathered(chunk({ content: 'a' }), chunk({ content: 'b' }), last).parts).toEqual([
      { kind: 'text', text: 'ab' },
    ])
    expect(gathered(last).parts).toEqual([{ kind: 'text', text: 'ab' }])
  })

  it.each<[string, JsonObject]>([
    ['an error object', { error: { message: 'broken', code: 502 }, choices: [] }],
    ['an error in the choice', { choices: [{ index: 0, error: { message: 'broken' } }] }],
    ['a flat error', { code: 'x', message: 'broken' }],
  ])('%s is a failure of the stream', (_what, document) => {
    const events = eventsOf(`data: ${JSON.stringify(document)}\n\n`)
    expect(assemble(events).failure?.message).toBe('broken')
  })

  it('never throw, whatever comes', () => {
    const odd = [
      'null',
      '[]',
      '1',
      '{',
      '{"choices":{}}',
      '{"choices":[null,{"delta":{"tool_calls":[{}]}}]}',
      '""',
    ]
    const text = odd.map((data) => `data: ${data}\n\n`).join('')
    expect(eventsOf(text).filter((event) => event.kind !== 'start')).toEqual([])
    for (const data of odd.filter((each) => each !== '{'))
      expect(upstream.decodeAnswer(JSON.parse(data)).parts).toEqual([])
  })
})
