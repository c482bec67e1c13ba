/** The boxes that contain the relevant boxes. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'mvex'])
/** Deeper than any relevant box: a file of nothing but nested boxes must not overflow the stack. */
const DEPTH_MAX = 4
/** A day in two-second fragments has fewer. A file of nothing but empty boxes must not hold up a request. */
const BOXES_MAX = 100_000

/** Facts from the headers, collected in one pass. */
interface Found {
  /** The length of the whole file. */
  movie: number | undefined
  movieScale: number
  /** The longest track with sound. */
  sound: number | undefined
  /** The length of the track that is being read. The file states its kind after its length. */
  track: number | undefined
  /** The length of a file in fragments, in the movie's scale. */
  fragments: number | undefined
  boxes: number
}

/** Measures MP4, M4A and MOV: returns the length of the longest track with sound, else of the whole file. */
export function mp4Seconds(bytes: Buffer): number | undefined {
  const found: Found = {
    movie: undefined,
    movieScale: 0,
    sound: undefined,
    track: undefined,
    fragments: undefined,
    boxes: 0,
  }
  walk({ bytes, start: 0, end: bytes.length }, found, 0)
  if (found.boxes > BOXES_MAX) return undefined
  const fragments =
    found.fragments !== undefined && found.movieScale > 0 ? found.fragments / found.movieScale : undefined
  return found.sound || found.movie || fragments
}

/** The content of a box, without its header. */
interface Box {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

function walk({ bytes, start: from, end: to }: Box, found: Found, depth: number): void {
  for (let at = from; at + 8 <= to && found.boxes <= BOXES_MAX; ) {
    found.boxes += 1
    const type = bytes.toString('latin1', at + 4, at + 8)
    let size = bytes.readUInt32BE(at)
    let start = at + 8
    if (size === 1 && at + 16 <= to) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      start = at + 16
    }
    // Zero = to the end. A box that claims less than its own header would be read forever.
    const end = size === 0 ? to : Math.min(at + size, to)
    if (end < start) return
    if (type === 'trak') found.track = undefined
    if (CONTAINERS.has(type) && depth < DEPTH_MAX) walk({ bytes, start, end }, found, depth + 1)
    else note(type, { bytes, start, end }, found)
    at = end
  }
}

function note(type: string, box: Box, found: Found): void {
  const { bytes, start, end } = box
  if (type === 'mvhd') {
    found.movieScale = timescale(box)
    found.movie = seconds(box)
  }
  if (type === 'mdhd') found.track = seconds(box)
  if (type === 'hdlr' && end - start >= 12 && bytes.toString('latin1', start + 8, start + 12) === 'soun')
    found.sound = Math.max(found.sound ?? 0, found.track ?? 0)
  if (type === 'mehd') {
    const isLong = bytes[start] === 1
    if (end - start >= (isLong ? 12 : 8))
      found.fragments = isLong ? Number(bytes.readBigUInt64BE(start + 4)) : bytes.readUInt32BE(start + 4)
  }
}

/** Reads the timescale. `mvhd` and `mdhd` start alike: version, times of creation and change, scale, length. */
function timescale({ bytes, start, end }: Box): number {
  const at = bytes[start] === 1 ? start + 20 : start + 12
  return at + 4 <= end ? bytes.readUInt32BE(at) : 0
}

function seconds(box: Box): number | undefined {
  const { bytes, start, end } = box
  const scale = timescale(box)
  if (scale === 0) return undefined
  if (bytes[start] === 1)
    return start + 32 <= end ? Number(bytes.readBigUInt64BE(start + 24)) / scale : undefined
  const length = start + 20 <= end ? bytes.readUInt32BE(start + 16) : 0xffffffff
  return length === 0xffffffff ? undefined : length / scale
}
