import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerAssembler, replayAnswer } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type { AnswerContext } from '../../../../src/daemon/protocols/conversation/codec.ts'
import type { ConversationEvent, FinishReason } from '../../../../src/daemon/protocols/conversation/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { ANSWERS, dataOf, factsOf, readDocument, readText, STREAMS } from './recorded.ts'
import { decodeAnswer, decodeStream, encodeAnswer, encodeStream, someContext } from './translating.ts'
import { joined, readWrittenStream } from './written-stream.ts'

function write(events: readonly ConversationEvent[], context: Partial<AnswerContext> = {}) {
  const encoder = encodeStream(someContext(context))
  const text = events.map((each) => encoder.push([each])).join('')
  return readWrittenStream(text + encoder.end())
}

const text = (value: string): ConversationEvent => ({ kind: 'text', text: value })
const start = (index: number): ConversationEvent => ({
  kind: 'tool-start',
  index,
  id: `t${index}`,
  name: `n${index}`,
})
const piece = (index: number, value: string): ConversationEvent => ({
  kind: 'tool-arguments',
  index,
  text: value,
})
const end = (index: number): ConversationEvent => ({ kind: 'tool-end', index })
const finish = (reason: FinishReason): ConversationEvent => ({ kind: 'finish', reason })

describe('a recorded stream', () => {
  it.each(STREAMS)('%s says the same after it was written again', (name) => {
    const decoder = decodeStream()
    const events = dataOf(readText(`${name}.stream.txt`)).flatMap((each) => decoder.push(each))
    const written = write(events)
    const facts = factsOf(name)
    expect(
      written.blocks
        .filter((each) => each.start.type === 'text')
        .map(joined)
        .join(''),
    ).toBe(facts.text)
    expect(written.blocks.filter((each) => each.start.type === 'tool_use')).toHaveLength(facts.tool_calls)
    expect(written.delta.stop_reason).toBe(facts.finish_reason)
    expect(written.usage).toMatchObject({
      output_tokens: facts.output_tokens,
      cache_read_input_tokens: facts.cached_tokens ?? 0,
      cache_creation_input_tokens: facts.cache_write_tokens ?? 0,
    })
  })

  it.each(ANSWERS)('%s, a complete answer, is written as a stream and read back', (name) => {
    const answer = decodeAnswer(readDocument(`${name}.json`))
    const encoder = encodeStream(someContext())
    const written = encoder.push([...replayAnswer(answer)]) + encoder.end()
    const assembler = new AnswerAssembler()
    const decoder = decodeStream()
    for (const each of dataOf(written)) assembler.push(decoder.push(each))
    const { model: _model, serviceTier: _tier, ...rest } = answer
    const { model: _asked, ...reread } = assembler.answer()
    expect(reread).toEqual(rest)
  })
})

describe('any stream of events', () => {
  /** Streams of tool calls whose pieces interleave with each other and with everything else. */
  const streams = fc
    .record({
      calls: fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }), { maxLength: 4 }),
      others: fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('text' as const), text: fc.string() }),
          fc.record({ kind: fc.constant('reasoning' as const), text: fc.string() }),
          fc.record({ kind: fc.constant('refusal' as const), text: fc.string() }),
          fc.constant<ConversationEvent>({
            kind: 'reasoning-state',
            state: { origin: 'openai', value: 'v' },
          }),
          fc.constant<ConversationEvent>({
            kind: 'reasoning-state',
            state: { origin: 'anthropic', value: 'v' },
            isRedacted: true,
          }),
          fc.constant<ConversationEvent>({ kind: 'citation', citation: { url: 'u', title: 't' } }),
        ),
        { maxLength: 12 },
      ),
      endsCalls: fc.boolean(),
      seeds: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
      reason: fc.constantFrom<FinishReason>('stop', 'tool-calls', 'content-filter', 'stop-sequence', 'error'),
    })
    .map(({ calls, others, endsCalls, seeds, reason }) => {
      const inputs = calls.map((each) => JSON.stringify(each))
      const lanes: ConversationEvent[][] = inputs.map((each, index) => [
        start(index),
        ...[each.slice(0, 3), each.slice(3)].map((part) => piece(index, part)),
        ...(endsCalls ? [end(index)] : []),
      ])
      lanes.push([...others])
      const events: ConversationEvent[] = [{ kind: 'start' }]
      for (const seed of seeds) {
        const open = lanes.filter((each) => each.length > 0)
        const next = open[seed % Math.max(open.length, 1)]?.shift()
        if (next) events.push(next)
      }
      events.push(...lanes.flat(), finish(reason))
      return { inputs, events }
    })

  it('is written by the rules, with nothing lost', () => {
    fc.assert(
      fc.property(streams, ({ inputs, events }) => {
        const { blocks, delta } = write(events)
        const tools = blocks.filter((each) => each.start.type === 'tool_use')
        expect(tools.map((each) => [each.start.id, joined(each)]).toSorted()).toEqual(
          inputs.map((each, index) => [`t${index}`, each]).toSorted(),
        )
        const said = events.map((each) => (each.kind === 'text' || each.kind === 'refusal' ? each.text : ''))
        expect(
          blocks
            .filter((each) => each.start.type === 'text')
            .map(joined)
            .join(''),
        ).toBe(said.join(''))
        const thought = events.map((each) => (each.kind === 'reasoning' ? each.text : ''))
        const thinking = blocks.filter((each) => each.start.type === 'thinking')
        expect(thinking.map(joined).join('')).toBe(thought.join(''))
        for (const each of thinking) expect(each.deltas.at(-1)?.type).toBe('signature_delta')
        expect(delta.stop_reason).toBeTypeOf('string')
      }),
    )
  })

  it('states usage that is never negative', () => {
    const count = fc.nat({ max: 1000 })
    fc.assert(
      fc.property(count, count, count, count, (inputTokens, cacheReadTokens, cacheWriteTokens, hour) => {
        const usage = {
          ...NO_USAGE,
          inputTokens,
          cacheReadTokens,
          cacheWriteTokens,
          cacheWriteHourTokens: hour,
        }
        const written = write([{ kind: 'usage', usage }]).usage
        const numbers = JSON.stringify(written).match(/-?\d+/g)?.map(Number) ?? []
        expect(numbers.every((each) => each >= 0)).toBe(true)
      }),
    )
  })
})

describe('a stream', () => {
  it('opens with an estimate and closes with the true figures', () => {
    const usage = { ...NO_USAGE, inputTokens: 30, cacheReadTokens: 20, outputTokens: 4, reasoningTokens: 1 }
    const written = write([text('a'), { kind: 'usage', usage }, finish('stop')])
    expect(written.message).toMatchObject({
      id: 'msg_r1',
      model: 'asked',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 42 },
    })
    expect(written.usage).toEqual({
      input_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 20,
      output_tokens: 4,
      output_tokens_details: { thinking_tokens: 1 },
    })
  })

  it('says nothing of its end before it may', () => {
    const encoder = encodeStream(someContext())
    const pushed = encoder.push([text('a'), finish('stop')])
    expect(pushed).toContain('content_block_stop')
    expect(pushed).not.toContain('message_delta')
    expect(encoder.end()).toMatch(/^event: message_delta\n[\s\S]*event: message_stop\n/)
  })

  it('writes the first call as it comes and keeps the others', () => {
    const encoder = encodeStream(someContext())
    encoder.push([start(0), start(1), piece(1, '{"b"')])
    expect(encoder.push([piece(0, '{"a"')])).toContain('{\\"a\\"')
    expect(encoder.push([piece(1, ':2}')])).toBe('')
    expect(encoder.push([end(0)])).toContain('{\\"b\\":2}')
  })

  it('signs thinking with the state of its maker, or with nothing', () => {
    const state = { origin: 'openai', id: 'rs_1', value: 'enc' } as const
    const { blocks } = write([
      { kind: 'reasoning', text: 'a' },
      { kind: 'reasoning-state', state },
      { kind: 'reasoning', text: 'b' },
      text('c'),
    ])
    expect(blocks.map((each) => each.deltas.at(-1))).toEqual([
      { type: 'signature_delta', signature: 'gw1.openai~rs_1.enc' },
      { type: 'signature_delta', signature: '' },
      { type: 'text_delta', text: 'c' },
    ])
  })

  it('hides thinking from clients that do not want it, but not what they must send back', () => {
    const { blocks } = write(
      [
        { kind: 'reasoning', text: 'secret' },
        { kind: 'reasoning-state', state: { origin: 'anthropic', value: 'sig' } },
      ],
      { wantsReasoningText: false },
    )
    expect(blocks).toMatchObject([{ deltas: [{ type: 'signature_delta', signature: 'sig' }] }])
  })

  it('cites within its text', () => {
    const citation = { url: 'https://a', title: 'A', quotedText: 'q' }
    const { blocks } = write([text('a'), { kind: 'citation', citation }])
    expect(blocks[0]?.deltas[1]).toEqual({
      type: 'citations_delta',
      citation: {
        type: 'web_search_result_location',
        url: 'https://a',
        title: 'A',
        cited_text: 'q',
        encrypted_index: '',
      },
    })
  })

  it.each<[string, ConversationEvent[], string]>([
    ['a plain end', [finish('stop')], 'end_turn'],
    ['a plain end with a call', [start(0), finish('stop')], 'tool_use'],
    ['a refusal in words', [{ kind: 'refusal', text: 'no' }, finish('stop')], 'refusal'],
    ['a filter', [finish('content-filter')], 'refusal'],
    ['the cap', [start(0), finish('length')], 'max_tokens'],
    ['a pause', [finish('paused')], 'pause_turn'],
    ['a stop string', [{ kind: 'finish', reason: 'stop-sequence', stopSequence: 'X' }], 'stop_sequence'],
  ])('%s is told', (_, events, stopReason) => {
    expect(write(events).delta.stop_reason).toBe(stopReason)
  })

  it('of nothing is still a message', () => {
    expect(write([])).toMatchObject({ blocks: [], delta: { stop_reason: 'end_turn', stop_sequence: null } })
  })
})

describe('the signature of another vendor on an answer without a call', () => {
  const signed: ConversationEvent = { kind: 'reasoning-state', state: { origin: 'google', value: 'c2ln' } }
  const thought: ConversationEvent = { kind: 'reasoning', text: 'hm' }

  /** Returns the types of the blocks of a stream and of a complete answer, which must agree. */
  function blockTypes(events: readonly ConversationEvent[], context: Partial<AnswerContext> = {}) {
    const { blocks } = write(events, context)
    const assembler = new AnswerAssembler()
    assembler.push(events)
    const { content } = encodeAnswer(assembler.answer(), someContext(context))
    return { streamed: blocks.map((each) => each.start.type), complete: content }
  }

  it('does not take the place of the last text', () => {
    const events = [thought, signed, text('a'), signed, finish('stop')]
    const { streamed, complete } = blockTypes(events, { wantsReasoningText: true })
    expect(streamed).toEqual(['thinking', 'text'])
    expect(complete).toMatchObject([{ type: 'thinking' }, { type: 'text' }])
  })

  it('does not take the place of the first text if the client did not ask for thinking', () => {
    const { streamed, complete } = blockTypes([signed, text('a'), signed, finish('stop')])
    expect(streamed).toEqual(['text'])
    expect(complete).toEqual([{ type: 'text', text: 'a' }])
  })

  it('is kept right before a call, which needs it', () => {
    const { streamed, complete } = blockTypes([text('a'), signed, start(0), end(0), finish('stop')])
    expect(streamed).toEqual(['text', 'thinking', 'tool_use'])
    expect(complete).toMatchObject([{ type: 'text' }, { type: 'thinking' }, { type: 'tool_use' }])
  })

  it('is kept before a text if the client asked for thinking', () => {
    const { streamed, complete } = blockTypes([signed, text('a')], { wantsReasoningText: false })
    expect(streamed).toEqual(['thinking', 'text'])
    expect(complete).toMatchObject([{ type: 'thinking' }, { type: 'text' }])
  })
})

describe('encodeAnswer', () => {
  const answer = (given: Partial<Parameters<typeof encodeAnswer>[0]>) =>
    encodeAnswer({ parts: [], finish: 'stop', ...given }, someContext())

  it.each(ANSWERS)('%s is written as it was', (name) => {
    const document = readDocument(`${name}.json`)
    const written = encodeAnswer(decodeAnswer(document), someContext())
    expect(written.content).toEqual(document.content)
    expect(written.stop_reason).toBe(document.stop_reason)
    expect(decodeAnswer(written).usage).toEqual(decodeAnswer(document).usage)
  })

  it('gives an answer of nothing one empty text', () => {
    expect(answer({ id: 'chatcmpl-1' })).toEqual({
      id: 'msg_r1',
      type: 'message',
      role: 'assistant',
      model: 'asked',
      content: [{ type: 'text', text: '' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 42, output_tokens: 0 },
    })
  })

  it('drops a call that the cap cut, and keeps a broken one as text', () => {
    const call = { kind: 'tool-call', id: 't', name: 'n', arguments: '{"a' } as const
    expect(answer({ parts: [call], finish: 'length' }).content).toEqual([{ type: 'text', text: '' }])
    expect(answer({ parts: [call] })).toMatchObject({
      content: [{ type: 'tool_use', input: { _raw: '{"a' } }],
      stop_reason: 'tool_use',
    })
  })

  it('names media that it cannot carry', () => {
    const picture = { kind: 'media', mimeType: 'image/png' } as const
    expect(
      answer({
        parts: [
          { ...picture, source: { kind: 'url', url: 'https://a/b.png' } },
          { ...picture, source: { kind: 'data', base64: 'AA==' } },
        ],
      }).content,
    ).toMatchObject([{ text: '![](https://a/b.png)' }, { text: expect.stringContaining('image/png') }])
  })
})
