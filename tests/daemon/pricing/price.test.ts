import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MAX_PER_OPERATION, toExactQuota } from '../../../src/daemon/money/amount.ts'
import { batchQuote } from '../../../src/daemon/pricing/batch-price.ts'
import { withoutLongPrompt } from '../../../src/daemon/pricing/long-prompt.ts'
import { priceUsage } from '../../../src/daemon/pricing/price.ts'
import { explainPrice } from '../../../src/daemon/pricing/price-explanation.ts'
import type { Usage } from '../../../src/daemon/protocols/usage.ts'
import { quoteOf, usageOf } from './prices.ts'

const quota = (...args: Parameters<typeof priceUsage>) => toExactQuota(priceUsage(...args).cost)

describe('worked values', () => {
  const text = quoteOf({ modelRatio: { m: '1.25' }, completionRatio: { m: '4' }, cacheRatio: { m: '0.5' } })

  it('1000 prompt and 500 completion tokens at 1.25 and 4 cost 3750 units', () => {
    expect(quota(text, usageOf({ inputTokens: 1000, outputTokens: 500 }))).toBe('3750')
  })

  it('400 of the prompt tokens cached at 0.5 bring it to 3500', () => {
    expect(quota(text, usageOf({ inputTokens: 1000, outputTokens: 500, cacheReadTokens: 400 }))).toBe('3500')
  })

  it('Anthropic: 100 new, 1000 read, 200 written, 50 out at 1.5 cost 1050', () => {
    const claude = quoteOf({ modelRatio: { 'claude-sonnet-4-5': '1.5' } }, 'claude-sonnet-4-5')
    const usage = usageOf({
      inputTokens: 1300,
      cacheReadTokens: 1000,
      cacheWriteTokens: 200,
      outputTokens: 50,
    })
    expect(quota(claude, usage)).toBe('1050')
  })

  it('a fallback price of 0.01 dollars is 5000 units times the group ratio per call', () => {
    const tables = {
      fallback: { enabled: true, singlePrice: '0.01' },
      groupRatio: { default: '1', vip: '0.8' },
    }
    expect(quota(quoteOf(tables), usageOf({ inputTokens: 7 }))).toBe('5000')
    expect(quota(quoteOf(tables, 'm', { usingGroup: 'vip' }), usageOf({}))).toBe('4000')
  })

  it('fallback ratios 2 and 3 price like a model with those ratios', () => {
    const tables = { fallback: { enabled: true, inputRatio: '2', completionRatio: '3' } }
    expect(quota(quoteOf(tables), usageOf({ inputTokens: 10, outputTokens: 10 }))).toBe('80')
  })

  it('a price per call ignores the tokens and follows QuotaPerUnit', () => {
    const tables = { modelPrice: { m: '0.01' }, modelRatio: { m: '9' } }
    expect(quota(quoteOf(tables), usageOf({ inputTokens: 1_000_000 }))).toBe('5000')
    expect(quota(quoteOf(tables), usageOf({}))).toBe('5000')
    expect(quota(quoteOf({ ...tables, quotaPerUnit: '1000000' }), usageOf({}))).toBe('10000')
  })

  describe('a prompt of more tokens than the limit', () => {
    const tables = {
      modelRatio: { m: '1.25' },
      completionRatio: { m: '6' },
      cacheRatio: { m: '0.1' },
      longPromptRatio: { m: { above: 272_000, input: '2', output: '1.5' } },
    }
    const long = quoteOf(tables)

    it('costs more as a whole: input, cached input and output', () => {
      const usage = usageOf({ inputTokens: 300_000, cacheReadTokens: 200_000, outputTokens: 1000 })
      // (100 000 x 2 + 200 000 x 0.2 + 1000 x 9) x 1.25
      expect(quota(long, usage)).toBe('311250')
      expect(explainPrice(long, usage)).toMatchObject({
        longPromptAbove: 272_000,
        terms: [{ ratio: '2' }, { ratio: '0.2' }, { ratio: '9' }],
        weightedTokens: '249000',
      })
    })

    it('begins one token above the limit', () => {
      const at = (inputTokens: number) => quota(long, usageOf({ inputTokens }))
      expect([at(272_000), at(272_001)]).toEqual(['340000', '680002.5'])
      expect(explainPrice(long, usageOf({ inputTokens: 272_000 })).longPromptAbove).toBeNull()
    })

    it('is that of the model whatever its build, its maker or its reasoning suffix, unless they have an entry', () => {
      const names = ['m-2026-03-05', 'openai/m', 'm-high', 'm-other', 'm-2026-09-01']
      const own = { ...tables.longPromptRatio, 'm-2026-09-01': { above: 272_000, input: '1', output: '1' } }
      const ratios = Object.fromEntries(names.map((name) => [name, '1.25']))
      const cost = (name: string) =>
        quota(
          quoteOf({ ...tables, modelRatio: ratios, longPromptRatio: own }, name),
          usageOf({ inputTokens: 300_000 }),
        )
      expect(names.map(cost)).toEqual(['750000', '750000', '750000', '375000', '375000'])
    })

    it('costs no more by the call, in a batch, or in what is charged by a sum of prompts', () => {
      const usage = usageOf({ inputTokens: 300_000 })
      expect(quota(quoteOf({ ...tables, modelPrice: { m: '0.01' } }), usage)).toBe('5000')
      expect(quota(batchQuote(long), usage)).toBe('187500')
      expect(quota(withoutLongPrompt(long), usage)).toBe('375000')
    })
  })

  it('spoken tokens cost their audio ratio, spoken output twice that, the rest as text', () => {
    const model = 'gpt-4o-audio-preview-2024-12-17'
    const spoken = quoteOf({ modelRatio: { [model]: '1.25' } }, model)
    const usage = usageOf({
      inputTokens: 110,
      audioInputTokens: 100,
      outputTokens: 60,
      audioOutputTokens: 50,
    })
    expect(quota(spoken, usage)).toBe(String((10 + 100 * 16 + 10 * 4 + 50 * 16 * 2) * 1.25))
  })

  it('models that price audio like text charge audio tokens once, as text', () => {
    const usage = usageOf({
      inputTokens: 1000,
      outputTokens: 500,
      audioInputTokens: 300,
      audioOutputTokens: 200,
    })
    expect(quota(text, usage)).toBe('3750')
  })
})

describe('rounding', () => {
  it('an exact half is rounded up: 50 tokens at 1.15 are 57.5, at a thousandth of that 0.058', () => {
    expect(quota(quoteOf({ modelRatio: { m: '1.15' } }), usageOf({ inputTokens: 50 }))).toBe('57.5')
    expect(quota(quoteOf({ modelRatio: { m: '0.00115' } }), usageOf({ inputTokens: 50 }))).toBe('0.058')
  })

  it('terms are added before they are rounded', () => {
    const thirds = quoteOf({ modelRatio: { m: '0.0004' }, completionRatio: { m: '1' } })
    expect(quota(thirds, usageOf({ inputTokens: 1, outputTokens: 1 }))).toBe('0.001')
    expect(quota(thirds, usageOf({ inputTokens: 2, outputTokens: 2 }))).toBe('0.002')
  })

  it('what costs anything costs at least a thousandth, what costs nothing is free', () => {
    expect(priceUsage(quoteOf({ modelRatio: { m: '0.000000001' } }), usageOf({ inputTokens: 1 })).cost).toBe(
      1n,
    )
    expect(priceUsage(quoteOf({ modelRatio: { m: '0' } }), usageOf({ inputTokens: 1_000_000 })).cost).toBe(0n)
    expect(priceUsage(quoteOf({ modelRatio: { m: '9' } }), usageOf({})).cost).toBe(0n)
  })
})

it('P11 a price beyond what one operation may move is charged as that bound and says so', () => {
  const dear = quoteOf({ modelRatio: { m: '1000000' }, groupRatio: { default: '1000000' } })
  const price = priceUsage(dear, usageOf({ inputTokens: 2 ** 31, outputTokens: 2 ** 31 }))
  expect(price).toMatchObject({ cost: AMOUNT_MAX_PER_OPERATION, isClamped: true })
  expect(priceUsage(dear, usageOf({ inputTokens: 0 })).isClamped).toBe(false)
})

const billionths = fc.bigInt(0n, 20n * 10n ** 9n)
const decimal = billionths.map((value) => {
  const digits = value.toString().padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`
})
const tokens = fc.integer({ min: 0, max: 2 ** 31 })
const anyUsage: fc.Arbitrary<Usage> = fc.record({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  reasoningTokens: tokens,
  audioInputTokens: tokens,
  audioOutputTokens: tokens,
  cacheWriteHourTokens: tokens,
  imageInputTokens: tokens,
  imageOutputTokens: tokens,
})
const ratios = fc.record({ model: decimal, completion: decimal, cache: decimal, group: decimal })
type Ratios = { model: string; completion: string; cache: string; group: string }

const quoteWith = ({ model, completion, cache, group }: Ratios) =>
  quoteOf({
    modelRatio: { m: model },
    completionRatio: { m: completion },
    cacheRatio: { m: cache },
    groupRatio: { default: group },
  })

/** Returns the price as an unrounded fraction of thousandths, computed from the texts in a different way. */
function reference(texts: Ratios, usage: Usage): { numerator: bigint; denominator: bigint } {
  const scaled = (text: string) => BigInt(text.replace('.', ''))
  const read = BigInt(Math.min(usage.cacheReadTokens, usage.inputTokens))
  const written = BigInt(usage.cacheWriteTokens)
  const left = BigInt(usage.inputTokens) - read
  const write = written < left ? written : left
  const asked = BigInt(usage.cacheWriteHourTokens)
  const hour = asked < write ? asked : write
  const e9 = 10n ** 9n
  const weighted =
    (left - write) * e9 +
    read * scaled(texts.cache) +
    (write - hour) * 1_250_000_000n +
    hour * 2_000_000_000n +
    BigInt(usage.outputTokens) * scaled(texts.completion)
  return {
    numerator: weighted * scaled(texts.model) * scaled(texts.group) * 1000n,
    denominator: e9 * e9 * e9,
  }
}

describe('for all usages and ratios', () => {
  it('the cost is the exact fraction rounded once, half up, at least 1 and at most the bound', () => {
    fc.assert(
      fc.property(ratios, anyUsage, (texts, usage) => {
        const { numerator, denominator } = reference(texts, usage)
        let expected = (2n * numerator + denominator) / (2n * denominator)
        if (expected === 0n && numerator > 0n) expected = 1n
        if (expected > AMOUNT_MAX_PER_OPERATION) expected = AMOUNT_MAX_PER_OPERATION
        expect(priceUsage(quoteWith(texts), usage).cost).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('the cost never falls when more is read, written, said or asked', () => {
    fc.assert(
      fc.property(ratios, anyUsage, tokens, (texts, usage, more) => {
        const book = quoteWith(texts)
        const cost = (changed: Partial<Usage>) => priceUsage(book, { ...usage, ...changed }).cost
        const before = cost({})
        expect(cost({ inputTokens: usage.inputTokens + more })).toBeGreaterThanOrEqual(before)
        expect(cost({ outputTokens: usage.outputTokens + more })).toBeGreaterThanOrEqual(before)
        // Cache details move prompt tokens to another ratio. Where they come with additional tokens, the price can only
        // grow.
        const plain = { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0 }
        const room = Math.min(more, 2 ** 31 - usage.inputTokens)
        const grown = { ...plain, inputTokens: usage.inputTokens + room }
        expect(priceUsage(book, { ...grown, cacheReadTokens: room }).cost).toBeGreaterThanOrEqual(
          priceUsage(book, plain).cost,
        )
        expect(priceUsage(book, { ...grown, cacheWriteTokens: room }).cost).toBeGreaterThanOrEqual(
          priceUsage(book, plain).cost,
        )
      }),
    )
  })

  it('no usage, however absurd, costs less than nothing', () => {
    const absurd = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(Number.NaN, -0, 1e308, -(2 ** 53)))
    const usages = fc.record({
      inputTokens: absurd,
      outputTokens: absurd,
      cacheReadTokens: absurd,
      cacheWriteTokens: absurd,
      reasoningTokens: absurd,
      audioInputTokens: absurd,
      audioOutputTokens: absurd,
      cacheWriteHourTokens: absurd,
      imageInputTokens: absurd,
      imageOutputTokens: absurd,
    })
    fc.assert(
      fc.property(ratios, usages, (texts, usage) => {
        const { cost } = priceUsage(quoteWith(texts), usage)
        expect(cost).toBeGreaterThanOrEqual(0n)
        expect(cost).toBeLessThanOrEqual(AMOUNT_MAX_PER_OPERATION)
      }),
    )
  })
})

describe('the derivation', () => {
  const claude = quoteOf(
    { modelRatio: { 'claude-sonnet-4-5': '1.5' }, groupRatio: { vip: '0.8' } },
    'claude-sonnet-4-5',
    { usingGroup: 'vip' },
  )
  const usage = usageOf({ inputTokens: 18_204, cacheReadTokens: 17_000, outputTokens: 1120 })

  it('reads like the sum it is', () => {
    const line = '(1204 new + 17000 cached x 0.1 + 1120 out x 5) x model 1.5 x group 0.8 = 10204.8 quota'
    expect(explainPrice(claude, usage).line).toBe(line)
  })

  it('lists every term with count, ratio and product', () => {
    expect(explainPrice(claude, usage)).toMatchObject({
      kind: 'per-token',
      basis: 'requested',
      pricedModel: 'claude-sonnet-4-5',
      terms: [
        { name: 'input', tokens: 1204, ratio: '1', product: '1204' },
        { name: 'cache-read', tokens: 17_000, ratio: '0.1', product: '1700' },
        { name: 'output', tokens: 1120, ratio: '5', product: '5600' },
      ],
      weightedTokens: '8504',
      modelRatio: '1.5',
      modelPrice: null,
      group: 'vip',
      groupRatio: '0.8',
      isUserGroupRatio: false,
      exactQuota: '10204.8',
      quota: '10204.8',
      dollars: '0.0204096',
    })
  })

  it('its terms add up to its total, and the total is what is charged', () => {
    fc.assert(
      fc.property(ratios, anyUsage, (texts, any) => {
        const book = quoteWith(texts)
        const explained = explainPrice(book, any)
        const sum = explained.terms.reduce((total, term) => total + scaled9(term.product), 0n)
        expect(sum).toBe(scaled9(explained.weightedTokens))
        expect(explained.quota).toBe(toExactQuota(priceUsage(book, any).cost))
      }),
    )
  })

  it('a price per call is one product', () => {
    const drawn = quoteOf({ modelPrice: { 'dall-e-3': '0.04' }, groupRatio: { default: '0.5' } }, 'dall-e-3')
    expect(explainPrice(drawn, usageOf({ inputTokens: 12 }))).toMatchObject({
      terms: [],
      modelPrice: '0.04',
      quota: '10000',
      dollars: '0.02',
      line: 'price $0.04 x 500000 quota per dollar x group 0.5 = 10000 quota',
    })
  })

  it('a call without tokens says so', () => {
    expect(explainPrice(claude, usageOf({})).line).toBe('0 tokens x model 1.5 x group 0.8 = 0 quota')
  })
})

function scaled9(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(9, '0'))
}
