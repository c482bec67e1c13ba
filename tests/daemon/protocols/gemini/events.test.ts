import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConversationEvent } from '../../../../src/daemon/protocols/conversation/types.ts'
import { geminiGenerate } from '../../../../src/daemon/protocols/gemini/index.ts'
import type { JsonValue, UsageReading } from '../../../../src/daemon/protocols/types.ts'
import { JsonArrayShape } from '../../../../src/daemon/relay/inbound/json-array-shape.ts'
import { client, context } from './neutral.ts'
import { eventsOf } from './recorded.ts'

const { classify, finishesChoice, readOutput, readUsage, readDisguisedFailure } = geminiGenerate
const chunk = (candidate: JsonValue, more: object = {}) =>
  JSON.stringify({ candidates: [candidate], ...more })

describe('classify', () => {
  it.each([
    ['a chunk of text', chunk({ content: { parts: [{ text: 'a' }] } }), 'content'],
    ['an empty event', '', 'comment'],
    ['a chunk that says why it ended', chunk({ finishReason: 'STOP' }), 'terminator'],
    ['the same in the other spelling', chunk({ finish_reason: 'STOP' }), 'terminator'],
    ['an unspecified finish reason', chunk({ finishReason: 'FINISH_REASON_UNSPECIFIED' }), 'content'],
    [
      'a call whose arguments speak of a finish reason',
      chunk({ content: { parts: [{ functionCall: { name: 'f', args: { finishReason: 'STOP' } } }] } }),
      'content',
    ],
    [
      'a call whose arguments speak of an error',
      chunk({ content: { parts: [{ functionCall: { name: 'f', args: { error: { code: 5 } } } }] } }),
      'content',
    ],
    ['a text that quotes one', chunk({ content: { parts: [{ text: '{"error":{"code":1}}' }] } }), 'content'],
    ['an error', '{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}', 'error'],
    ['an error beside a candidate', chunk({ content: {} }, { error: { code: 500, message: 'x' } }), 'error'],
    ['a blocked prompt', '{"promptFeedback":{"blockReason":"SAFETY"}}', 'terminator'],
    ['usage alone', '{"usageMetadata":{"promptTokenCount":3}}', 'usage-only'],
    ['no JSON', 'hello', 'content'],
  ])('tells %s', (_name, data, kind) => {
    expect(classify(data)).toBe(kind)
    expect(finishesChoice(data)).toBe(kind === 'terminator')
  })
})

describe('a blocked prompt', () => {
  const blocked = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 },
  }

  it('is an answer without text, charged for its prompt', () => {
    expect(readOutput(blocked)).toEqual({ text: '', hiddenText: '', hasOutput: true })
    expect(readDisguisedFailure(blocked)).toBeUndefined()
    expect(readUsage(blocked)).toMatchObject({ usage: { inputTokens: 7, outputTokens: 0 } })
  })

  it('ends as filtered', () => {
    expect(geminiGenerate.upstream?.decodeAnswer(blocked)).toMatchObject({
      parts: [],
      finish: 'content-filter',
    })
  })
})

describe('an answer without anything', () => {
  it.each([
    ['STOP', false],
    ['MALFORMED_FUNCTION_CALL', false],
    ['OTHER', false],
    ['SAFETY', true],
    ['MAX_TOKENS', true],
    ['RECITATION', true],
    ['MODEL_ARMOR', true],
  ])('that ended with %s: an answer is %s', (finishReason, hasOutput) => {
    expect(readOutput({ candidates: [{ finishReason }] }).hasOutput).toBe(hasOutput)
  })
})

describe('usage', () => {
  const read = (usageMetadata: JsonValue): UsageReading => readUsage({ usageMetadata })

  it('adds what tools put into the prompt, and thoughts', () => {
    const reading = read({
      promptTokenCount: 10,
      toolUsePromptTokenCount: 5,
      candidatesTokenCount: 7,
      thoughtsTokenCount: 3,
      cachedContentTokenCount: 4,
      promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 6 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 2 }],
    })
    expect(reading).toMatchObject({
      usage: {
        inputTokens: 15,
        outputTokens: 10,
        cacheReadTokens: 4,
        reasoningTokens: 3,
        audioInputTokens: 6,
        imageOutputTokens: 2,
      },
    })
  })

  it('says nothing where only the traffic type is stated', () => {
    expect(read({ trafficType: 'ON_DEMAND' }).kind).toBe('none')
    expect(read({ candidatesTokenCount: 4 }).kind).toBe('none')
    expect(readUsage({}).kind).toBe('none')
  })

  it.each([-1, 1.5, '7', true])('is invalid where a counter is %s', (value) => {
    expect(read({ promptTokenCount: value }).kind).toBe('invalid')
  })

  it('is never negative, whatever is stated', () => {
    const counter = fc.option(fc.oneof(fc.nat(), fc.integer(), fc.double(), fc.string()), { nil: undefined })
    const metadata = fc.record({
      promptTokenCount: counter,
      candidatesTokenCount: counter,
      thoughtsTokenCount: counter,
      toolUsePromptTokenCount: counter,
      cachedContentTokenCount: counter,
      totalTokenCount: counter,
    })
    fc.assert(
      fc.property(metadata, (stated) => {
        const reading = read(JSON.parse(JSON.stringify(stated)) as JsonValue)
        if (reading.kind !== 'stated') return
        for (const tokens of Object.values(reading.usage)) expect(tokens).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('reading along', () => {
  it('takes whatever JSON an upstream sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const document = { candidates: [value], usageMetadata: value, promptFeedback: value } as JsonValue
        readOutput(document)
        readUsage(document)
        readDisguisedFailure(document)
        classify(JSON.stringify(document))
        geminiGenerate.upstream?.decodeAnswer(document)
        geminiGenerate.upstream?.decodeAnswer({
          candidates: [{ content: { parts: [value] }, groundingMetadata: value }],
        } as JsonValue)
      }),
    )
  })
})

describe('a stream as one JSON array', () => {
  const text = fc.string()
  const event = fc.oneof<fc.Arbitrary<ConversationEvent>[]>(
    fc.record({ kind: fc.constant('text' as const), text }),
    fc.record({ kind: fc.constant('reasoning' as const), text }),
    fc.record({ kind: fc.constant('refusal' as const), text }),
    fc.record({ kind: fc.constant('tool-start' as const), index: fc.nat(2), id: text, name: text }),
    fc.record({ kind: fc.constant('tool-arguments' as const), index: fc.nat(2), text }),
    fc.record({ kind: fc.constant('tool-end' as const), index: fc.nat(2) }),
    fc.record({
      kind: fc.constant('reasoning-state' as const),
      state: fc.record({ origin: fc.constant('openai' as const), value: text }),
    }),
    fc.record({ kind: fc.constant('finish' as const), reason: fc.constantFrom('stop', 'length', 'error') }),
  )

  it('is valid JSON for any events, and holds what the events hold', () => {
    fc.assert(
      fc.property(fc.array(fc.array(event, { maxLength: 4 })), (pushes) => {
        const encoder = client.encodeStream(context())
        const shape = new JsonArrayShape()
        const written = [...pushes.map((events) => encoder.push(events)), encoder.end()]
        const array = written.map((piece) => shape.push(piece)).join('') + shape.end()
        const documents = eventsOf(written.join('')).map((data) => JSON.parse(data) as JsonValue)
        expect(JSON.parse(array)).toEqual(documents)
      }),
    )
  })
})
