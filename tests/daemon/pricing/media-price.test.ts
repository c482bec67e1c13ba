import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MAX_PER_OPERATION, fromQuota, toExactQuota } from '../../../src/daemon/money/amount.ts'
import { formatRatio, type Ratio, ratio } from '../../../src/daemon/money/ratio.ts'
import { estimateHold } from '../../../src/daemon/pricing/hold-estimate.ts'
import { pictureQuote } from '../../../src/daemon/pricing/image-price.ts'
import { mediaUnits, pictureTokens } from '../../../src/daemon/pricing/media-units.ts'
import { priceUsage } from '../../../src/daemon/pricing/price.ts'
import { explainPrice } from '../../../src/daemon/pricing/price-explanation.ts'
import {
  quoteInWords,
  readRecordedExtras,
  readRecordedQuote,
  recordExtras,
  recordQuote,
} from '../../../src/daemon/pricing/price-record.ts'
import type { Quote } from '../../../src/daemon/pricing/quote.ts'
import {
  type Charge,
  type ChargeFacts,
  decideCharge,
  earnedSoFar,
  type StatedUsage,
} from '../../../src/daemon/pricing/settlement.ts'
import { countPrompt, countsOutput } from '../../../src/daemon/protocols/openai/count-prompt.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import type { Usage } from '../../../src/daemon/protocols/usage.ts'
import { quoteOf, usageOf } from './prices.ts'

const quota = (...args: Parameters<typeof priceUsage>) => toExactQuota(priceUsage(...args).cost)
const units = (model: string, body: JsonObject = {}, delivered?: number) =>
  formatRatio(mediaUnits('image', model, body, delivered) ?? (-1n as Ratio))

describe('how many prices per call a request for pictures is worth', () => {
  it.each<[string, JsonObject, string]>([
    ['dall-e-2', {}, '1'],
    ['dall-e-2', { size: '256x256' }, '0.4'],
    ['dall-e-2', { size: '512x512', n: 10 }, '4.5'],
    ['dall-e-2', { size: '1024x1024', n: 3 }, '3'],
    ['dall-e-3', { size: '1024x1792' }, '2'],
    ['dall-e-3', { size: '1792x1024', quality: 'standard' }, '2'],
    ['dall-e-3', { quality: 'hd' }, '2'],
    ['dall-e-3', { size: '1024x1024', quality: 'hd' }, '2'],
    ['dall-e-3', { size: '1024x1792', quality: 'hd' }, '3'],
    ['flux', { size: '1536x1024', quality: 'hd', n: 2 }, '2'],
    // Form fields arrive as strings.
    ['dall-e-2', { n: '2', size: '256x256' }, '0.8'],
    ['dall-e-2', { n: null, size: null, quality: null }, '1'],
    // Inherited object members are not sizes.
    ['dall-e-3', { size: 'constructor', quality: 'toString' }, '1'],
  ])('%s %j: %s', (model, body, expected) => {
    expect(units(model, body)).toBe(expected)
  })

  it.each<[JsonObject, string]>([
    [{ batch_size: 4 }, '4'],
    [{ n: 2, num_images: 3 }, '3'],
    [{ numberOfImages: '4' }, '4'],
    [{ sequential_image_generation: 'auto' }, '15'],
    [{ sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 6 } }, '6'],
    [
      { sequential_image_generation: 'disabled', sequential_image_generation_options: { max_images: 6 } },
      '1',
    ],
  ])('the number may have the name that another vendor has for it: %j: %s', (body, expected) => {
    expect(units('flux', body)).toBe(expected)
  })

  it('only pictures that came are counted, and never more than were asked for', () => {
    expect(units('dall-e-2', { n: 4 }, 3)).toBe('3')
    expect(units('dall-e-2', { n: 4 }, 9)).toBe('4')
    expect(units('dall-e-2', { n: 4 }, 0)).toBe('4')
  })

  it('nothing but pictures has units', () => {
    for (const operation of ['chat', 'speech', 'transcription', 'rerank'] as const)
      expect(mediaUnits(operation, 'm', { n: 3 })).toBeUndefined()
    for (const operation of ['image', 'image-edit', 'image-variation'] as const)
      expect(mediaUnits(operation, 'm', {})).toBe(ratio('1'))
  })
})

describe('worked values of media', () => {
  const drawn = quoteOf(
    { modelPrice: { 'dall-e-3': '0.04' }, groupRatio: { default: '1', vip: '0.5' } },
    'dall-e-3',
  )

  it('dall-e-3 at 0.04 dollars, 1024x1792 in hd, costs 60000 units', () => {
    const worth = mediaUnits('image', 'dall-e-3', { size: '1024x1792', quality: 'hd', n: 1 })
    expect(quota(drawn, usageOf({}), worth)).toBe('60000')
  })

  it('a picture of a model with a ratio only costs 0.0025 dollars times the ratio', () => {
    const flux = pictureQuote(quoteOf({ modelRatio: { flux: '8' } }, 'flux'))
    expect(flux).toMatchObject({ kind: 'per-call', modelRatio: 0n, modelPrice: ratio('0.02') })
    expect(quota(flux, usageOf({}), mediaUnits('image', 'flux', { n: 2, size: '256x256' }))).toBe('8000')
  })

  it('gpt-image-1 is charged by tokens: text, pictures seen twice that, pictures made eight times', () => {
    const made = quoteOf({ modelRatio: { 'gpt-image-1': '2.5' } }, 'gpt-image-1')
    const usage = usageOf({
      inputTokens: 500,
      imageInputTokens: 400,
      outputTokens: 4160,
      imageOutputTokens: 4160,
    })
    expect(quota(made, usage)).toBe(String((100 + 400 * 2 + 4160 * 8) * 2.5))
  })

  it("a picture's token never costs less than the completion ratio says", () => {
    const tables = {
      modelRatio: { 'gpt-image-1': '2.5', p: '1' },
      completionRatio: { 'gpt-image-1': '10', p: '7' },
    }
    const usage = usageOf({ outputTokens: 100, imageOutputTokens: 100 })
    expect(quota(quoteOf(tables, 'gpt-image-1'), usage)).toBe('2500')
    expect(quota(quoteOf(tables, 'p'), usage)).toBe('700')
  })

  it('pictures in a chat answer of a model that sells them dearer are charged apart from its text', () => {
    const model = 'gemini-2.5-flash-image'
    const made = quoteOf({ modelRatio: { [model]: '0.15' }, completionRatio: { [model]: '8' } }, model)
    expect(quota(made, usageOf({ outputTokens: 1300, imageOutputTokens: 1290 }))).toBe(
      String((10 * 8 + 1290 * 100) * 0.15),
    )
  })

  it('a cache entry that lasts an hour costs twice a fresh token, one of minutes a quarter more', () => {
    const claude = quoteOf({ modelRatio: { 'claude-sonnet-4-5': '1.5' } }, 'claude-sonnet-4-5')
    const usage = usageOf({ inputTokens: 1000, cacheWriteTokens: 800, cacheWriteHourTokens: 300 })
    expect(quota(claude, usage)).toBe(String((200 + 500 * 1.25 + 300 * 2) * 1.5))
    expect(explainPrice(claude, usage).line).toBe(
      '(200 new + 500 written to cache x 1.25 + 300 written to cache for an hour x 2) x model 1.5 x group 1 = 2137.5 quota',
    )
  })

  it('whisper-1 at its default of 3: a minute is 1000 tokens and 0.006 dollars', async () => {
    const whisper = quoteOf({ modelRatio: { 'whisper-1': '3' } }, 'whisper-1')
    const audio = () => ({ seconds: 61.2, isEstimated: false })
    const inputTokens = await countPrompt('transcription', 'whisper-1', {}, audio)
    expect(inputTokens).toBe(1033)
    expect(quota(whisper, usageOf({ inputTokens }))).toBe('3099')
    expect(quota(whisper, usageOf({ inputTokens: 1000 }))).toBe(String(0.006 * 500_000))
  })

  it('tts-1 counts characters, later voices count tokens', async () => {
    const input = 'Grüße, 世界! 👋'
    expect(await countPrompt('speech', 'tts-1-hd', { input })).toBe(12)
    const tokens = await countPrompt('speech', 'gpt-4o-mini-tts', { input })
    expect(tokens).toBe(await countPrompt('embedding', 'gpt-4o-mini-tts', { input }))
    expect(tokens).not.toBe(12)
    expect(quota(quoteOf({ modelRatio: { 'tts-1': '7.5' } }, 'tts-1'), usageOf({ inputTokens: 12 }))).toBe(
      '90',
    )
  })

  it.each([
    ['gpt-4o-realtime-preview', '2.5', 20],
    ['gpt-4o-realtime-preview-2024-12-17', '2.5', 8],
    ['gpt-realtime', '2', 8],
    ['gpt-4o-audio-preview', '1.25', 40],
  ])('%s: what is heard and said costs its audio ratios', (model, modelRatio, audio) => {
    const spoken = quoteOf({ modelRatio: { [model]: modelRatio }, completionRatio: { [model]: '4' } }, model)
    const usage = usageOf({
      inputTokens: 300,
      audioInputTokens: 200,
      outputTokens: 90,
      audioOutputTokens: 50,
    })
    expect(quota(spoken, usage)).toBe(
      String((100 + 200 * audio + 40 * 4 + 50 * audio * 2) * Number(modelRatio)),
    )
  })
})

describe('Gemini', () => {
  it.each([
    ['gemini-2.5-flash', '0.15', '3.333333333'],
    ['gemini-2.5-flash-lite-preview-09-2025', '0.05', '3'],
    ['gemini-3-flash-preview', '0.25', '2'],
    ['gemini-3.1-flash-lite', '0.125', '2'],
    ['gemini-2.0-flash', '0.05', '7'],
    ['gemini-2.5-pro', '0.625', '1'],
    ['gemini-3.5-flash-lite', '0.15', '1'],
    ['gemini-2.5-flash-image', '0.15', '1'],
  ])('%s: sound that it hears costs as much as Google asks for it', (model, modelRatio, audio) => {
    const made = quoteOf({ modelRatio: { [model]: modelRatio } }, model)
    const heard = 1_000_000_000
    const cost = quota(made, usageOf({ inputTokens: heard, audioInputTokens: heard }))
    const asText = quota(made, usageOf({ inputTokens: heard }))
    expect(Number(cost) / Number(asText)).toBeCloseTo(Number(audio), 9)
  })
})

describe('what is counted where nothing is stated', () => {
  it('query and documents of a rerank, whatever their form', async () => {
    const [query, first, second] = ['What is a capital?', 'Paris is one.', 'Berlin too.']
    const texts = await countPrompt('embedding', 'm', { input: [query, first, second] })
    expect(await countPrompt('rerank', 'm', { query, documents: [first, second] })).toBe(texts)
    expect(await countPrompt('rerank', 'm', { query, documents: [{ text: first }, { text: second }] })).toBe(
      texts,
    )
  })

  it('the prompt of a picture, and nothing for a variation of one', async () => {
    const prompt = 'a white cat'
    expect(await countPrompt('image', 'm', { prompt })).toBe(
      await countPrompt('embedding', 'm', { input: prompt }),
    )
    expect(await countPrompt('image-variation', 'm', {})).toBe(0)
  })

  it('a transcription whose length nobody measured is taken from the size of the upload', async () => {
    expect(await countPrompt('translation', 'whisper-1', { file: { bytes: 240_000 } })).toBe(1000)
  })

  it('no text of an answer, except where the model wrote it to be charged', () => {
    expect((['chat', 'completion', 'responses', 'messages', 'generate'] as const).every(countsOutput)).toBe(
      true,
    )
    expect((['transcription', 'speech', 'image', 'rerank', 'embedding'] as const).some(countsOutput)).toBe(
      false,
    )
  })
})

const byToken = quoteOf({ modelRatio: { 'gpt-image-1': '2.5' } }, 'gpt-image-1')
const byCall = quoteOf({ modelPrice: { m: '0.04' } })

const facts = (more: Partial<ChargeFacts> = {}): ChargeFacts => ({
  quote: byToken,
  stated: { kind: 'none' },
  countPrompt: () => 5,
  countOutput: () => 0,
  leastPrompt: () => 250,
  leastOutput: () => 250,
  hasOutput: true,
  ended: 'complete',
  holdAmount: fromQuota(1_000_000),
  requestBytes: 1000,
  attachments: 0,
  outputTokensCap: undefined,
  deliveredBytes: 100_000,
  units: ratio('2'),
  ...more,
})
const stated = (usage: Partial<Usage>): StatedUsage => ({
  kind: 'stated',
  usage: usageOf(usage),
  isFinal: true,
})

const formulaOf = ({ quote, usage, units, surcharge }: Charge): string =>
  explainPrice(quote, usage, units, surcharge).line

describe('settling pictures', () => {
  it('by tokens where the upstream states them, whatever the units', async () => {
    const usage = { inputTokens: 100, outputTokens: 1000, imageOutputTokens: 1000 }
    const charge = await decideCharge(facts({ stated: stated(usage) }))
    expect(charge).toMatchObject({ cost: fromQuota(20_250), quote: byToken, source: 'upstream', rule: 'P1' })
  })

  it('by the picture where it does not, or says what cannot be', async () => {
    for (const said of [
      { kind: 'none' },
      { kind: 'invalid', reason: 'x' },
      stated({ outputTokens: 2 ** 30 }),
    ] as const) {
      const charge = await decideCharge(facts({ stated: said }))
      expect(charge.cost).toBe(fromQuota(2 * 0.0025 * 2.5 * 500_000))
      expect(charge.quote).toBe(pictureQuote(byToken))
      expect(formulaOf(charge)).toBe(
        'price $0.00625 x 2 units x 500000 quota per dollar x group 1 = 6250 quota',
      )
    }
  })

  it.each<[JsonObject, number | undefined, number]>([
    [{ n: 2, quality: 'low', size: '1024x1024' }, undefined, 544],
    [{ n: 2, quality: 'high', size: '1024x1024' }, undefined, 8320],
    [{ n: 2, quality: 'high', size: '1024x1024' }, 1, 4160],
  ])('of OpenAI by the tokens that they have, where none are stated: %j', async (body, made, tokens) => {
    const known = facts({ countPrompt: () => 4, pictureTokens: pictureTokens(body, made) })
    const charge = await decideCharge(known)
    expect(charge).toMatchObject({
      cost: fromQuota((4 + tokens * 8) * 2.5),
      quote: byToken,
      usage: { outputTokens: tokens, imageOutputTokens: tokens },
      flags: ['usage_estimated'],
    })
    expect(earnedSoFar({ ...known, leastPrompt: () => 4, ended: 'cut-by-upstream' })).toBe(charge.cost)
    const flux = quoteOf({ modelRatio: { flux: '2.5' } }, 'flux')
    expect((await decideCharge({ ...known, quote: flux })).cost).toBe(fromQuota(6250))
  })

  it('a price per call counts on success even with zero tokens, times its units', async () => {
    const charge = await decideCharge(facts({ quote: byCall, countPrompt: () => 0 }))
    expect(charge).toMatchObject({ cost: fromQuota(40_000), units: ratio('2') })
    expect((await decideCharge(facts({ quote: byCall, units: undefined }))).cost).toBe(fromQuota(20_000))
    expect((await decideCharge(facts({ quote: byCall, stated: stated({ outputTokens: 9 }) }))).cost).toBe(
      fromQuota(40_000),
    )
  })

  it('nothing was made, nothing is charged', async () => {
    const failed = await decideCharge(facts({ quote: byCall, ended: 'failed', hasOutput: false }))
    expect(failed).toMatchObject({ cost: 0n, units: undefined })
  })

  it('tools come on top of either kind of price', async () => {
    const surcharge = ratio('0.02')
    const charge = await decideCharge(facts({ quote: byCall, surcharge }))
    expect(charge.cost).toBe(fromQuota(50_000))
    expect(formulaOf(charge)).toBe(
      'price $0.04 x 2 units x 500000 quota per dollar x group 1 + tools $0.02 x 500000 quota per dollar x group 1 = 50000 quota',
    )
  })
})

describe('holding for pictures', () => {
  const hold = { promptTokens: 100, outputTokensCap: undefined, preConsumedQuota: 500 }

  it('a price per call is held times its units', () => {
    expect(estimateHold(byCall, { ...hold, units: ratio('3') })).toBe(fromQuota(60_000))
  })

  it('by tokens or by the picture, whichever is dearer', () => {
    const many = {
      ...hold,
      units: ratio('2'),
      pictureTokens: pictureTokens({ n: 2, size: '1024x1024', quality: 'high' }),
    }
    expect(estimateHold(byToken, many)).toBe(fromQuota((100 + 8320 * 8) * 2.5))
    expect(estimateHold(byToken, { ...hold, promptTokens: 0, units: ratio('2') })).toBe(fromQuota(6250))
  })

  it.each<[JsonObject, number]>([
    [{}, 6240],
    [{ size: '1024x1024' }, 4160],
    [{ size: '1024x1024', quality: 'low', n: 3 }, 816],
    [{ size: '1536x1024', quality: 'medium' }, 1584],
    [{ size: 'auto', quality: 'auto', partial_images: 2 }, 6440],
    [{ quality: 'constructor' }, 6240],
  ])('%j may take %d tokens', (body, tokens) => {
    expect(pictureTokens(body)).toBe(tokens)
  })
})

describe('for all units and surcharges', () => {
  const anyRatio = fc.bigInt(0n, 10n ** 12n).map((value) => value as Ratio)
  const anyQuote = fc.constantFrom<Quote>(
    byCall,
    byToken,
    quoteOf({ modelPrice: { m: '0' } }),
    quoteOf({ modelPrice: { m: '0.000000001' }, groupRatio: { default: '0.000000001' } }),
  )

  it('the cost is never below nothing, never beyond the bound, and never falls when there is more', () => {
    fc.assert(
      fc.property(anyQuote, anyRatio, anyRatio, anyRatio, (quote, worth, more, tools) => {
        const cost = (each: Ratio, surcharge: Ratio) => priceUsage(quote, usageOf({}), each, surcharge).cost
        const before = cost(worth, tools)
        expect(before).toBeGreaterThanOrEqual(0n)
        expect(cost((worth + more) as Ratio, tools)).toBeGreaterThanOrEqual(before)
        expect(cost(worth, (tools + more) as Ratio)).toBeGreaterThanOrEqual(before)
        expect(cost(worth, tools)).toBeLessThanOrEqual(AMOUNT_MAX_PER_OPERATION)
      }),
    )
  })

  it('a hold covers what those units cost', () => {
    fc.assert(
      fc.property(anyRatio, (worth) => {
        const held = estimateHold(byCall, {
          promptTokens: 0,
          outputTokensCap: 0,
          preConsumedQuota: 0,
          units: worth,
        })
        expect(held).toBeGreaterThanOrEqual(priceUsage(byCall, usageOf({}), worth).cost)
      }),
    )
  })

  it('the record of a charge derives the same price', () => {
    fc.assert(
      fc.property(anyQuote, anyRatio, anyRatio, fc.nat(9999), (quote, worth, surcharge, tokens) => {
        const usage = usageOf({
          inputTokens: tokens,
          imageInputTokens: tokens >> 1,
          outputTokens: 9,
          imageOutputTokens: 9,
        })
        const extras = readRecordedExtras(
          JSON.parse(JSON.stringify(recordExtras({ units: worth, surcharge }))),
        )
        const read = readRecordedQuote(JSON.parse(recordQuote(quote)))
        if (!read) throw new Error('no record')
        expect(explainPrice(read, usage, extras.units, extras.surcharge)).toEqual(
          explainPrice(quote, usage, worth, surcharge),
        )
      }),
    )
  })
})

describe('what the log says', () => {
  it('units and tools in words, where there are any', () => {
    expect(quoteInWords(byCall)).toBe('model price $0.04, group ratio 1')
    expect(quoteInWords(byCall, { units: ratio('3'), surcharge: ratio('0.02') })).toBe(
      'model price $0.04, group ratio 1, 3 units, tools $0.02',
    )
    expect(quoteInWords(byToken, { units: ratio('3') })).toBe(
      'model ratio 2.5, completion ratio 1, group ratio 1',
    )
  })

  it('nothing for ordinary calls', () => {
    expect(recordExtras({})).toEqual({})
    expect(recordExtras({ units: ratio('1'), surcharge: ratio('0') })).toEqual({})
    expect(readRecordedExtras(undefined)).toEqual({})
    expect(readRecordedExtras({ units: -4, surcharge: 'x' })).toEqual({
      units: undefined,
      surcharge: undefined,
    })
  })
})
