import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../../src/daemon/protocols/anthropic/index.ts'
import { parseJson } from '../../../../src/daemon/protocols/parse-json.ts'
import type { JsonValue, UsageReading } from '../../../../src/daemon/protocols/types.ts'
import type { Usage } from '../../../../src/daemon/protocols/usage.ts'
import { ANSWERS, dataOf, ERRORS, type Facts, factsOf, readDocument, readText, STREAMS } from './recorded.ts'

const { classify, readUsage, readOutput, readFailure, readDisguisedFailure, finishesChoice } =
  anthropicMessages
const readStreamUsage = anthropicMessages.readStreamUsage ?? (() => ({ kind: 'none' }) as UsageReading)
const mayStateUsage = anthropicMessages.mayStateUsage ?? (() => false)

const documentsOf = (events: readonly string[]): JsonValue[] =>
  events.flatMap((each) => parseJson(each) ?? [])

const expectUsage = (reading: UsageReading, facts: Facts) =>
  expect(reading).toMatchObject({
    kind: 'stated',
    usage: {
      inputTokens: facts.input_tokens_all_in,
      outputTokens: facts.output_tokens,
      cacheReadTokens: facts.cached_tokens ?? 0,
      cacheWriteTokens: facts.cache_write_tokens ?? 0,
      reasoningTokens: facts.reasoning_tokens ?? 0,
    } satisfies Partial<Usage> | Record<string, unknown>,
  })

describe('a recorded answer', () => {
  it.each(ANSWERS)('%s is read as it states itself', (name) => {
    const document = readDocument(`${name}.json`)
    const facts = factsOf(name)
    expectUsage(readUsage(document), facts)
    const output = readOutput(document)
    expect(output.text).toBe(facts.text)
    expect(output.hasOutput).toBe(true)
    expect(output.hiddenText.length).toBeGreaterThanOrEqual(facts.reasoning_text_chars)
    expect(readDisguisedFailure(document)).toBeUndefined()
  })

  it('keeps hour-long cache writes apart', () => {
    expect(readUsage(readDocument('redacted-thinking.json'))).toMatchObject({
      usage: { cacheWriteTokens: 1670, cacheWriteHourTokens: 1603 },
    })
  })
})

describe('a recorded stream', () => {
  it.each(STREAMS)('%s is read as it states itself', (name) => {
    const events = dataOf(readText(`${name}.stream.txt`))
    const facts = factsOf(name)
    expectUsage(readStreamUsage(documentsOf(events.filter(mayStateUsage))), facts)
    const content = events.filter((each) => classify(each) === 'content')
    expect(
      documentsOf(content)
        .map((each) => readOutput(each).text)
        .join(''),
    ).toBe(facts.text)
    expect(events.filter((each) => classify(each) === 'terminator')).toHaveLength(1)
    expect(events.filter(finishesChoice)).toHaveLength(1)
    expect(finishesChoice(content.at(-1) ?? '')).toBe(true)
  })

  it.each(STREAMS)('%s delivers something before its end', (name) => {
    const events = dataOf(readText(`${name}.stream.txt`)).filter((each) => classify(each) === 'content')
    const first = documentsOf(events).findIndex((each) => readOutput(each).hasOutput)
    expect(first).toBeGreaterThanOrEqual(0)
    expect(first).toBeLessThan(events.length - 1)
  })
})

describe('usage', () => {
  const start = (usage: JsonValue) => ({ type: 'message_start', message: { usage } })
  const delta = (usage: JsonValue) => ({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage })

  it('counts the cache beside the prompt', () => {
    const usage = {
      input_tokens: 100,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 200,
      output_tokens: 50,
    }
    expect(readUsage({ usage })).toMatchObject({
      usage: { inputTokens: 1300, cacheReadTokens: 1000, cacheWriteTokens: 200, outputTokens: 50 },
    })
  })

  it('takes later fields that are stated, and keeps earlier ones that are not', () => {
    const reading = readStreamUsage([
      start({ input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 }),
      delta({ input_tokens: 12, cache_read_input_tokens: null, output_tokens: 7 }),
    ])
    expect(reading).toMatchObject({ usage: { inputTokens: 17, cacheReadTokens: 5, outputTokens: 7 } })
  })

  it('does not let a prompt of nothing replace one that was stated', () => {
    const reading = readStreamUsage([
      start({ input_tokens: 10, output_tokens: 1 }),
      delta({ input_tokens: 0, output_tokens: 7 }),
    ])
    expect(reading).toMatchObject({ usage: { inputTokens: 10, outputTokens: 7 } })
  })

  it('takes a prompt that moved into the cache as it is restated', () => {
    const reading = readStreamUsage([
      start({ input_tokens: 10, output_tokens: 1 }),
      delta({ input_tokens: 0, cache_read_input_tokens: 10, output_tokens: 7 }),
    ])
    expect(reading).toMatchObject({ usage: { inputTokens: 10, cacheReadTokens: 10 } })
  })

  it('does not take the output at the start for all there was', () => {
    const opened = start({ input_tokens: 10, output_tokens: 1 })
    expect(readStreamUsage([opened])).toMatchObject({ usage: { inputTokens: 10 }, isGrowing: true })
    expect(readStreamUsage([opened, delta({ input_tokens: 10 })])).toMatchObject({ isGrowing: true })
    expect(readStreamUsage([opened, delta({ output_tokens: 7 })])).not.toHaveProperty('isGrowing')
  })

  it('falls back to the metrics of Bedrock', () => {
    const metrics = { inputTokenCount: 4, outputTokenCount: 10, cacheReadInputTokenCount: 6 }
    const stop = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': metrics }
    expect(readStreamUsage([{ type: 'message_start', message: {} }, stop])).toMatchObject({
      usage: { inputTokens: 10, outputTokens: 10, cacheReadTokens: 6 },
    })
  })

  it('adds compaction, which the totals leave out', () => {
    const iterations = [
      { type: 'compaction', input_tokens: 900, output_tokens: 90 },
      { type: 'message', input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 3 },
      { type: 'advisor_message', input_tokens: 5000, output_tokens: 500 },
    ]
    const usage = { input_tokens: 100, cache_read_input_tokens: 3, output_tokens: 10, iterations }
    expect(readUsage({ usage })).toMatchObject({ usage: { inputTokens: 1003, outputTokens: 100 } })
    const fallen = { ...usage, iterations: [...iterations, { type: 'fallback_message' }] }
    expect(readUsage({ usage: fallen })).toMatchObject({ usage: { inputTokens: 103, outputTokens: 10 } })
  })

  it.each([
    ['a fraction', { input_tokens: 1.5, output_tokens: 1 }],
    ['a negative count', { input_tokens: 1, output_tokens: -1 }],
    ['a text', { input_tokens: '12', output_tokens: 1 }],
  ])('%s is invalid', (_, usage) => {
    expect(readUsage({ usage }).kind).toBe('invalid')
  })

  it.each([
    ['zeros all over', { input_tokens: 0, output_tokens: 0 }],
    ['output alone', { output_tokens: 5 }],
    ['a prompt alone', { input_tokens: 5 }],
    ['nothing', {}],
  ])('%s states nothing', (_, usage) => {
    expect(readUsage({ usage }).kind).toBe('none')
  })
})

describe('classify', () => {
  it.each([
    ['text', '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}', 'content'],
    [
      'text with its type last',
      '{"delta":{"text":"hi","type":"text_delta"},"index":0,"type":"content_block_delta"}',
      'content',
    ],
    [
      'text that quotes other events',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\\"type\\":\\"error\\"}"}}',
      'content',
    ],
    [
      'a tool whose input looks like an error',
      '{"content_block":{"input":{"type":"error"},"type":"tool_use"},"index":0,"type":"content_block_start"}',
      'content',
    ],
    ['the start', '{"type":"message_start","message":{"usage":{"input_tokens":1}}}', 'usage-only'],
    ['the end of a block', '{"type":"content_block_stop","index":0  }', 'usage-only'],
    ['a ping', '{"type": "ping"}', 'comment'],
    ['an unknown event', '{"type":"diagnostics","data":{}}', 'comment'],
    ["OpenRouter's last word", '[DONE]', 'comment'],
    ['nothing', '', 'comment'],
    ['no JSON', 'hello', 'comment'],
    ['the last event', '{"type":"message_stop"   }', 'terminator'],
    [
      'a refusal without any block',
      '{"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":1}}',
      'content',
    ],
    ['usage under way', '{"type":"message_delta","delta":{},"usage":{"output_tokens":1}}', 'usage-only'],
    ['an error', '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'error'],
    ['an error of a gateway', '{"error":{"message":"no","code":502}}', 'error'],
    ['an exception of Bedrock', '{"message":"Too many requests"}', 'error'],
  ] as const)('%s', (_, data, kind) => {
    expect(classify(data)).toBe(kind)
  })
})

describe('what counts as an answer', () => {
  const ending = (stopReason: string, outputTokens: number) =>
    readOutput({
      type: 'message_delta',
      delta: { stop_reason: stopReason },
      usage: { output_tokens: outputTokens },
    }).hasOutput

  it.each(['refusal', 'max_tokens', 'stop_sequence', 'pause_turn', 'model_context_window_exceeded'])(
    '%s without any text does',
    (stopReason) => {
      expect(ending(stopReason, 0)).toBe(true)
      expect(readOutput({ type: 'message', content: [], stop_reason: stopReason }).hasOutput).toBe(true)
    },
  )

  it('an end without any text does only where the vendor charges for it', () => {
    expect(ending('end_turn', 3)).toBe(true)
    expect(ending('end_turn', 0)).toBe(false)
  })

  it('empty blocks do not', () => {
    for (const type of ['text', 'thinking'])
      expect(readOutput({ type: 'content_block_start', content_block: { type, [type]: '' } }).hasOutput).toBe(
        false,
      )
    expect(readOutput({ type: 'message_start', message: { content: [] } }).hasOutput).toBe(false)
  })
})

describe('failures', () => {
  it.each(ERRORS)('%s is named by its type', (name) => {
    const { error } = factsOf(name)
    const text = readText(`${name}.json`)
    expect(readFailure(400, text)).toMatchObject({ type: error?.type, message: error?.message })
    expect(readDisguisedFailure(readDocument(`${name}.json`))).toMatchObject({ type: error?.type })
  })

  it('the shape of Bedrock is read', () => {
    const text = readText('bedrock-error-503.json')
    expect(readFailure(503, text).message).toBe(factsOf('bedrock-error-503').error?.message)
  })

  it('an answer that speaks of a message is none', () => {
    expect(readDisguisedFailure({ type: 'message', content: [], message: 'hi' })).toBeUndefined()
  })
})

describe('errors for clients', () => {
  const base = {
    type: 'x',
    code: 'y',
    param: null,
    message: 'No.',
    requestId: 'r1',
    retryAfterSeconds: undefined,
  }

  it.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [413, 'request_too_large'],
    [422, 'invalid_request_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [502, 'api_error'],
    [503, 'api_error'],
    [504, 'timeout_error'],
    [529, 'overloaded_error'],
  ])('status %i is called %s', (status, type) => {
    const body = JSON.parse(anthropicMessages.errors.render({ ...base, status }))
    expect(body).toEqual({ type: 'error', error: { type, message: 'No.' }, request_id: 'r1' })
  })

  it('a broken stream ends with an event that this codec reads as an error', () => {
    const text = anthropicMessages.errors.renderInStream({ ...base, status: 529 })
    const [data = ''] = dataOf(text)
    expect(text.startsWith('event: error\n')).toBe(true)
    expect(classify(data)).toBe('error')
  })
})
