const HEADER_BYTES = 27
const NO_GRANULE = 0xffff_ffff_ffff_ffffn
/** Opus positions count samples at this rate, whatever the recording used. */
const OPUS_RATE = 48_000

/** One stream within the file: files may be chained. */
interface Track {
  readonly sampleRate: number
  /** Samples at the start that are not played. */
  readonly skipped: number
  last: bigint
}

/** Measures Ogg with Opus, Vorbis, Speex or FLAC: the last page of a track states its number of samples. */
export function oggSeconds(bytes: Buffer): number | undefined {
  const tracks = new Map<number, Track>()
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) !== 'OggS') {
      const next = bytes.indexOf('OggS', at + 1, 'latin1')
      if (next === -1) break
      at = next
      continue
    }
    const segments = bytes[at + 26] ?? 0
    const start = at + HEADER_BYTES + segments
    if (start > bytes.length) break
    notePage(bytes, at, start, tracks)
    let end = start
    for (let each = at + HEADER_BYTES; each < start; each += 1) end += bytes[each] ?? 0
    at = end
  }
  let seconds = 0
  for (const track of tracks.values()) seconds += secondsOf(track)
  return seconds > 0 ? seconds : undefined
}

function notePage(bytes: Buffer, at: number, start: number, tracks: Map<number, Track>): void {
  const serial = bytes.readUInt32LE(at + 14)
  const granule = bytes.readBigUInt64LE(at + 6)
  const isBeginning = ((bytes[at + 5] ?? 0) & 2) !== 0
  if (isBeginning) {
    const track = readTrack(bytes, start)
    if (track) tracks.set(serial, track)
    return
  }
  const track = tracks.get(serial)
  if (!track || granule === NO_GRANULE || granule === 0n) return
  if (granule > track.last) track.last = granule
}

function readTrack(bytes: Buffer, start: number): Track | undefined {
  const head = bytes.toString('latin1', start, start + 8)
  const track = (sampleRate: number, skipped: number): Track | undefined =>
    sampleRate > 0 ? { sampleRate, skipped, last: 0n } : undefined
  if (head === 'OpusHead' && start + 12 <= bytes.length)
    return track(OPUS_RATE, bytes.readUInt16LE(start + 10))
  if (head.startsWith('\x01vorbis') && start + 16 <= bytes.length)
    return track(bytes.readUInt32LE(start + 12), 0)
  if (head === 'Speex   ' && start + 40 <= bytes.length) return track(bytes.readUInt32LE(start + 36), 0)
  if (head.startsWith('\x7fFLAC') && start + 30 <= bytes.length)
    return track(bytes.readUIntBE(start + 27, 3) >>> 4, 0)
  return undefined
}

const secondsOf = (track: Track): number =>
  Math.max(0, (Number(track.last) - track.skipped) / track.sampleRate)
