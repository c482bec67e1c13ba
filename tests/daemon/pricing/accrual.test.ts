import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countText } from '../../../src/daemon/counting/count-tokens.ts'
import { LeastTokens, leastTokens } from '../../../src/daemon/counting/least-tokens.ts'
import { fromQuota } from '../../../src/daemon/money/amount.ts'
import { ratio } from '../../../src/daemon/money/ratio.ts'
import { likelyCost } from '../../../src/daemon/pricing/accrual.ts'
import { type ChargeFacts, decideCharge, earnedSoFar } from '../../../src/daemon/pricing/settlement.ts'
import { denseTexts, sampleTexts } from '../counting/sample-texts.ts'
import { quoteOf, usageOf } from './prices.ts'

const text = quoteOf({ modelRatio: { m: '1.25' }, completionRatio: { m: '4' } })

describe('what a growing stream likely costs', () => {
  const streamed = { events: 100, bytes: 20_800, smallestEventBytes: 200 }

  it('is its prompt, a token per event and what the events carry beyond their frame', () => {
    // 100 events, 800 bytes beyond the frames: 100 + 200 tokens out.
    expect(likelyCost(text, { promptTokens: 1000, streamed })).toBe(fromQuota((1000 + 300 * 4) * 1.25))
  })

  it('H5: is no more than its cap allows, unless the upstream certainly ignores it', () => {
    const costWith = (outputTokensCap: number) =>
      likelyCost(text, { promptTokens: 1000, streamed, outputTokensCap })
    expect(costWith(250)).toBe(fromQuota((1000 + 250 * 4) * 1.25))
    expect(costWith(400)).toBe(fromQuota((1000 + 300 * 4) * 1.25))
    expect(costWith(99)).toBe(fromQuota((1000 + 300 * 4) * 1.25))
  })

  it('bare text is four bytes a token', () => {
    const bare = { events: 3, bytes: 400, smallestEventBytes: 0 }
    expect(likelyCost(text, { promptTokens: 0, streamed: bare })).toBe(fromQuota(500))
  })

  it('never less when it has delivered more', () => {
    const size = fc.record({ events: fc.nat(1e5), bytes: fc.nat(1e8), smallestEventBytes: fc.nat(400) })
    fc.assert(
      fc.property(size, fc.nat(1e5), fc.nat(1000), (before, moreBytes, moreEvents) => {
        const after = {
          ...before,
          events: before.events + moreEvents,
          bytes: before.bytes + moreEvents * before.smallestEventBytes + moreBytes,
        }
        const cost = (stream: typeof before) => likelyCost(text, { promptTokens: 10, streamed: stream })
        expect(cost(after)).toBeGreaterThanOrEqual(cost(before))
      }),
    )
  })

  it('is the price of a call at once, where calls have one', () => {
    const call = quoteOf({ modelPrice: { m: '0.01' } })
    const progress = { promptTokens: 1000, streamed }
    expect(likelyCost(call, progress)).toBe(fromQuota(5000))
  })
})

/** Texts with fewer tokens than their length suggests. */
const hollowTexts: Readonly<Record<string, string>> = {
  indented: `${' '.repeat(40)}return undefined\n${' '.repeat(36)}}\n`.repeat(50),
  table: `| ${'-'.repeat(60)} | ${'-'.repeat(60)} |\n`.repeat(20),
  blanks: ' '.repeat(5_000),
  letter: 'a'.repeat(5_000),
  'long words': 'internationalization responsibilities unfortunately recommendations '.repeat(40),
}

const texts = Object.entries({ ...sampleTexts, ...denseTexts, ...hollowTexts })

/** Builds the facts of a stream that breaks off after this prompt and this part of an answer. */
const cut = (prompt: string, output: string, more: Partial<ChargeFacts> = {}): ChargeFacts => ({
  quote: text,
  stated: { kind: 'none' },
  countPrompt: () => countText('gpt-4o', prompt),
  countOutput: () => countText('gpt-4o', output),
  leastPrompt: () => leastTokens(prompt),
  leastOutput: () => leastTokens(output),
  requestBytes: 4_000_000,
  deliveredBytes: 1_000_000,
  attachments: 1,
  outputTokensCap: undefined,
  hasOutput: true,
  ended: 'cut-by-upstream',
  holdAmount: fromQuota(1_000_000),
  ...more,
})

describe('the least tokens of a text', () => {
  it('are the same however a stream cuts it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (pieces) => {
        const cutUp = new LeastTokens()
        for (const piece of pieces) for (const unit of piece.split('')) cutUp.add(unit)
        expect(cutUp.tokens).toBe(leastTokens(pieces.join('')))
      }),
    )
  })

  it('are no more than a tokenizer counts, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (sample) => {
        for (const model of ['gpt-4o', 'gpt-4'])
          expect(leastTokens(sample)).toBeLessThanOrEqual(await countText(model, sample))
      }),
    )
  })
})

describe('what a running stream has earned', () => {
  it.each(texts)(
    'reliability 1: never exceeds what settlement charges for a text: %s',
    async (_name, sample) => {
      const facts = cut(sample, sample)
      const { cost } = await decideCharge(facts)
      expect(earnedSoFar(facts)).toBeLessThanOrEqual(cost)
    },
  )

  it.each(texts)('has no more tokens than either tokenizer counts: %s', async (_name, sample) => {
    const least = leastTokens(sample)
    for (const model of ['gpt-4o', 'gpt-4']) expect(least).toBeLessThanOrEqual(await countText(model, sample))
  })

  it('is more than half of the charge for prose', async () => {
    const facts = cut((sampleTexts.english ?? '').repeat(20), (sampleTexts.english ?? '').repeat(20))
    expect(earnedSoFar(facts) * 2n).toBeGreaterThan((await decideCharge(facts)).cost)
  })

  it('reliability 1: goes by the text, not by the bytes of files and frames', () => {
    const small = cut('What is this?', 'A cat.')
    const large = { ...small, requestBytes: 40_000_000, deliveredBytes: 90_000_000 }
    expect(earnedSoFar(large)).toBe(earnedSoFar(small))
  })

  it('reliability 1: is what the upstream states as soon as it states something, cached tokens included', async () => {
    const usage = usageOf({ inputTokens: 100_000, cacheReadTokens: 100_000, outputTokens: 1 })
    const quote = quoteOf({ modelRatio: { m: '1' }, cacheRatio: { m: '0.1' } })
    const facts = cut('word '.repeat(100_000), '', {
      quote,
      stated: { kind: 'stated', usage, isFinal: false },
    })
    expect(earnedSoFar(facts)).toBe((await decideCharge(facts)).cost)
  })

  it('is nothing before the first content, as for a call that failed', async () => {
    const facts = cut('a long prompt '.repeat(1000), '', { hasOutput: false })
    expect(earnedSoFar(facts)).toBe((await decideCharge(facts)).cost)
    expect(earnedSoFar(facts)).toBe(0n)
  })

  it('is no more than the pictures of a call that has a price, however small they are', async () => {
    const facts = cut('a dot', '', { quote: quoteOf({ modelPrice: { m: '0.01' } }), units: ratio('0.4') })
    expect(earnedSoFar(facts)).toBe((await decideCharge(facts)).cost)
  })
})
