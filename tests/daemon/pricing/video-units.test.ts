import { describe, expect, it } from 'vitest'
import { formatRatio, RATIO_ONE } from '../../../src/daemon/money/ratio.ts'
import { mediaUnits } from '../../../src/daemon/pricing/media-units.ts'
import { quoteInWords } from '../../../src/daemon/pricing/price-record.ts'
import { videoCharge } from '../../../src/daemon/pricing/video-units.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { quoteOf } from './prices.ts'

const unitsOf = (model: string, body: JsonObject, told?: JsonObject) =>
  formatRatio(videoCharge(model, body, told).units)

describe('how many prices per second a video is worth', () => {
  it.each<[string, JsonObject, string]>([
    ['sora-2', {}, '4'],
    ['sora-2', { seconds: '8' }, '8'],
    ['sora-2', { seconds: 12, size: '1280x720' }, '12'],
    ['sora-2', { seconds: null, size: null }, '4'],
    ['sora-2-pro', { seconds: '12', size: '1792x1024' }, '20'],
    ['sora-2-pro', { seconds: '4', size: '1080x1920' }, '9.333333333'],
    ['veo-3.1-generate-001', { seconds: '8', size: '1920x1080' }, '8'],
    ['veo-3.1-generate-001', { seconds: '8', size: '3840x2160' }, '12'],
    ['veo-3.1-fast-generate-001', { seconds: '5', size: '1080x1920' }, '6'],
    ['veo-3.1-lite-generate-001', { seconds: '5', size: '1920x1080' }, '8'],
    ['some-relay', { seconds: '5', size: '3840x2160' }, '5'],
  ])('%s %j: %s', (model, body, expected) => {
    expect(unitsOf(model, body)).toBe(expected)
    expect(formatRatio(mediaUnits('video', model, body) ?? RATIO_ONE)).toBe(expected)
  })

  it('a shorter video than was asked for costs what it is, a longer one what was asked for', () => {
    expect(unitsOf('sora-2', { seconds: '8' }, { seconds: '4' })).toBe('4')
    expect(unitsOf('sora-2', { seconds: '4' }, { seconds: '8' })).toBe('4')
    expect(unitsOf('sora-2', { seconds: '4' }, { seconds: 'many' })).toBe('4')
  })

  it('where the client does not say how long, the vendor’s length counts, within reason', () => {
    expect(unitsOf('sora-2', {}, { seconds: '10' })).toBe('10')
    expect(unitsOf('sora-2', {}, { seconds: '600' })).toBe('20')
  })

  it('the log says seconds, and the size where it has a price', () => {
    const quote = quoteOf({ modelPrice: { m: '0.3' } })
    const wordsOf = (body: JsonObject) => {
      const video = videoCharge('sora-2-pro', body)
      return quoteInWords(quote, { units: video.units, video })
    }
    expect(wordsOf({ seconds: '8' })).toMatch(/, 8 seconds$/)
    expect(wordsOf({ seconds: '1' })).toMatch(/, 1 second$/)
    expect(wordsOf({ seconds: '12', size: '1792x1024' })).toMatch(/, 12 seconds of 1792x1024 \(20 units\)$/)
  })
})
