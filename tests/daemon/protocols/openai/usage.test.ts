import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeOpenAiUsage } from '../../../../src/daemon/protocols/openai/chat-usage.ts'
import { readInputUsage, readOpenAiUsage } from '../../../../src/daemon/protocols/openai/usage.ts'
import type { JsonObject, JsonValue, UsageReading } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'

/** Returns tokens: input, output, cache reads, cache writes, reasoning, audio in, audio out. */
function numbers(reading: UsageReading): readonly number[] | string {
  if (reading.kind !== 'stated') return reading.kind
  const { usage } = reading
  return [
    usage.inputTokens,
    usage.outputTokens,
    usage.cacheReadTokens,
    usage.cacheWriteTokens,
    usage.reasoningTokens,
    usage.audioInputTokens,
    usage.audioOutputTokens,
  ]
}

const read = (usage: JsonValue) => numbers(readOpenAiUsage({ usage }))

describe('readOpenAiUsage', () => {
  it.each<[string, JsonObject, readonly number[]]>([
    ['the plain form', { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }, [10, 5, 0, 0, 0, 0, 0]],
    [
      "OpenAI's details",
      {
        prompt_tokens: 4020,
        completion_tokens: 40,
        total_tokens: 4060,
        prompt_tokens_details: { cached_tokens: 1000, cache_write_tokens: 2000, audio_tokens: 7 },
        completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 3 },
      },
      [4020, 40, 1000, 2000, 30, 7, 3],
    ],
    [
      "DeepSeek's cache hits",
      {
        prompt_tokens: 50,
        completion_tokens: 2,
        total_tokens: 52,
        prompt_cache_hit_tokens: 32,
        prompt_cache_miss_tokens: 18,
      },
      [50, 2, 32, 0, 0, 0, 0],
    ],
    [
      "Moonshot's top-level cache",
      { prompt_tokens: 19, completion_tokens: 3, total_tokens: 22, cached_tokens: 16 },
      [19, 3, 16, 0, 0, 0, 0],
    ],
    [
      "Mistral's count",
      { prompt_tokens: 19, completion_tokens: 3, total_tokens: 22, num_cached_tokens: 8 },
      [19, 3, 8, 0, 0, 0, 0],
    ],
    [
      "Mistral's other details",
      {
        prompt_tokens: 19,
        completion_tokens: 3,
        total_tokens: 22,
        prompt_token_details: { cached_tokens: 8 },
        prompt_tokens_details: null,
      },
      [19, 3, 8, 0, 0, 0, 0],
    ],
    [
      'cache counters in the words of Anthropic, inside the prompt',
      {
        prompt_tokens: 100,
        completion_tokens: 5,
        total_tokens: 105,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 20,
      },
      [100, 5, 60, 20, 0, 0, 0],
    ],
    [
      'the same beside the prompt, as the total shows',
      {
        prompt_tokens: 20,
        completion_tokens: 5,
        total_tokens: 105,
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 20,
      },
      [100, 5, 60, 20, 0, 0, 0],
    ],
    [
      'the same figure under two names, once',
      {
        prompt_tokens: 5818,
        completion_tokens: 16,
        total_tokens: 5834,
        cache_read_input_tokens: 5280,
        prompt_tokens_details: { cached_tokens: 5280 },
      },
      [5818, 16, 5280, 0, 0, 0, 0],
    ],
    [
      "xAI's reasoning beside the completion",
      {
        prompt_tokens: 165,
        completion_tokens: 100,
        total_tokens: 497,
        completion_tokens_details: { reasoning_tokens: 232 },
      },
      [165, 332, 0, 0, 232, 0, 0],
    ],
    [
      'reasoning beside the completion where no total is stated but it cannot be inside',
      { prompt_tokens: 10, completion_tokens: 3, completion_tokens_details: { reasoning_tokens: 20 } },
      [10, 23, 0, 0, 20, 0, 0],
    ],
    [
      'reasoning at the top level',
      { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18, reasoning_tokens: 4 },
      [9, 9, 0, 0, 4, 0, 0],
    ],
    [
      'the names of Responses',
      { input_tokens: 7, output_tokens: 8, total_tokens: 15 },
      [7, 8, 0, 0, 0, 0, 0],
    ],
    [
      'the old names where both stand',
      { prompt_tokens: 7, completion_tokens: 8, input_tokens: 0, output_tokens: 0 },
      [7, 8, 0, 0, 0, 0, 0],
    ],
    ['a completion left out, from the total', { prompt_tokens: 7, total_tokens: 7 }, [7, 0, 0, 0, 0, 0, 0]],
    [
      'a larger total without explanation, as stated',
      { prompt_tokens: 35, completion_tokens: 12, total_tokens: 109 },
      [35, 12, 0, 0, 0, 0, 0],
    ],
  ])('reads %s', (_, usage, expected) => {
    expect(read(usage)).toEqual(expected)
  })

  it('counts the pictures seen and made as parts of the totals', () => {
    const usage = {
      prompt_tokens: 300,
      completion_tokens: 1300,
      total_tokens: 1600,
      prompt_tokens_details: { cached_tokens: 0, image_tokens: 258 },
      completion_tokens_details: { reasoning_tokens: 0, image_tokens: 1290 },
    }
    expect(readOpenAiUsage({ usage })).toMatchObject({
      usage: { inputTokens: 300, outputTokens: 1300, imageInputTokens: 258, imageOutputTokens: 1290 },
    })
  })

  it('reads what is written for clients of chat as the same usage', () => {
    const usage = { ...NO_USAGE, inputTokens: 300, outputTokens: 1300 }
    const pictures = { ...usage, imageInputTokens: 258, imageOutputTokens: 1290 }
    for (const each of [usage, pictures])
      expect(readOpenAiUsage({ usage: encodeOpenAiUsage(each) })).toEqual({ kind: 'stated', usage: each })
  })

  it.each<[string, JsonValue]>([
    ['null', null],
    ['an empty object', {}],
    ['nulls', { prompt_tokens: null, completion_tokens: null }],
    [
      'a prompt only, as some vendors send in each chunk before the last',
      { prompt_tokens: 501, completion_tokens: null, total_tokens: null },
    ],
    ['zeros all over', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }],
    ['no object', 'none'],
    ['a list', [1]],
  ])('says nothing for %s', (_, usage) => {
    expect(read(usage)).toBe('none')
  })

  it.each<[string, JsonObject]>([
    ['a negative count', { prompt_tokens: -1, completion_tokens: 5 }],
    ['a fraction', { prompt_tokens: 1.5, completion_tokens: 5 }],
    ['text', { prompt_tokens: '10', completion_tokens: 5 }],
    ['infinity', { prompt_tokens: Number.POSITIVE_INFINITY, completion_tokens: 5 }],
    ['a number beyond exactness', { prompt_tokens: 2 ** 60, completion_tokens: 5 }],
    [
      'a bad detail',
      { prompt_tokens: 1, completion_tokens: 5, prompt_tokens_details: { cached_tokens: -4 } },
    ],
    ['a bad total', { prompt_tokens: 1, completion_tokens: 5, total_tokens: {} }],
  ])('is invalid for %s', (_, usage) => {
    expect(read(usage)).toBe('invalid')
  })

  it('names the counter that is wrong', () => {
    expect(readOpenAiUsage({ usage: { prompt_tokens: -3, completion_tokens: 1 } })).toEqual({
      kind: 'invalid',
      reason: 'prompt_tokens is -3',
    })
  })

  it('finds usage inside a choice and beside it', () => {
    expect(
      numbers(
        readOpenAiUsage({ choices: [{ index: 0, usage: { prompt_tokens: 3, completion_tokens: 4 } }] }),
      ),
    ).toEqual([3, 4, 0, 0, 0, 0, 0])
    expect(
      numbers(
        readOpenAiUsage({ choices: [], x_groq: { usage: { prompt_tokens: 3, completion_tokens: 4 } } }),
      ),
    ).toEqual([3, 4, 0, 0, 0, 0, 0])
  })

  it('gives details as stated even where a vendor counts more cached tokens than the prompt has', () => {
    const text = readFileSync(
      new URL('../../../fixtures/openai-family/others/azure-grok-chat.stream.txt', import.meta.url),
      'utf8',
    )
    const last = text.split('\n').findLast((line) => /"prompt_tokens"/.test(line)) ?? ''
    expect(numbers(readOpenAiUsage(JSON.parse(last.slice(6)) as JsonValue))).toEqual([
      347, 18, 403, 0, 0, 0, 0,
    ])
  })

  it('never throws and never gives anything but non-negative integers', () => {
    const name = fc.constantFrom(
      'prompt_tokens',
      'completion_tokens',
      'total_tokens',
      'cached_tokens',
      'prompt_tokens_details',
      'completion_tokens_details',
      'reasoning_tokens',
    )
    const count = fc.oneof(fc.nat(), fc.nat(), fc.integer(), fc.double(), fc.constant(null), fc.string())
    const usage = fc.dictionary(name, fc.oneof({ weight: 4, arbitrary: count }, fc.dictionary(name, count)), {
      maxKeys: 7,
      noNullPrototype: true,
    })
    fc.assert(
      fc.property(fc.oneof(usage, fc.jsonValue()), (given) => {
        const reading = readOpenAiUsage({ usage: given as JsonValue })
        if (reading.kind !== 'stated') return
        for (const value of Object.values(reading.usage))
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('readInputUsage', () => {
  it('asks for no completion', () => {
    expect(numbers(readInputUsage({ usage: { prompt_tokens: 8, total_tokens: 8 } }))).toEqual([
      8, 0, 0, 0, 0, 0, 0,
    ])
    expect(numbers(readInputUsage({ usage: { total_tokens: 8 } }))).toEqual([8, 0, 0, 0, 0, 0, 0])
    expect(numbers(readInputUsage({ data: [] }))).toBe('none')
  })

  it('does not take a larger total for output', () => {
    expect(
      numbers(readInputUsage({ usage: { prompt_tokens: 12, completion_tokens: 0, total_tokens: 73 } })),
    ).toEqual([12, 0, 0, 0, 0, 0, 0])
  })
})
