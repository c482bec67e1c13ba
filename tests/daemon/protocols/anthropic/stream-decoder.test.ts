import { describe, expect, it } from 'vitest'
import { AnswerAssembler } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type {
  AssistantPart,
  ConversationAnswer,
  ConversationEvent,
} from '../../../../src/daemon/protocols/conversation/types.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { ANSWERS, dataOf, factsOf, readDocument, readText, STREAMS } from './recorded.ts'
import { decodeAnswer, decodeStream } from './translating.ts'

function decodeAll(events: readonly string[]): ConversationEvent[] {
  const decoder = decodeStream()
  return [...events.flatMap((each) => decoder.push(each)), ...decoder.flush()]
}

function assemble(events: readonly string[]): ConversationAnswer {
  const assembler = new AnswerAssembler()
  assembler.push(decodeAll(events))
  return assembler.answer()
}

const textOf = ({ parts }: ConversationAnswer): string =>
  parts.map((each) => (each.kind === 'text' ? each.text : '')).join('')
const reasoningOf = ({ parts }: ConversationAnswer): string =>
  parts.map((each) => (each.kind === 'reasoning' ? each.text : '')).join('')
const callsOf = ({ parts }: ConversationAnswer) => parts.filter((each) => each.kind === 'tool-call')

const FINISH: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  max_tokens: 'length',
  stop_sequence: 'stop-sequence',
  tool_use: 'tool-calls',
}

function expectFacts(answer: ConversationAnswer, name: string): void {
  const facts = factsOf(name)
  expect(textOf(answer)).toBe(facts.text)
  expect(reasoningOf(answer)).toHaveLength(facts.reasoning_text_chars)
  expect(callsOf(answer)).toHaveLength(facts.tool_calls)
  for (const call of callsOf(answer)) expect(JSON.parse(call.arguments)).toBeTypeOf('object')
  expect(answer.finish).toBe(FINISH[facts.finish_reason ?? ''])
  expect(answer.usage).toMatchObject({
    inputTokens: facts.input_tokens_all_in,
    outputTokens: facts.output_tokens,
  })
}

describe('recorded answers', () => {
  it.each(ANSWERS)('%s is read whole', (name) =>
    expectFacts(decodeAnswer(readDocument(`${name}.json`)), name),
  )

  it.each(STREAMS)('%s is read whole from its stream', (name) =>
    expectFacts(assemble(dataOf(readText(`${name}.stream.txt`))), name),
  )

  it('keep the thinking that was signed or withheld', () => {
    expect(decodeAnswer(readDocument('redacted-thinking.json')).parts[0]).toEqual({
      kind: 'reasoning',
      text: '',
      state: { origin: 'anthropic', value: 'redacted_thinking_REDACTED_1' },
      isRedacted: true,
    })
    const streamed = assemble(dataOf(readText('mcp-thinking.stream.txt')))
    expect(streamed.parts[0]).toMatchObject({ kind: 'reasoning', state: { origin: 'anthropic' } })
  })

  it('cite the pages that a search found, each for its own text', () => {
    const { parts } = assemble(dataOf(readText('web-search.stream.txt')))
    const part = parts.find((each): each is Extract<AssistantPart, { kind: 'text' }> => each.kind === 'text')
    expect(part?.citations?.length).toBeGreaterThan(0)
    for (const citation of part?.citations ?? []) {
      expect(citation.url).toMatch(/^https:/)
      expect(citation.end).toBeGreaterThan(citation.start ?? 0)
      expect(citation.end).toBeLessThanOrEqual(part?.text.length ?? 0)
    }
  })
})

describe('a cut stream', () => {
  it.each(STREAMS)('%s is never taken for a finished one', (name) => {
    const events = dataOf(readText(`${name}.stream.txt`))
    const whole = textOf(assemble(events))
    const end = events.findIndex((each) => each.includes('message_delta'))
    for (let cut = 0; cut < end; cut += 1) {
      const assembler = new AnswerAssembler()
      assembler.push(decodeAll(events.slice(0, cut)))
      expect(assembler.isFinished).toBe(false)
      expect(whole.startsWith(textOf(assembler.answer()))).toBe(true)
    }
  })

  it('ends its tool call all the same', () => {
    const events = dataOf(readText('vertex-tool.stream.txt')).slice(0, 6)
    expect(decodeAll(events).at(-1)).toEqual({ kind: 'tool-end', index: 0 })
  })
})

describe('a stream', () => {
  const event = (type: string, members: JsonObject = {}) => JSON.stringify({ type, ...members })
  const start = event('message_start', {
    message: { id: 'msg_1', model: 'm', usage: { input_tokens: 5, output_tokens: 1 } },
  })
  const open = (index: number, block: JsonObject) =>
    event('content_block_start', { index, content_block: block })
  const piece = (index: number, delta: JsonObject) => event('content_block_delta', { index, delta })
  const close = (index: number) => event('content_block_stop', { index })
  const end = (stopReason: string, members: JsonObject = {}) =>
    event('message_delta', { delta: { stop_reason: stopReason, ...members }, usage: { output_tokens: 7 } })
  const stop = event('message_stop')

  it('that starts twice starts once', () => {
    const events = decodeAll([start, start, end('end_turn'), stop])
    expect(events.filter((each) => each.kind === 'start')).toHaveLength(1)
    expect(events.filter((each) => each.kind === 'finish')).toEqual([{ kind: 'finish', reason: 'stop' }])
    expect(events.filter((each) => each.kind === 'usage')).toHaveLength(1)
  })

  it('whose block starts and stops were lost keeps its text', () => {
    const answer = assemble([
      start,
      piece(0, { type: 'thinking_delta', thinking: 't' }),
      piece(1, { type: 'text_delta', text: 'a' }),
      end('end_turn'),
    ])
    expect(answer.parts).toEqual([
      { kind: 'reasoning', text: 't' },
      { kind: 'text', text: 'a' },
    ])
  })

  it('without indexes keeps its calls', () => {
    const answer = assemble([
      start,
      event('content_block_start', { content_block: { type: 'tool_use', id: 'a', name: 'n', input: {} } }),
      event('content_block_delta', { delta: { type: 'input_json_delta', partial_json: '{"x":1}' } }),
      event('content_block_stop'),
      end('tool_use'),
    ])
    expect(callsOf(answer)).toMatchObject([{ id: 'a', name: 'n', arguments: '{"x":1}' }])
  })

  it('that gives the input of a call at once keeps it, and makes up a missing id', () => {
    const answer = assemble([
      start,
      open(0, { type: 'tool_use', name: 'n', input: { x: 1 } }),
      close(0),
      end('end_turn'),
    ])
    expect(callsOf(answer)).toMatchObject([
      { arguments: '{"x":1}', id: expect.stringMatching(/^call_\w{24}$/) },
    ])
    expect(answer.finish).toBe('tool-calls')
  })

  it('that refuses without a block says why', () => {
    const answer = assemble([start, end('refusal', { stop_details: { explanation: 'Because.' } }), stop])
    expect(answer.parts).toEqual([{ kind: 'refusal', text: 'Because.' }])
    expect(answer.finish).toBe('content-filter')
  })

  it('that pauses says so', () => {
    expect(assemble([start, end('pause_turn'), stop]).finish).toBe('paused')
  })

  it('without a stop reason ends with its last event', () => {
    expect(assemble([start, piece(0, { type: 'text_delta', text: 'a' }), stop]).finish).toBe('stop')
  })

  it('that fails says how', () => {
    const events = decodeAll([
      start,
      event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ])
    expect(events.at(-1)).toMatchObject({
      kind: 'error',
      failure: { type: 'overloaded_error', message: 'Overloaded' },
    })
  })

  it('of strange data never throws', () => {
    const strange = [
      '',
      'null',
      '[]',
      '{}',
      '{"type":"content_block_delta"}',
      '{"type":"content_block_start","index":"x"}',
    ]
    expect(decodeAll([...strange, '{"type":"message_delta","delta":5,"usage":[]}', '[DONE]'])).toEqual([])
  })

  it('turns the structured answer back into text', () => {
    const tool = { type: 'tool_use', id: 's', name: 'tollgate_structured_answer', input: {} }
    const pieces = ['{"a"', ':1}'].map((each) => piece(0, { type: 'input_json_delta', partial_json: each }))
    const streamed = assemble([start, open(0, tool), ...pieces, close(0), end('tool_use'), stop])
    const whole = decodeAnswer({
      content: [{ ...tool, input: { a: 1 } }],
      stop_reason: 'tool_use',
      usage: { input_tokens: 5, output_tokens: 7 },
    })
    for (const answer of [streamed, whole]) {
      expect(answer.parts).toEqual([{ kind: 'text', text: '{"a":1}' }])
      expect(answer.finish).toBe('stop')
    }
  })
})

describe('decodeAnswer', () => {
  it.each([[null], [[]], ['x'], [{}], [{ content: 'x', usage: 5 }]])('takes %j', (document) => {
    expect(decodeAnswer(document).parts).toEqual([])
  })
})
