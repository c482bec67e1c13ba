import { afterId3 } from './audio-id3.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** Sizes left by a recorder that could not go back to fill in the real one: the data extends to the end. */
const OPEN_SIZES: ReadonlySet<number> = new Set([0, 0xffffffff, 0x7fffffff])
const CHANNELS_MAX = 64
const SAMPLE_RATE_MAX = 768_000

/** Measures WAV (`RIFF`, and `RF64` for large files): size of the data chunk divided by bytes per second. */
export function wavSeconds(bytes: Buffer): number | undefined {
  if (bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let rate: number | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (id === 'fmt ') rate = byteRate(bytes, start)
    if (id === 'data') {
      const room = bytes.length - start
      return rate && (OPEN_SIZES.has(size) ? room : Math.min(size, room)) / rate
    }
    // Chunks start at even positions.
    at = start + size + (size % 2)
  }
  return undefined
}

/**
 * Returns the bytes per second: for plain samples from their layout, because players ignore the field that states it.
 */
function byteRate(bytes: Buffer, start: number): number | undefined {
  if (start + 16 > bytes.length) return undefined
  const format = bytes.readUInt16LE(start)
  const channels = bytes.readUInt16LE(start + 2)
  const sampleRate = bytes.readUInt32LE(start + 4)
  const bits = bytes.readUInt16LE(start + 14)
  if (channels === 0 || channels > CHANNELS_MAX || sampleRate === 0 || sampleRate > SAMPLE_RATE_MAX)
    return undefined
  if (format === PCM || format === FLOAT || format === EXTENSIBLE)
    return bits === 0 || bits > 64 ? undefined : sampleRate * channels * Math.ceil(bits / 8)
  return bytes.readUInt32LE(start + 8) || undefined
}

/**
 * Measures FLAC: samples divided by sample rate, both from the block that always comes first. Zero samples = unknown.
 */
export function flacSeconds(bytes: Buffer): number | undefined {
  const start = afterId3(bytes) + 8
  if (start + 18 > bytes.length) return undefined
  // 20 bits sample rate, 3 bits channels, 5 bits sample size, 36 bits samples.
  const packed = bytes.readBigUInt64BE(start + 10)
  const sampleRate = Number(packed >> 44n)
  const samples = Number(packed & 0xf_ffff_ffffn)
  return sampleRate === 0 || samples === 0 ? undefined : samples / sampleRate
}
