import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audioLength, transcriptionTokens } from '../../../src/daemon/counting/audio-duration.ts'
import {
  flac,
  id3,
  mp3,
  mp4,
  mp4Fragmented,
  mp4Long,
  oggOpus,
  oggVorbis,
  wav,
  webmLive,
  webmStated,
} from './audio-files.ts'

const recorded = (name: string) =>
  readFileSync(new URL(`../../fixtures/openai-operations/${name}`, import.meta.url))

describe('how long a sound is', () => {
  it.each([
    // Two bytes per sample, 24 000 samples per second, 4800 bytes of data.
    ['upload.wav', 0.1],
    // 84 frames of 1024 samples at 48 kHz.
    ['upload.m4a', 1.792],
    // 128 kbit/s, 8064 bytes.
    ['speech.mp3', 0.504],
    ['speech.id3.mp3', 1.656],
  ])('is read from the recorded %s', (name, seconds) => {
    const length = audioLength(recorded(name))
    expect(length.isEstimated).toBe(false)
    expect(length.seconds).toBeCloseTo(seconds, 6)
  })

  const cd = { sampleRate: 44_100, channels: 2, bits: 16 }
  it.each<[string, Buffer, number]>([
    ['a WAV file', wav({ ...cd, dataBytes: 176_400 * 3 }), 3],
    [
      'a WAV file whose recorder left the size open',
      wav({ ...cd, dataBytes: 176_400, statedBytes: 0xffffffff }),
      1,
    ],
    ['a WAV file that was cut', wav({ ...cd, dataBytes: 176_400, statedBytes: 17_640_000 }), 1],
    ['FLAC', flac(48_000, 48_000n * 61n), 61],
    ['FLAC behind a tag', Buffer.concat([id3(300), flac(44_100, 44_100n)]), 1],
    ['MP3 with a variable bit rate', mp3([32, 320, 128, 64, 192]), (5 * 1152) / 44_100],
    [
      'MP3 behind a tag full of what looks like frames',
      Buffer.concat([id3(400), mp3([128, 128])]),
      2304 / 44_100,
    ],
    [
      'MP3 with garbage in the middle',
      Buffer.concat([mp3([128, 128]), Buffer.alloc(99, 0xff), mp3([64, 64])]),
      4608 / 44_100,
    ],
    ['Opus, without its lead-in', oggOpus([48_000n, -1n, 480_312n]), 10],
    ['two Opus tracks in a chain', Buffer.concat([oggOpus([48_312n]), oggOpus([96_312n], 312, 2)]), 3],
    ['Vorbis', oggVorbis(44_100, 88_200n), 2],
    ['MP4: its track with sound', mp4([1000, 9000], ['vide', 600, 5400], ['soun', 48_000, 96_000]), 2],
    ['MP4 without tracks: the whole', mp4([1000, 9000]), 9],
    ['MP4 with long numbers', mp4Long(1000, 12_000n), 12],
    ['MP4 in fragments', mp4Fragmented(1000, 7500), 7.5],
    ['WebM that states it', webmStated(4500), 4.5],
    ['WebM of a browser, which cannot', webmLive([0, 980], [1000, 980], [2000, 500]), 2.5],
  ])('is read from %s', (_name, file, seconds) => {
    const length = audioLength(file)
    expect(length.isEstimated).toBe(false)
    expect(length.seconds).toBeCloseTo(seconds, 9)
  })

  it('a frame that only sums up an MP3 file is not counted', () => {
    const [summary, sound] = [mp3([128]), mp3([128, 128])]
    summary.write('Xing', 36, 'latin1')
    expect(audioLength(Buffer.concat([summary, sound])).seconds).toBeCloseTo(2304 / 44_100, 9)
  })

  it('is guessed from the size, and said to be, where nothing tells it', () => {
    expect(audioLength(Buffer.alloc(40_000, 1))).toEqual({ seconds: 10, isEstimated: true })
    expect(audioLength(flac(48_000, 0n))).toMatchObject({ isEstimated: true })
    expect(audioLength(Buffer.concat([Buffer.from('RIFF0000WAVE'), Buffer.alloc(31_988)]))).toEqual({
      seconds: 1,
      isEstimated: true,
    })
    expect(audioLength(Buffer.alloc(0))).toEqual({ seconds: 0, isEstimated: true })
  })

  it('a header that claims a tenth of a second for megabytes is not believed', () => {
    const lie = Buffer.concat([oggOpus([5112n]), Buffer.alloc(20_000_000, 1)])
    expect(audioLength(lie)).toEqual({ seconds: lie.length / 4000, isEstimated: true })
  })
})

describe('hostile files', () => {
  const starts = [
    'RIFF\0\0\0\0WAVE',
    'OggS',
    '\0\0\0\x18ftypM4A ',
    '\x1aE\xdf\xa3',
    'fLaC',
    'ID3\x04',
    '\xff\xfb\x90\x00',
  ]

  it('of any content have a length that is no less than nothing, and never throw', () => {
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        const { seconds } = audioLength(Buffer.concat([Buffer.from(start, 'latin1'), rest]))
        expect(seconds).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(seconds)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('cut at any byte never throw', () => {
    const files = [
      wav({ sampleRate: 8000, channels: 1, bits: 8, dataBytes: 20 }),
      flac(8000, 8000n),
      mp3([32, 32]),
      oggOpus([960n, 9600n]),
      mp4([1000, 9000], ['soun', 48_000, 96_000]),
      webmLive([0, 980], [1000, 980]),
      webmStated(4500),
    ]
    for (const file of files)
      for (let end = 0; end <= file.length; end += 1)
        expect(audioLength(file.subarray(0, end)).seconds).toBeGreaterThanOrEqual(0)
  })

  it('of nothing but nested boxes or false starts are read in one go', () => {
    const boxes = Buffer.alloc(8_000_000)
    for (let at = 0; at < boxes.length; at += 8) {
      boxes.writeUInt32BE(Math.min(boxes.length - at, 0xffffffff), at)
      boxes.write(at === 0 ? 'ftyp' : 'moov', at + 4, 'latin1')
    }
    boxes.writeUInt32BE(8, 0)
    expect(audioLength(boxes).isEstimated).toBe(true)
    // The data that states the length comes after more filler than is read.
    const empty = Buffer.from('\0\0\0\x08free'.repeat(200_000), 'latin1')
    const [head, sound] = [mp4([1000, 9000]), mp3([128, 128])]
    expect(audioLength(Buffer.concat([head.subarray(0, 16), empty, head.subarray(16)])).isEstimated).toBe(
      true,
    )
    expect(audioLength(Buffer.concat([Buffer.alloc(200_000, 0xff), sound])).isEstimated).toBe(true)
    expect(audioLength(Buffer.alloc(8_000_000, 0xff)).isEstimated).toBe(true)
    expect(audioLength(Buffer.from('OggS'.repeat(2_000_000), 'latin1')).isEstimated).toBe(true)
  })
})

describe('transcriptionTokens', () => {
  it.each([
    [61.2, 1033],
    [60, 1000],
    [36.709999084472656, 617],
    [0.1, 17],
    [0, 0],
    [3600, 60_000],
  ])('%d seconds count as %d', (seconds, tokens) => {
    expect(transcriptionTokens(seconds)).toBe(tokens)
  })
})
