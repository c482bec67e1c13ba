import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeUsage, type Observed } from '../../../src/daemon/pricing/plausibility.ts'
import type { Usage } from '../../../src/daemon/protocols/usage.ts'
import { usageOf } from './prices.ts'

const observed: Observed = {
  requestBytes: 1000,
  attachments: 0,
  outputTokensCap: undefined,
  deliveredBytes: 4000,
}
const isPlausible = (usage: Usage, seen: Partial<Observed> = {}) =>
  judgeUsage(usage, { ...observed, ...seen }).isPlausible

const fields = Object.keys(usageOf({})) as (keyof Usage)[]

describe('P7 a usage that cannot be true is not believed', () => {
  const lies = [-1, 1.5, -0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31 + 1, 2 ** 53, 2 ** 63, 1e308]
  const noNumbers = ['12', ' 7', '1e3', null, undefined, true, [1], {}]
  it.each(lies.flatMap((value) => fields.map((field) => [field, value] as const)))(
    '%s: %s',
    (field, value) => {
      expect(isPlausible(usageOf({ [field]: value }))).toBe(false)
    },
  )

  it.each(noNumbers.flatMap((value) => fields.map((field) => [field, value] as const)))(
    '%s: %j, although the types say number',
    (field, value) => {
      expect(isPlausible(usageOf({ [field]: value }))).toBe(false)
    },
  )

  it('a billion input tokens for a request of a thousand bytes', () => {
    expect(judgeUsage(usageOf({ inputTokens: 1_000_000_000 }), observed)).toMatchObject({
      isPlausible: false,
      reason: expect.stringContaining('inputTokens'),
    })
  })

  it('prompt tokens may be twice the bytes, plus 65536, plus 65536 for each attachment', () => {
    expect(isPlausible(usageOf({ inputTokens: 2000 + 65_536 }))).toBe(true)
    expect(isPlausible(usageOf({ inputTokens: 2000 + 65_537 }))).toBe(false)
    expect(isPlausible(usageOf({ inputTokens: 2000 + 3 * 65_536 }), { attachments: 2 })).toBe(true)
    expect(isPlausible(usageOf({ inputTokens: 2001 + 3 * 65_536 }), { attachments: 2 })).toBe(false)
  })

  it('H1: context outside the body may fill the window; the body alone is asked first', () => {
    const outsideTokens = () => 200_000
    expect(isPlausible(usageOf({ inputTokens: 200_000 }), { outsideTokens })).toBe(true)
    expect(isPlausible(usageOf({ inputTokens: 200_001 }), { outsideTokens })).toBe(false)
    expect(isPlausible(usageOf({ inputTokens: 300_000 }), { requestBytes: 200_000, outsideTokens })).toBe(
      true,
    )
    const neverAsked = () => {
      throw new Error('The body explains the prompt.')
    }
    expect(isPlausible(usageOf({ inputTokens: 60_000 }), { outsideTokens: neverAsked })).toBe(true)
  })

  it('H1: a prompt that is too long counts with its allowance, and the answer as stated', () => {
    expect(
      judgeUsage(usageOf({ inputTokens: 1e9, cacheReadTokens: 1e9, outputTokens: 7 }), observed),
    ).toEqual({
      isPlausible: false,
      reason: 'inputTokens is 1000000000, at most 67536 expected',
      rest: { usage: usageOf({ inputTokens: 67_536, outputTokens: 7 }), isOutputRejected: false },
    })
  })

  it('without a cap, output tokens may be four times the bytes plus 131072', () => {
    expect(isPlausible(usageOf({ outputTokens: 16_000 + 131_072 }))).toBe(true)
    expect(isPlausible(usageOf({ outputTokens: 16_001 + 131_072 }))).toBe(false)
  })

  it('M1: with a cap, output tokens may be 512 more than it', () => {
    expect(isPlausible(usageOf({ outputTokens: 400_512 }), { outputTokensCap: 400_000 })).toBe(true)
    expect(isPlausible(usageOf({ outputTokens: 400_513 }), { outputTokensCap: 400_000 })).toBe(false)
    expect(isPlausible(usageOf({ outputTokens: 517 }), { outputTokensCap: 5 })).toBe(true)
    expect(
      judgeUsage(usageOf({ inputTokens: 9, outputTokens: 518 }), { ...observed, outputTokensCap: 5 }),
    ).toEqual({
      isPlausible: false,
      reason: 'outputTokens is 518, at most 517 expected',
      rest: { usage: usageOf({ inputTokens: 9 }), isOutputRejected: true },
    })
  })

  it('M1: where the vendor runs tools the cap counts for each of ten answers: 1552 tokens were recorded for a cap of 1024', () => {
    const searches = { outputTokensCap: 1024, outsideTokens: () => 200_000 }
    expect(isPlausible(usageOf({ outputTokens: 1_552 }), searches)).toBe(true)
    expect(isPlausible(usageOf({ outputTokens: 10_752 }), searches)).toBe(true)
    expect(isPlausible(usageOf({ outputTokens: 10_753 }), searches)).toBe(false)
    expect(isPlausible(usageOf({ outputTokens: 1_552 }), { ...searches, outsideTokens: () => 0 })).toBe(false)
  })

  it('believes what vendors really add: 22205 tokens were recorded for a request of 266 bytes', () => {
    expect(isPlausible(usageOf({ inputTokens: 22_205 }), { requestBytes: 266, attachments: 1 })).toBe(true)
  })
})

describe('P8 details that do not add up are cut back', () => {
  it('more cached than prompt tokens are a wholly cached prompt', () => {
    const verdict = judgeUsage(
      usageOf({ inputTokens: 100, cacheReadTokens: 5000, cacheWriteTokens: 7 }),
      observed,
    )
    expect(verdict).toEqual({
      isPlausible: true,
      isAdjusted: true,
      usage: usageOf({ inputTokens: 100, cacheReadTokens: 100 }),
    })
  })

  it('a usage that adds up is handed on untouched', () => {
    const usage = usageOf({
      inputTokens: 100,
      cacheReadTokens: 60,
      cacheWriteTokens: 40,
      outputTokens: 9,
      reasoningTokens: 9,
    })
    const verdict = judgeUsage(usage, observed)
    expect(verdict).toEqual({ isPlausible: true, isAdjusted: false, usage })
  })

  it('for every believed usage no detail exceeds its total', () => {
    const count = fc.nat(60_000)
    const usages = fc.record({
      inputTokens: count,
      outputTokens: count,
      cacheReadTokens: count,
      cacheWriteTokens: count,
      reasoningTokens: count,
      audioInputTokens: count,
      audioOutputTokens: count,
      cacheWriteHourTokens: count,
      imageInputTokens: count,
      imageOutputTokens: count,
    })
    fc.assert(
      fc.property(usages, (stated) => {
        const verdict = judgeUsage(stated, observed)
        if (!verdict.isPlausible) throw new Error(verdict.reason)
        const { usage } = verdict
        expect(usage.inputTokens).toBe(stated.inputTokens)
        expect(usage.outputTokens).toBe(stated.outputTokens)
        expect(usage.cacheReadTokens + usage.cacheWriteTokens).toBeLessThanOrEqual(usage.inputTokens)
        expect(usage.cacheWriteHourTokens).toBeLessThanOrEqual(usage.cacheWriteTokens)
        expect(Math.max(usage.audioInputTokens, usage.imageInputTokens)).toBeLessThanOrEqual(
          usage.inputTokens,
        )
        expect(
          Math.max(usage.reasoningTokens, usage.audioOutputTokens, usage.imageOutputTokens),
        ).toBeLessThanOrEqual(usage.outputTokens)
      }),
    )
  })
})
