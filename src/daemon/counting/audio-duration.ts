import { afterId3 } from './audio-id3.ts'
import { mp3Seconds } from './audio-mp3.ts'
import { mp4Seconds } from './audio-mp4.ts'
import { oggSeconds } from './audio-ogg.ts'
import { flacSeconds, wavSeconds } from './audio-plain.ts'
import { webmSeconds } from './audio-webm.ts'

/** The length of an audio file. */
export interface AudioLength {
  readonly seconds: number
  /** The container states no length, or an impossible one, so it is estimated from the size. */
  readonly isEstimated: boolean
}

type Format = 'wav' | 'flac' | 'mp3' | 'ogg' | 'mp4' | 'webm' | 'unknown'

/** Return the seconds stated by the container; undefined = not stated. Must be linear in the size and never throw. */
const READERS: Readonly<Record<Format, (bytes: Buffer) => number | undefined>> = {
  wav: wavSeconds,
  flac: flacSeconds,
  mp3: mp3Seconds,
  ogg: oggSeconds,
  mp4: mp4Seconds,
  webm: webmSeconds,
  unknown: () => undefined,
}

/**
 * Bytes per second to assume if nothing is known: the lowest common rate of speech recordings, so that the estimate
 * errs on the long side. Plain: 16 kHz, mono, 16 bit; FLAC: half of that; lossy formats: 32 kbit/s.
 */
const ASSUMED_RATE: Readonly<Record<Format, number>> = {
  wav: 32_000,
  flac: 16_000,
  mp3: 4000,
  ogg: 4000,
  mp4: 4000,
  webm: 4000,
  unknown: 4000,
}

/**
 * Highest believable bytes per second. Above it, the stated length is wrong or a lie: the header comes from the client,
 * and the charge depends on it. Generous, because mp4 and webm may carry video, and FLAC eight channels.
 */
const RATE_MAX: Readonly<Record<Format, number>> = {
  wav: 25_000_000,
  flac: 6_500_000,
  mp3: 64_000,
  ogg: 256_000,
  mp4: 12_500_000,
  webm: 12_500_000,
  unknown: 0,
}

/** Allowance for headers, tags and cover pictures. */
const OVERHEAD_BYTES = 2_097_152

/**
 * Determines the length of an audio file. Pure and synchronous: reads headers (of every frame or page for MP3 and Ogg)
 * and decodes nothing.
 *
 * Why not a library: music-metadata 12.1 refuses the WebM that browsers record (clusters without a size), finds no
 * length in fragmented MP4, sees only the first of chained Ogg files, and spends 19 s without a pause on 25 MB of empty
 * MP4 boxes, where this takes 30 ms.
 */
export function audioLength(file: Uint8Array): AudioLength {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const format = formatOf(bytes)
  const seconds = READERS[format](bytes)
  const isBelievable =
    seconds !== undefined &&
    Number.isFinite(seconds) &&
    seconds > 0 &&
    bytes.length <= OVERHEAD_BYTES + seconds * RATE_MAX[format]
  return isBelievable ? { seconds, isEstimated: false } : assumedLength(bytes.length, ASSUMED_RATE[format])
}

/** Returns the assumed length of audio of this size if nothing else is known about it. */
export const assumedLength = (bytes: number, bytesPerSecond: number = ASSUMED_RATE.unknown): AudioLength => ({
  seconds: bytes / bytesPerSecond,
  isEstimated: true,
})

/** Detects the format by the first bytes. The client's file name is not reliable. */
function formatOf(bytes: Buffer): Format {
  const first = bytes.toString('latin1', 0, 4)
  if (first === 'RIFF' || first === 'RF64') return 'wav'
  if (first === 'OggS') return 'ogg'
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return 'mp4'
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'webm'
  const start = afterId3(bytes)
  if (bytes.toString('latin1', start, start + 4) === 'fLaC') return 'flac'
  if (start > 0 || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3'
  return 'unknown'
}

const TOKENS_PER_MINUTE = 1000

/**
 * Returns the tokens of audio: a thousand per minute. Started seconds count in full, and the result is rounded once.
 */
export const transcriptionTokens = (seconds: number): number =>
  Math.round((Math.ceil(Math.max(0, seconds)) * TOKENS_PER_MINUTE) / 60)
