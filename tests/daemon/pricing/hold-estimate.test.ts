import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { AMOUNT_MAX_PER_OPERATION, amount, fromQuota } from '../../../src/daemon/money/amount.ts'
import {
  coveredOutputTokens,
  estimateHold,
  estimateOpenHold,
} from '../../../src/daemon/pricing/hold-estimate.ts'
import { priceUsage } from '../../../src/daemon/pricing/price.ts'
import { quoteOf, usageOf } from './prices.ts'

const text = quoteOf({ modelRatio: { m: '1.25' }, completionRatio: { m: '4' } })

describe('estimateOpenHold', () => {
  const facts = { promptTokens: 1000, preConsumedQuota: 500 }

  it('H5: holds the longest answer, and begins with PreConsumedQuota tokens of it', () => {
    expect(estimateOpenHold(text, facts, 16_384)).toEqual({
      amount: fromQuota((1000 + 16_384 * 4) * 1.25),
      least: fromQuota(3750),
    })
    expect(estimateOpenHold(text, { ...facts, preConsumedQuota: 20_000 }, 16_384)).toEqual({
      amount: fromQuota((1000 + 20_000 * 4) * 1.25),
      least: fromQuota((1000 + 20_000 * 4) * 1.25),
    })
    expect(estimateOpenHold(text, { ...facts, preConsumedQuota: 0 }, 16_384).least).toBe(
      fromQuota((1000 + 16 * 4) * 1.25),
    )
  })

  it('H5: is bounded by what one operation may move', () => {
    const dear = quoteOf({ modelRatio: { m: '100000' } })
    expect(estimateOpenHold(dear, { promptTokens: 1, preConsumedQuota: 1 }, 1e9).amount).toBe(
      AMOUNT_MAX_PER_OPERATION,
    )
  })

  it('H5: holds what a long prompt costs, and covers no more answer than that', () => {
    const long = quoteOf({
      modelRatio: { m: '1.25' },
      completionRatio: { m: '4' },
      longPromptRatio: { m: { above: 10_000, input: '2', output: '1.5' } },
    })
    const hold = (promptTokens: number) =>
      estimateHold(long, { promptTokens, outputTokensCap: 100, preConsumedQuota: 0 })
    expect(hold(10_000)).toBe(fromQuota((10_000 + 100 * 4) * 1.25))
    expect(hold(10_002)).toBe(fromQuota((10_002 * 2 + 100 * 6) * 1.25))
    expect(coveredOutputTokens(long, hold(10_002), 10_002)).toBe(100)
  })

  it('H5: what a hold covers never costs more than the hold', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(10_000), (thousandths, promptTokens) => {
        const hold = estimateHold(text, { promptTokens, outputTokensCap: 0, preConsumedQuota: 0 })
        const held = amount(hold + BigInt(thousandths))
        const outputTokens = coveredOutputTokens(text, held, promptTokens)
        expect(
          priceUsage(text, usageOf({ inputTokens: promptTokens, outputTokens })).cost,
        ).toBeLessThanOrEqual(held)
        const more = usageOf({ inputTokens: promptTokens, outputTokens: outputTokens + 1 })
        expect(priceUsage(text, more).cost).toBeGreaterThan(held)
      }),
    )
  })
})

describe('estimateHold', () => {
  it("prices the prompt and the client's cap", () => {
    const facts = { promptTokens: 1000, outputTokensCap: 500, preConsumedQuota: 9 }
    expect(estimateHold(text, facts)).toBe(fromQuota(3750))
  })

  it('without a cap takes PreConsumedQuota as output tokens', () => {
    const facts = { promptTokens: 1000, outputTokensCap: undefined, preConsumedQuota: 500 }
    expect(estimateHold(text, facts)).toBe(fromQuota(3750))
  })

  it('a cap of zero is a cap', () => {
    expect(estimateHold(text, { promptTokens: 8, outputTokensCap: 0, preConsumedQuota: 500 })).toBe(
      fromQuota(10),
    )
  })

  it('rounds up', () => {
    const tiny = quoteOf({ modelRatio: { m: '0.0001' } })
    expect(estimateHold(tiny, { promptTokens: 11, outputTokensCap: 0, preConsumedQuota: 0 })).toBe(2n)
  })

  it('holds the full price of a model priced by calls', () => {
    const call = quoteOf({ modelPrice: { m: '0.01' } })
    expect(estimateHold(call, { promptTokens: 9e9, outputTokensCap: 9e9, preConsumedQuota: 0 })).toBe(
      fromQuota(5000),
    )
  })

  it('holds a thousandth for a free model', () => {
    const free = quoteOf({ modelRatio: { m: '0' } })
    expect(estimateHold(free, { promptTokens: 1e6, outputTokensCap: 1e6, preConsumedQuota: 500 })).toBe(1n)
  })

  it('refuses what could cost more than one operation may move', () => {
    const facts = { promptTokens: 10, outputTokensCap: 2 ** 31, preConsumedQuota: 500 }
    const dear = quoteOf({ modelRatio: { m: '1000' } })
    expect(() => estimateHold(dear, facts)).toThrow(
      expect.toSatisfy((error) => error instanceof AppError && error.code === 'charge_too_large'),
    )
    expect(() => estimateHold(dear, { ...facts, outputTokensCap: 1e300 })).toThrow(AppError)
  })

  it('is never less than what those tokens cost, and between one thousandth and the bound', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (promptTokens, outputTokensCap) => {
        const cheap = quoteOf({ modelRatio: { m: '0.0375' }, completionRatio: { m: '1.333333333' } })
        const hold = estimateHold(cheap, { promptTokens, outputTokensCap, preConsumedQuota: 0 })
        const { cost } = priceUsage(
          cheap,
          usageOf({ inputTokens: promptTokens, outputTokens: outputTokensCap }),
        )
        expect(hold).toBeGreaterThanOrEqual(cost)
        expect(hold).toBeGreaterThanOrEqual(1n)
        expect(hold).toBeLessThanOrEqual(AMOUNT_MAX_PER_OPERATION)
      }),
    )
  })
})
