const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  timecodeScale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const

/** Elements that are only entered: their content is read next, so their size does not matter. */
const ENTERED: ReadonlySet<number> = new Set([ID.segment, ID.info, ID.cluster, ID.blockGroup])

const NANOSECONDS = 1_000_000_000
const DEFAULT_SCALE = 1_000_000

/**
 * Measures WebM and Matroska: the later of the stated length and the time of the last block. Recorders in browsers
 * cannot state a length, because the header is written first.
 */
export function webmSeconds(bytes: Buffer): number | undefined {
  let scale = DEFAULT_SCALE
  let stated = 0
  let cluster = 0
  let last = 0
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber(bytes, at, true)
    const size = id && readNumber(bytes, at + id.length, false)
    if (!id || !size) break
    const start = at + id.length + size.length
    if (ENTERED.has(id.value)) {
      at = start
      continue
    }
    const end = start + size.value
    if (end > bytes.length) break
    if (id.value === ID.timecodeScale) scale = readUnsigned(bytes, start, size.value) || DEFAULT_SCALE
    else if (id.value === ID.duration) stated = readFloat(bytes, start, size.value)
    else if (id.value === ID.timecode) cluster = readUnsigned(bytes, start, size.value)
    else if (id.value === ID.simpleBlock || id.value === ID.block)
      last = Math.max(last, cluster + readBlockTime(bytes, start, size.value))
    at = end
  }
  const longest = (Math.max(stated, last) * scale) / NANOSECONDS
  return longest > 0 ? longest : undefined
}

/** Reads an element's id (marker kept) or size: as many bytes as the first one has leading zeros, plus one. */
function readNumber(
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  let value = keepsMarker ? first : first & ((1 << (8 - length)) - 1)
  for (let each = 1; each < length; each += 1) value = value * 256 + (bytes[at + each] ?? 0)
  return { value, length }
}

function readUnsigned(bytes: Buffer, start: number, length: number): number {
  let value = 0
  for (let each = 0; each < Math.min(length, 8); each += 1) value = value * 256 + (bytes[start + each] ?? 0)
  return value
}

function readFloat(bytes: Buffer, start: number, length: number): number {
  const value = length === 4 ? bytes.readFloatBE(start) : length === 8 ? bytes.readDoubleBE(start) : 0
  return Number.isFinite(value) ? value : 0
}

/** Reads the time of a block, which starts with its track's number and its signed time within the cluster. */
function readBlockTime(bytes: Buffer, start: number, length: number): number {
  const track = readNumber(bytes, start, false)
  return track && length >= track.length + 2 ? bytes.readInt16BE(start + track.length) : 0
}
