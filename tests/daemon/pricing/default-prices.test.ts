import { describe, expect, it } from 'vitest'
import { builtInCompletionRatio } from '../../../src/daemon/pricing/built-in-ratios.ts'
import { callPriceRows, tokenPriceRows } from '../../../src/daemon/pricing/default-price-rows.ts'
import {
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultLongPromptRatio,
  defaultModelPrice,
  defaultModelRatio,
  defaultPriceSources,
} from '../../../src/daemon/pricing/default-prices.ts'
import { NO_FALLBACK_PRICING } from '../../../src/daemon/pricing/fallback-pricing.ts'
import { priceUsage } from '../../../src/daemon/pricing/price.ts'
import { createPriceBook, quote } from '../../../src/daemon/pricing/price-book.ts'
import { requestOf, usageOf } from './prices.ts'

const book = createPriceBook({
  modelPrice: defaultModelPrice,
  modelRatio: defaultModelRatio,
  completionRatio: defaultCompletionRatio,
  cacheRatio: defaultCacheRatio,
  longPromptRatio: defaultLongPromptRatio,
  groupRatio: new Map([['default', '1']]),
  groupGroupRatio: new Map(),
  fallbackPricing: NO_FALLBACK_PRICING,
  quotaPerUnit: '500000',
})

/** The size of a prompt that does not yet count as long, in tokens. */
const TOKENS = 100_000

/** Returns the dollars per million tokens that the default tables charge, from the price of {@link TOKENS}. */
function dollars(model: string, usage: Parameters<typeof usageOf>[0]): number {
  const made = quote(book, requestOf(model))
  if (!made) throw new Error(`${model} has no default price.`)
  return ((Number(priceUsage(made, usageOf(usage)).cost) / 1000 / 500_000) * 1_000_000) / TOKENS
}

describe('the built-in table', () => {
  it('is all prices', () => {
    expect(book.ignored).toEqual([])
  })

  it('charges exactly the list price of every row: input, output and cached input', () => {
    for (const row of tokenPriceRows) {
      for (const model of row.models) {
        expect(dollars(model, { inputTokens: TOKENS }), model).toBeCloseTo(Number(row.input), 6)
        if (row.output !== undefined)
          expect(dollars(model, { outputTokens: TOKENS })).toBeCloseTo(Number(row.output), 6)
        if (row.cached !== undefined)
          expect(dollars(model, { inputTokens: TOKENS, cacheReadTokens: TOKENS })).toBeCloseTo(
            Number(row.cached),
            6,
          )
      }
    }
  })

  it.each([
    ['gpt-5.4', 272_000, 2, 1.5],
    ['gemini-2.5-pro', 200_000, 2, 1.5],
    ['grok-4.5', 200_000, 2, 2],
  ])('charges the vendor’s price of long prompts: %s above %i tokens', (model, above, input, output) => {
    const made = quote(book, requestOf(model))
    if (!made) throw new Error(`${model} has no default price.`)
    const cost = (inputTokens: number, outputTokens: number) =>
      Number(priceUsage(made, usageOf({ inputTokens, outputTokens })).cost)
    const answer = cost(0, 1000)
    expect(cost(above, 1000)).toBeCloseTo(cost(above, 0) + answer, 6)
    expect(cost(2 * above, 1000)).toBeCloseTo(2 * input * cost(above, 0) + output * answer, 6)
  })

  it('names no model twice and knows a dated source for each', () => {
    const names = [...tokenPriceRows, ...callPriceRows].flatMap((row) => row.models)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(defaultPriceSources.get(name)?.as_of).toMatch(/^20\d\d-\d\d-\d\d$/)
  })

  it('lists a completion ratio only where the built-in rule would be wrong', () => {
    for (const [model, text] of defaultCompletionRatio)
      expect([model, Number(text)]).not.toEqual([model, Number(builtInCompletionRatio(model)) / 1e9])
  })

  it.each([
    ['gpt-4', '15'],
    ['gpt-4-32k', '30'],
    ['gpt-4-turbo', '5'],
    ['gpt-4-1106-preview', '5'],
    ['gpt-4o', '1.25'],
    ['gpt-4o-2024-05-13', '2.5'],
    ['chatgpt-4o-latest', '2.5'],
    ['gpt-4o-mini', '0.075'],
    ['gpt-4.5-preview', '37.5'],
    ['o1', '7.5'],
    ['o3-mini-high', '0.55'],
    ['gpt-3.5-turbo', '0.25'],
    ['gpt-3.5-turbo-16k', '1.5'],
    ['text-embedding-3-large', '0.065'],
    ['tts-1-hd', '15'],
    ['whisper-1', '3'],
    ['text-moderation-latest', '0.1'],
    ['claude-3-haiku-20240307', '0.125'],
    ['claude-3-opus-20240229', '7.5'],
    ['claude-2.1', '4'],
    ['gemini-1.5-pro', '1.25'],
    ['gemini-2.0-flash', '0.05'],
    ['deepseek-chat', '0.135'],
    ['grok-3', '1.5'],
    ['command-r-plus', '1.5'],
    ['qwen-turbo', '0.8572'],
    ['glm-4', '3.424657534'],
    ['glm-4-flash', '0'],
    ['SparkDesk', '1.2858'],
    ['hunyuan', '7.143'],
    ['davinci-002', '1'],
    ['gpt-5', '0.625'],
    ['gpt-5.5', '2.5'],
  ])('model ratio of %s is %s', (model, expected) => {
    expect(defaultModelRatio.get(model)).toBe(expected)
  })

  it.each([
    ['gemini-2.5-pro', 1.25, 10],
    ['gemini-3.1-pro-preview', 2, 12],
    ['gpt-realtime-2.1', 4, 24],
    ['gpt-4o-transcribe', 2.5, 10],
    ['mistral-large-latest', 2, 6],
  ])('finding relay 15: the prices of %s are built in', (model, input, output) => {
    expect(dollars(model, { inputTokens: TOKENS })).toBeCloseTo(input, 6)
    expect(dollars(model, { outputTokens: TOKENS })).toBeCloseTo(output, 6)
  })

  it('leaves models unpriced whose price it does not know', () => {
    for (const model of ['gpt-image-2', 'gpt-transcribe', 'grok-4.6', 'mistral-medium-latest', 'kimi-k3'])
      expect(quote(book, requestOf(model))).toBeUndefined()
  })
})
