import { afterId3 } from './audio-id3.ts'

/** Bit rates in kbit/s by the header's four bits; 0 = free format or not allowed. */
const V1_LAYER1 = [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 0]
const V1_LAYER2 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0]
const V1_LAYER3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const V2_LAYER1 = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 0]
const V2_LAYER23 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
const SAMPLE_RATES = [44_100, 48_000, 32_000, 0]

/**
 * Maximum number of positions that only look like a frame. Only hostile files have more, and each costs time on a
 * request's path.
 */
const FALSE_STARTS_MAX = 100_000

interface Frame {
  readonly length: number
  readonly samples: number
  readonly sampleRate: number
}

/**
 * Measures MPEG audio, layers 1 to 3, by counting the frames. A variable bit rate requires that, and the summary in a
 * Xing header is only the encoder's word; the frame that contains one is silent and not counted.
 */
export function mp3Seconds(bytes: Buffer): number | undefined {
  // Sum by rate, so that each sum stays a whole number: a minute must not become 60.0000001 seconds.
  const samples = new Map<number, number>()
  let isFirst = true
  let falseStarts = 0
  for (let at = afterId3(bytes); at + 4 <= bytes.length; ) {
    const frame = readFrame(bytes, at)
    // After garbage, accept a frame only if another one follows it.
    if (!frame || (isFirst && !isFollowed(bytes, at, frame))) {
      falseStarts += 1
      if (falseStarts > FALSE_STARTS_MAX) return undefined
      isFirst = true
      at = nextSync(bytes, at + 1)
      continue
    }
    if (!isFirst || !isSummary(bytes, at, frame))
      samples.set(frame.sampleRate, (samples.get(frame.sampleRate) ?? 0) + frame.samples)
    isFirst = false
    at += frame.length
  }
  let seconds = 0
  for (const [rate, count] of samples) seconds += count / rate
  return seconds > 0 ? seconds : undefined
}

const nextSync = (bytes: Buffer, from: number): number => {
  const at = bytes.indexOf(0xff, from)
  return at === -1 ? bytes.length : at
}

const isFollowed = (bytes: Buffer, at: number, frame: Frame): boolean =>
  at + frame.length + 4 > bytes.length || readFrame(bytes, at + frame.length) !== undefined

/** Reads a frame header. Version 1 (3), 2 (2) or 2.5 (0); layer 1 (3), 2 (2) or 3 (1). */
function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (bytes[at] !== 0xff || at + 4 > bytes.length) return undefined
  const header = bytes.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff) return undefined
  const version = (header >>> 19) & 3
  const layer = (header >>> 17) & 3
  const kilobits = bitRates(version, layer)[(header >>> 12) & 15] ?? 0
  const baseRate = SAMPLE_RATES[(header >>> 10) & 3] ?? 0
  if (version === 1 || layer === 0 || kilobits === 0 || baseRate === 0) return undefined
  const sampleRate = version === 3 ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4
  const padding = (header >>> 9) & 1
  if (layer === 3)
    return {
      length: (Math.floor((12_000 * kilobits) / sampleRate) + padding) * 4,
      samples: 384,
      sampleRate,
    }
  const samples = layer === 1 && version !== 3 ? 576 : 1152
  return {
    length: Math.floor((samples * 125 * kilobits) / sampleRate) + padding,
    samples,
    sampleRate,
  }
}

function bitRates(version: number, layer: number): readonly number[] {
  if (version === 3) return layer === 3 ? V1_LAYER1 : layer === 2 ? V1_LAYER2 : V1_LAYER3
  return layer === 3 ? V2_LAYER1 : V2_LAYER23
}

/**
 * Recognizes a summary frame. `Xing`, `Info` and `VBRI` follow the side information, whose length depends on the mode,
 * so the whole range is searched.
 */
function isSummary(bytes: Buffer, at: number, frame: Frame): boolean {
  const start = bytes.toString('latin1', at + 4, at + Math.min(frame.length, 48))
  return start.includes('Xing') || start.includes('Info') || start.includes('VBRI')
}
