import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_FALLBACK_PRICING } from '../../../src/daemon/pricing/fallback-pricing.ts'
import { createPriceBook, quote } from '../../../src/daemon/pricing/price-book.ts'
import { explainPrice } from '../../../src/daemon/pricing/price-explanation.ts'
import { quoteInWords, readRecordedQuote, recordQuote } from '../../../src/daemon/pricing/price-record.ts'
import { NO_USAGE } from '../../../src/daemon/protocols/usage.ts'

const bookOf = (modelRatio: string, completion: string, group: string, price?: string) =>
  createPriceBook({
    modelPrice: new Map(price === undefined ? [] : [['m', price]]),
    modelRatio: new Map([['m', modelRatio]]),
    completionRatio: new Map([['m', completion]]),
    cacheRatio: new Map([['m', '0.25']]),
    longPromptRatio: new Map([['m', { above: 50_000, input: '2', output: '1.5' }]]),
    groupRatio: new Map([['g', group]]),
    groupGroupRatio: new Map([['special', new Map([['g', '0.125']])]]),
    fallbackPricing: NO_FALLBACK_PRICING,
    quotaPerUnit: '500000',
  })
const quoteOf = (book: ReturnType<typeof bookOf>, userGroup = 'u') =>
  quote(book, {
    requestedModel: 'm',
    upstreamModel: 'm',
    userGroup,
    usingGroup: 'g',
    acceptsUnpriced: false,
    isSelfUse: false,
  })

const decimal = fc.integer({ min: 0, max: 10_000_000 }).map((value) => String(value / 1000))

describe('the record of a quote', () => {
  it('derives the same price as the quote itself, whatever the ratios and the usage', () => {
    fc.assert(
      fc.property(
        decimal,
        decimal,
        decimal,
        fc.nat(100_000),
        fc.nat(100_000),
        fc.boolean(),
        (m, c, g, input, output, special) => {
          const made = quoteOf(bookOf(m, c, g), special ? 'special' : 'u')
          if (!made) throw new Error('no quote')
          const read = readRecordedQuote(JSON.parse(recordQuote(made)))
          if (!read) throw new Error('no record')
          const usage = { ...NO_USAGE, inputTokens: input, outputTokens: output, cacheReadTokens: input >> 1 }
          expect(explainPrice(read, usage)).toEqual(explainPrice(made, usage))
        },
      ),
    )
  })

  it('keeps prices per call', () => {
    const made = quoteOf(bookOf('1', '1', '0.5', '0.01'))
    if (!made) throw new Error('no quote')
    const read = readRecordedQuote(JSON.parse(recordQuote(made)))
    expect(read && explainPrice(read, NO_USAGE).quota).toBe('2500')
    expect(quoteInWords(made)).toBe('model price $0.01, group ratio 0.5')
  })

  it('says the ratios in words', () => {
    const made = quoteOf(bookOf('1.25', '4', '0.8'))
    expect(made && quoteInWords(made)).toBe('model ratio 1.25, completion ratio 4, group ratio 0.8')
  })

  it('says so if the prompt was so long that it cost more', () => {
    const made = quoteOf(bookOf('1.25', '4', '0.8'))
    expect(made && quoteInWords(made, { longPrompt: made.longPrompt })).toBe(
      'model ratio 1.25, completion ratio 4, group ratio 0.8, prompt above 50000 tokens: input x 2 and output x 1.5',
    )
  })

  it.each([[undefined], [null], ['text'], [{}], [{ kind: 'per-token' }]])('%j is no record', (value) => {
    expect(readRecordedQuote(value)).toBeUndefined()
  })
})
