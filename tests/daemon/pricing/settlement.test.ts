import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_MAX_PER_OPERATION,
  type Amount,
  fromQuota,
  toExactQuota,
} from '../../../src/daemon/money/amount.ts'
import { explainPrice } from '../../../src/daemon/pricing/price-explanation.ts'
import {
  type ChargeFacts,
  decideCharge,
  latestUsage,
  type StatedUsage,
} from '../../../src/daemon/pricing/settlement.ts'
import type { Usage } from '../../../src/daemon/protocols/usage.ts'
import { quoteOf, usageOf } from './prices.ts'

const perToken = quoteOf({ modelRatio: { m: '1' }, completionRatio: { m: '2' }, cacheRatio: { m: '0.5' } })
const perCall = quoteOf({ modelPrice: { m: '0.01' } })

const neverCounted = () => {
  throw new Error('Nothing had to be counted.')
}

const facts = (more: Partial<ChargeFacts> = {}): ChargeFacts => ({
  quote: perToken,
  stated: { kind: 'none' },
  countPrompt: neverCounted,
  countOutput: neverCounted,
  leastPrompt: () => 250,
  leastOutput: () => 250,
  hasOutput: true,
  ended: 'complete',
  holdAmount: fromQuota(1_000_000),
  requestBytes: 1000,
  attachments: 0,
  outputTokensCap: undefined,
  deliveredBytes: 1000,
  ...more,
})

const final = (usage: Partial<Usage>): StatedUsage => ({
  kind: 'stated',
  usage: usageOf(usage),
  isFinal: true,
})
const partial = (usage: Partial<Usage>): StatedUsage => ({
  kind: 'stated',
  usage: usageOf(usage),
  isFinal: false,
})
const counts = { countPrompt: () => 30, countOutput: async () => 20 }

async function settle(more: Partial<ChargeFacts>) {
  const { cost, usage, source, rule, flags } = await decideCharge(facts(more))
  return { quota: toExactQuota(cost), in: usage.inputTokens, out: usage.outputTokens, source, rule, flags }
}

describe('the settlement rules', () => {
  it('P1 complete with a plausible usage: its price, and nothing is counted', async () => {
    expect(await settle({ stated: final({ inputTokens: 100, outputTokens: 50 }) })).toEqual({
      quota: '200',
      in: 100,
      out: 50,
      source: 'upstream',
      rule: 'P1',
      flags: [],
    })
  })

  it('P1 holds for an empty answer that states a usage', async () => {
    const stated = final({ inputTokens: 100, outputTokens: 0 })
    expect(await settle({ stated, hasOutput: false })).toMatchObject({ quota: '100', rule: 'P1' })
  })

  it('P2 complete without usage: prompt and text are counted here', async () => {
    expect(await settle(counts)).toEqual({
      quota: '70',
      in: 30,
      out: 20,
      source: 'counted',
      rule: 'P2',
      flags: ['usage_estimated'],
    })
  })

  it('P2 zeros beside an answer are no usage', async () => {
    expect(await settle({ ...counts, stated: final({}) })).toMatchObject({ quota: '70', source: 'counted' })
  })

  it('P3 failed before the first content: free, whatever the price and whatever was stated', async () => {
    const stated = final({ inputTokens: 100, outputTokens: 50 })
    for (const quote of [perToken, perCall]) {
      expect(await settle({ quote, ended: 'failed', hasOutput: false })).toMatchObject({
        quota: '0',
        rule: 'P3',
      })
      expect(await settle({ quote, ended: 'failed', hasOutput: false, stated })).toMatchObject({ quota: '0' })
      expect(await settle({ quote, ended: 'cut-by-upstream', hasOutput: false, stated })).toMatchObject({
        quota: '0',
      })
    }
  })

  it("P3 what the upstream stated for it is handed on as the operator's own cost", async () => {
    const stated = final({ inputTokens: 100 })
    const charge = await decideCharge(facts({ ended: 'cut-by-upstream', hasOutput: false, stated }))
    expect(charge.uncharged).toEqual(usageOf({ inputTokens: 100 }))
  })

  it('P3 a success without output and usage is free, also per call', async () => {
    expect(await settle({ hasOutput: false })).toMatchObject({ quota: '0', rule: 'P3', flags: [] })
    expect(await settle({ hasOutput: false, quote: perCall })).toMatchObject({ quota: '0' })
    expect(await settle({ hasOutput: false, stated: final({}), quote: perCall })).toMatchObject({
      quota: '0',
    })
  })

  it('P4 broken off by the upstream: the usage that arrived', async () => {
    const stated = final({ inputTokens: 100, outputTokens: 50 })
    expect(await settle({ ended: 'cut-by-upstream', stated })).toEqual({
      quota: '200',
      in: 100,
      out: 50,
      source: 'upstream',
      rule: 'P4',
      flags: ['interrupted'],
    })
  })

  it('P4 an early usage counts for the prompt, delivered text for the output', async () => {
    const stated = partial({ inputTokens: 100, cacheReadTokens: 40, outputTokens: 1 })
    expect(await settle({ ...counts, ended: 'cut-by-upstream', stated })).toEqual({
      quota: '120',
      in: 100,
      out: 20,
      source: 'upstream-partial',
      rule: 'P4',
      flags: ['interrupted', 'usage_estimated'],
    })
  })

  it('P4 a usage that runs along is not lowered by a count', async () => {
    const stated = partial({ inputTokens: 100, outputTokens: 500 })
    expect(await settle({ ...counts, ended: 'cut-by-upstream', stated })).toMatchObject({
      out: 500,
      flags: ['interrupted'],
    })
  })

  it('P4 without any usage: counted', async () => {
    expect(await settle({ ...counts, ended: 'cut-by-upstream' })).toEqual({
      quota: '70',
      in: 30,
      out: 20,
      source: 'counted',
      rule: 'P4',
      flags: ['interrupted', 'usage_estimated'],
    })
  })

  it('P4 a model priced by calls costs its price', async () => {
    expect(await settle({ ...counts, ended: 'cut-by-upstream', quote: perCall })).toMatchObject({
      quota: '5000',
    })
  })

  it('P5 a client that leaves pays as P4, also while the model was still thinking', async () => {
    expect(await settle({ ...counts, ended: 'cut-by-client' })).toMatchObject({ quota: '70', rule: 'P5' })
    const thinking = {
      countPrompt: () => 30,
      countOutput: () => 0,
      ended: 'cut-by-client',
      hasOutput: false,
    } as const
    expect(await settle(thinking)).toMatchObject({ quota: '30', flags: ['interrupted', 'usage_estimated'] })
    expect(await settle({ ...thinking, quote: perCall })).toMatchObject({ quota: '5000' })
  })

  it('P5 a client that left before the upstream answered pays nothing', async () => {
    expect(await settle({ ended: 'failed', hasOutput: false })).toMatchObject({ quota: '0' })
  })

  it('P6 of several usages the last one counts', () => {
    const none: StatedUsage = { kind: 'none' }
    const first = { kind: 'stated', usage: usageOf({ inputTokens: 1 }) } as const
    const second = { kind: 'stated', usage: usageOf({ inputTokens: 2 }) } as const
    const after = latestUsage(latestUsage(none, first, false), second, true)
    expect(after).toEqual({ ...second, isFinal: true })
    expect(latestUsage(after, none, true)).toBe(after)
    expect(latestUsage(after, { kind: 'invalid', reason: 'text' }, true)).toEqual({
      kind: 'invalid',
      reason: 'text',
    })
  })

  it('H1: P7 a prompt that is too long is charged at its allowance, and the channel is to blame', async () => {
    const stated = final({ inputTokens: 1e9, outputTokens: 5 })
    expect(await settle({ stated })).toEqual({
      quota: '67546',
      in: 67_536,
      out: 5,
      source: 'counted',
      rule: 'P7',
      flags: ['usage_rejected'],
    })
    expect(await settle({ stated, hasOutput: false })).toMatchObject({ quota: '0' })
    const charge = await decideCharge(facts({ stated }))
    expect(charge.rejection).toContain('1000000000')
  })

  it('M1: P7 an answer longer than its cap is counted, and its prompt charged as stated', async () => {
    const stated = final({ inputTokens: 100, cacheReadTokens: 40, outputTokens: 131_000 })
    expect(await settle({ countOutput: () => 4, stated, outputTokensCap: 5 })).toEqual({
      // 60 new, 40 cached at half the price, 4 out at twice the price.
      quota: '88',
      in: 100,
      out: 4,
      source: 'counted',
      rule: 'P7',
      flags: ['usage_rejected'],
    })
  })

  it('P7 counts that are none are counted here', async () => {
    expect(
      await settle({ ...counts, stated: { kind: 'invalid', reason: 'prompt_tokens is "7"' } }),
    ).toMatchObject({
      rule: 'P7',
      quota: '70',
    })
  })

  it('P7 a lie about an empty answer is not charged at all', async () => {
    const charge = await decideCharge(facts({ hasOutput: false, stated: final({ inputTokens: -5 }) }))
    expect(charge).toMatchObject({ cost: 0n, flags: ['usage_rejected'], rejection: 'inputTokens is -5' })
  })

  it('P8 more cached than prompt tokens: a wholly cached prompt, marked', async () => {
    const stated = final({ inputTokens: 100, cacheReadTokens: 9000, outputTokens: 50 })
    expect(await settle({ stated })).toMatchObject({ quota: '150', flags: ['usage_adjusted'] })
  })

  it('P10 more than the hold: the full price, noted', async () => {
    const stated = final({ inputTokens: 100, outputTokens: 50 })
    expect(await settle({ stated, holdAmount: fromQuota(199) })).toMatchObject({
      quota: '200',
      flags: ['overrun'],
    })
    expect(await settle({ stated, holdAmount: fromQuota(200) })).toMatchObject({ flags: [] })
  })

  it('P11 more than one operation may move: the bound, with an alarm', async () => {
    const dear = quoteOf({ modelRatio: { m: '1000000' } })
    const charge = await decideCharge(facts({ quote: dear, stated: final({ inputTokens: 60_000 }) }))
    expect(charge.cost).toBe(AMOUNT_MAX_PER_OPERATION)
    expect(charge.flags).toContain('charge_clamped')
  })
})

it('a counter that fails costs precision, not the charge', async () => {
  const broken = { countPrompt: neverCounted, countOutput: () => Promise.reject(new Error('no tokenizer')) }
  expect(await settle(broken)).toMatchObject({
    in: 250,
    out: 250,
    source: 'counted',
    flags: ['count_failed', 'usage_estimated'],
  })
})

it('the formula of a charge is that of its price', async () => {
  const charge = await decideCharge(facts({ stated: final({ inputTokens: 100, outputTokens: 50 }) }))
  expect(explainPrice(charge.quote, charge.usage).line).toBe(
    '(100 new + 50 out x 2) x model 1 x group 1 = 200 quota',
  )
})

it('whatever an upstream says, nobody is credited, the bound holds, and counts are what a ledger takes', async () => {
  const absurd = fc.oneof(
    fc.nat(2 ** 31),
    fc.integer(),
    fc.double(),
    fc.constantFrom('7', null, Number.NaN, 2 ** 63),
  )
  const usage = fc.record({
    inputTokens: absurd,
    outputTokens: absurd,
    cacheReadTokens: absurd,
    cacheWriteTokens: absurd,
    reasoningTokens: absurd,
    audioInputTokens: absurd,
    audioOutputTokens: absurd,
  })
  await fc.assert(
    fc.asyncProperty(
      usage,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('complete', 'cut-by-upstream', 'cut-by-client', 'failed'),
      fc.constantFrom(perToken, perCall),
      async (stated, isFinal, hasOutput, ended, quote) => {
        const charge = await decideCharge(
          facts({
            ...counts,
            quote,
            hasOutput,
            ended,
            stated: { kind: 'stated', usage: stated as Usage, isFinal },
          }),
        )
        expect(charge.cost).toBeGreaterThanOrEqual(0n as Amount)
        expect(charge.cost).toBeLessThanOrEqual(AMOUNT_MAX_PER_OPERATION)
        for (const count of Object.values(charge.usage)) {
          expect(Number.isInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(0)
        }
        if (ended === 'failed') expect(charge.cost).toBe(0n)
      },
    ),
    { numRuns: 1000 },
  )
})
