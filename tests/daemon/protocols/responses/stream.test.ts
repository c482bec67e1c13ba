import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  ConversationAnswer,
  ConversationEvent,
  FinishReason,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import { encodeStream } from '../../../../src/daemon/protocols/responses/encode-stream.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { assemble, contextOf, decodeEvents, readData, writeStream } from './recorded.ts'

const parsed = (stream: string) => readData(stream).map((data) => JSON.parse(data) as JsonObject)

const piecesOf = (at: number, each: string): ConversationEvent => ({
  kind: 'tool-arguments',
  index: at,
  text: each,
})
const callAt = (at: number, isCustom: boolean): ConversationEvent => ({
  kind: 'tool-start',
  index: at,
  id: `call_${at}`,
  name: `tool_${at}`,
  ...(isCustom && { isCustom }),
})
const citationOf = (url: string, start: number): ConversationEvent => ({
  kind: 'citation',
  citation: { url, title: 't', start, end: start + 1 },
})
const pictureOf = (base64: string): ConversationEvent => ({
  kind: 'media',
  part: { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64 } },
})

/* Anything a model may send: pieces in any order, parallel calls, everything open at any time. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const index = fc.nat({ max: 3 })
const piece: fc.Arbitrary<ConversationEvent> = fc.oneof(
  { weight: 4, arbitrary: text.map((each) => ({ kind: 'text', text: each }) as const) },
  { weight: 3, arbitrary: text.map((each) => ({ kind: 'reasoning', text: each }) as const) },
  { weight: 4, arbitrary: fc.tuple(index, text).map(([at, each]) => piecesOf(at, each)) },
  { weight: 3, arbitrary: fc.tuple(index, fc.boolean()).map(([at, isCustom]) => callAt(at, isCustom)) },
  fc.oneof(
    index.map((at) => ({ kind: 'tool-end', index: at }) as const),
    text.map((each) => ({ kind: 'refusal', text: each }) as const),
    text.map((value) => ({ kind: 'reasoning-state', state: { origin: 'openai', value } }) as const),
    fc.tuple(text, fc.nat({ max: 5 })).map(([url, start]) => citationOf(url, start)),
    fc.constant(pictureOf('aGk=')),
    fc.constant({ kind: 'usage', usage: { ...NO_USAGE, inputTokens: 7, outputTokens: 9 } } as const),
  ),
)

const finish = fc.constantFrom<FinishReason>('stop', 'tool-calls', 'length', 'content-filter', 'paused')

/** Legal sequences only: every call begins once, and pieces belong to open calls. */
const sequence = fc.tuple(fc.array(piece, { maxLength: 30 }), finish).map(([pieces, reason]) => {
  const begun = new Set<number>()
  const open = new Set<number>()
  const events = pieces.filter((event) => {
    if (event.kind === 'tool-start') {
      if (begun.has(event.index)) return false
      begun.add(event.index)
      open.add(event.index)
    }
    if (event.kind === 'tool-arguments') return open.has(event.index)
    return event.kind === 'tool-end' ? open.delete(event.index) : true
  })
  return [{ kind: 'start', model: 'm' } as const, ...events, { kind: 'finish', reason } as const]
})

interface WatchedItem {
  readonly added: JsonObject
  done?: JsonObject
  /** Ends of parts that are still missing. */
  readonly open: string[]
  readonly parts: JsonValue[]
  /** Deltas since the last end of a text. */
  sent: string
}

/** Fails on any event that is out of place. */
function expectLegal(events: readonly JsonObject[]): void {
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at))
  expect(events.slice(0, 2).map((event) => event.type)).toEqual(['response.created', 'response.in_progress'])
  const last = events.at(-1)
  expect(['response.completed', 'response.incomplete']).toContain(last?.type)
  const items: WatchedItem[] = []
  for (const event of events.slice(2, -1)) {
    if (event.type === 'response.output_item.added') {
      const added = event.item as JsonObject
      expect(event.output_index).toBe(items.length)
      if (isTextual(added))
        expect(items.filter((each) => !each.done).some((each) => isTextual(each.added))).toBe(false)
      items.push({ added, open: [], parts: [], sent: '' })
    } else expectLegalInItem(event, items[event.output_index as number])
  }
  const finished = items.map((item) => item.done)
  expect(finished).not.toContain(undefined)
  expect(last).toHaveProperty('response.output', finished)
}

const isTextual = ({ type }: JsonObject): boolean => type === 'message' || type === 'reasoning'

function expectLegalInItem(event: JsonObject, item: WatchedItem | undefined): void {
  const type = event.type as string
  if (item && type === 'response.output_text.annotation.added') {
    // A source may arrive after its text is complete.
    const parts = (item.done?.content ?? item.parts) as JsonObject[]
    const { annotations } = parts[event.content_index as number] ?? {}
    if (annotations) (annotations as JsonValue[]).push(event.annotation ?? null)
  } else if (!item || item.done) throw new Error(`${type} of an item that is not open`)
  if (type === 'response.output_item.done') {
    item.done = event.item as JsonObject
    expect(item.done.id).toBe(item.added.id)
    expect(item.open).toEqual([])
    if (isTextual(item.added)) expect(item.done.content ?? item.done.summary).toEqual(item.parts)
    return
  }
  expect(event.item_id).toBe(item.added.id)
  if (type.endsWith('part.added')) {
    expect(event.content_index ?? event.summary_index).toBe(item.parts.length)
    item.open.push(type.replace('added', 'done'))
  } else if (type.endsWith('part.done')) {
    expect(item.open.pop()).toBe(type)
    item.parts.push(event.part ?? null)
  } else if (type.endsWith('.delta')) {
    item.sent += event.delta as string
    if (isTextual(item.added)) expect(item.open).toHaveLength(1)
  } else if (/(?:_(?:text|arguments|input)|refusal)\.done$/.test(type)) {
    expect(event.text ?? event.refusal ?? event.arguments ?? event.input).toBe(item.sent)
    item.sent = ''
  }
}

/** Removes what this protocol cannot distinguish: how a complete answer ended, and missing from empty arguments. */
function essence({ parts, finish: reason, usage }: ConversationAnswer): unknown {
  const hasCalls = parts.some((part) => part.kind === 'tool-call')
  const isWhole = reason !== 'length' && reason !== 'content-filter'
  return {
    finish: isWhole ? (hasCalls ? 'tool-calls' : 'stop') : reason,
    usage,
    parts: parts.map((part) => {
      if (part.kind === 'tool-call' && !part.isCustom) return { ...part, arguments: part.arguments || '{}' }
      return part.kind === 'reasoning' && part.state ? { ...part, state: 'kept' } : part
    }),
  }
}

describe('a written stream', () => {
  it('is a legal sequence of events, whatever the model sends', () => {
    fc.assert(fc.property(sequence, (events) => expectLegal(parsed(writeStream(events)))))
  })

  it('says the same when it is read again', () => {
    fc.assert(
      fc.property(sequence, (events) => {
        expect(essence(assemble(decodeEvents(writeStream(events))))).toEqual(essence(assemble(events)))
      }),
    )
  })

  it('counts the places of citations from where their own part begins', () => {
    const last = parsed(
      writeStream([
        { kind: 'text', text: 'Let me look. ' },
        { kind: 'reasoning', text: 'hm' },
        { kind: 'text', text: 'Paris is big.' },
        citationOf('https://b', 13),
        // This citation belongs to the part that is already closed.
        citationOf('https://a', 4),
        { kind: 'finish', reason: 'stop' },
      ]),
    ).at(-1)
    const place = (start: number, end: number) => ({ start_index: start, end_index: end })
    expect(last).toMatchObject({
      response: {
        output: [
          { content: [{ text: 'Let me look. ', annotations: [place(4, 5)] }] },
          { type: 'reasoning' },
          { content: [{ text: 'Paris is big.', annotations: [place(0, 1)] }] },
        ],
      },
    })
  })

  it('says the same whichever way the events are handed over', () => {
    fc.assert(
      fc.property(sequence, (events) => {
        const encoder = encodeStream(contextOf())
        const whole = encoder.push(events) + encoder.end()
        const shape = (stream: string) => parsed(stream).map(({ type, output_index: at }) => [type, at])
        expect(shape(whole)).toEqual(shape(writeStream(events)))
      }),
    )
  })

  it('has the order that OpenAI sends', () => {
    const stream = writeStream([
      { kind: 'start' },
      { kind: 'reasoning', text: 'hm' },
      { kind: 'reasoning-state', state: { origin: 'anthropic', value: 'sig' } },
      { kind: 'text', text: 'Hi' },
      callAt(0, false),
      piecesOf(0, '{}'),
      { kind: 'tool-end', index: 0 },
      { kind: 'finish', reason: 'tool-calls' },
    ])
    expect(parsed(stream).map((event) => (event.type as string).replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(stream).toMatch(
      /^event: response\.created\ndata: \{"type":"response\.created","sequence_number":0,/,
    )
  })

  it('holds back its last event until the end is written', () => {
    const encoder = encodeStream(contextOf())
    const before = encoder.push([
      { kind: 'text', text: 'Hi' },
      { kind: 'usage', usage: { ...NO_USAGE, inputTokens: 3, outputTokens: 1 } },
      { kind: 'finish', reason: 'stop' },
    ])
    expect(before).not.toContain('response.completed')
    expect(before).not.toContain('"input_tokens"')
    const last = parsed(encoder.end()).at(-1)
    expect(last).toMatchObject({
      type: 'response.completed',
      response: { status: 'completed', usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 } },
    })
  })

  it('tells a failure as an error in both forms, then as a failed response', () => {
    const failure = { message: 'too many', type: 'requests', code: 'rate_limit_exceeded', param: null }
    const events = parsed(
      writeStream([
        { kind: 'text', text: 'Hi' },
        { kind: 'error', failure },
      ]),
    )
    expect(events.at(-2)).toMatchObject({
      type: 'error',
      error: { type: 'requests', code: 'rate_limit_exceeded', message: 'too many', param: null },
      code: 'rate_limit_exceeded',
      message: 'too many',
      param: null,
    })
    expect(events.at(-1)).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'too many' } },
    })
  })

  it.each<[FinishReason, JsonObject]>([
    ['length', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }],
    ['content-filter', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }],
    ['stop-sequence', { status: 'completed', incomplete_details: null, error: null }],
  ])('that ends with %s says how', (reason, response) => {
    const last = parsed(
      writeStream([
        { kind: 'text', text: 'Hi' },
        { kind: 'finish', reason },
      ]),
    ).at(-1)
    expect(last).toMatchObject({ response: { ...response, output: [{ status: response.status ?? '' }] } })
  })

  it('marks the message before a pause as commentary', () => {
    const last = parsed(
      writeStream([
        { kind: 'text', text: 'Searching' },
        { kind: 'finish', reason: 'paused' },
      ]),
    ).at(-1)
    expect(last).toMatchObject({
      type: 'response.completed',
      response: { output: [{ type: 'message', phase: 'commentary' }] },
    })
  })
})

describe('a call with half of its arguments', () => {
  const cut = (reason: FinishReason) =>
    parsed(
      writeStream([
        callAt(0, false),
        piecesOf(0, '{"a":1}'),
        callAt(1, false),
        piecesOf(1, '{"path":"a.t'),
        { kind: 'tool-end', index: 0 },
        { kind: 'tool-end', index: 1 },
        { kind: 'finish', reason },
      ]),
    )

  it('is incomplete when the token limit cut it, and the whole one before it is complete', () => {
    const events = cut('length')
    const output = [
      { status: 'completed', arguments: '{"a":1}' },
      { status: 'incomplete', arguments: '{"path":"a.t' },
    ]
    expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { output } })
    expect(events.filter(({ type }) => type === 'response.output_item.done')).toMatchObject(
      output.map((item) => ({ item })),
    )
  })

  it('is complete when the model made it so', () => {
    expect(cut('tool-calls').at(-1)).toMatchObject({
      response: { output: [{ status: 'completed' }, { status: 'completed' }] },
    })
  })
})

describe('calls in a written stream', () => {
  const body = {
    tools: [
      { type: 'custom', name: 'apply_patch', format: { type: 'text' } },
      { type: 'namespace', name: 'crm', tools: [{ type: 'function', name: 'find', parameters: {} }] },
    ],
  }

  it('of custom tools that the upstream took for functions give their text in one piece', () => {
    const events = parsed(
      writeStream(
        [
          { kind: 'tool-start', index: 0, id: 'call_1', name: 'apply_patch' },
          { kind: 'tool-arguments', index: 0, text: '{"input": "*** Be' },
          { kind: 'tool-arguments', index: 0, text: 'gin\\nPatch"}' },
          { kind: 'finish', reason: 'tool-calls' },
        ],
        contextOf(body),
      ),
    )
    const input = '*** Begin\nPatch'
    expect(events.filter((event) => (event.type as string).includes('custom_tool_call_input'))).toMatchObject(
      [
        { type: 'response.custom_tool_call_input.delta', delta: input },
        { type: 'response.custom_tool_call_input.done', input },
      ],
    )
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ type: 'custom_tool_call', call_id: 'call_1', name: 'apply_patch', input }] },
    })
  })

  it('of a tool in a namespace bear the names the client gave', () => {
    const events = parsed(
      writeStream(
        [
          { kind: 'tool-start', index: 0, id: 'call_1', name: 'crm__find' },
          { kind: 'finish', reason: 'tool-calls' },
        ],
        contextOf(body),
      ),
    )
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ type: 'function_call', name: 'find', namespace: 'crm', arguments: '{}' }] },
    })
  })

  it('of a tool in a namespace bear them also where an item of the input added the tool', () => {
    const input = [{ type: 'additional_tools', role: 'developer', tools: body.tools }]
    const events = parsed(
      writeStream(
        [
          { kind: 'tool-start', index: 0, id: 'call_1', name: 'crm__find' },
          { kind: 'finish', reason: 'tool-calls' },
        ],
        contextOf({ input }),
      ),
    )
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ type: 'function_call', name: 'find', namespace: 'crm' }] },
    })
  })
})

describe('reasoning in a written stream', () => {
  it('is left out where the client wants none, its state is not', () => {
    const events = parsed(
      writeStream(
        [
          { kind: 'reasoning', text: 'secret' },
          { kind: 'reasoning-state', state: { origin: 'anthropic', value: 'sig' } },
          { kind: 'finish', reason: 'stop' },
        ],
        contextOf({}, { wantsReasoningText: false }),
      ),
    )
    expect(JSON.stringify(events)).not.toContain('secret')
    expect(events.at(-1)).toMatchObject({
      response: { output: [{ type: 'reasoning', summary: [], encrypted_content: 'gw1.anthropic.sig' }] },
    })
  })
})

describe('log probabilities', () => {
  it('reach the client with their text and come back', () => {
    const content = [{ token: 'Hi', logprob: -0.1, bytes: [72, 105], top_logprobs: [] }]
    const stream = writeStream([
      { kind: 'text', text: 'Hi' },
      { kind: 'logprobs', content },
      { kind: 'finish', reason: 'stop' },
    ])
    expect(assemble(decodeEvents(stream)).logprobs).toEqual(content)
  })
})
