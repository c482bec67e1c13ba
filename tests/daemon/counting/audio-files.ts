/** Audio files built by hand from the formats' specifications. They contain only what determines their duration. */

const u16le = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const u32le = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u32be = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const u64be = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}
const text = (value: string) => Buffer.from(value, 'latin1')

export interface WavShape {
  readonly sampleRate: number
  readonly channels: number
  readonly bits: number
  readonly dataBytes: number
  /** The data size stated in the header; the actual size when absent. */
  readonly statedBytes?: number
}

export function wav({ sampleRate, channels, bits, dataBytes, statedBytes }: WavShape): Buffer {
  const blockAlign = (channels * bits) / 8
  const format = Buffer.concat([
    u16le(1),
    u16le(channels),
    u32le(sampleRate),
    u32le(sampleRate * blockAlign),
    u16le(blockAlign),
    u16le(bits),
  ])
  // An odd-sized chunk before the data, as editors write it, padded to an even position.
  const list = Buffer.concat([text('LIST'), u32le(3), text('abc'), Buffer.alloc(1)])
  return Buffer.concat([
    text('RIFF'),
    u32le(0),
    text('WAVEfmt '),
    u32le(format.length),
    format,
    list,
    text('data'),
    u32le(statedBytes ?? dataBytes),
    Buffer.alloc(dataBytes),
  ])
}

export function flac(sampleRate: number, samples: bigint): Buffer {
  const packed = (BigInt(sampleRate) << 44n) | (1n << 41n) | (15n << 36n) | samples
  return Buffer.concat([
    text('fLaC'),
    Buffer.from([0x80, 0, 0, 34]),
    Buffer.alloc(10),
    u64be(packed),
    Buffer.alloc(16),
  ])
}

/** Builds frames of MPEG-1 layer 3 at 44.1 kHz with 1152 samples each, at the given bit rates. */
export function mp3(kilobits: readonly number[]): Buffer {
  const rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  const frames = kilobits.map((each) => {
    const frame = Buffer.alloc(Math.floor((144_000 * each) / 44_100))
    u32be(0xfffb0000 + rates.indexOf(each) * 0x1000).copy(frame)
    return frame
  })
  return Buffer.concat(frames)
}

export function id3(size: number): Buffer {
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, (size >> 7) & 0x7f, size & 0x7f])
  return Buffer.concat([head, Buffer.alloc(size, 0xff)])
}

function oggPage(flags: number, granule: bigint, serial: number, content: Buffer): Buffer {
  const head = Buffer.alloc(27)
  head.write('OggS', 0, 'latin1')
  head[5] = flags
  head.writeBigInt64LE(granule, 6)
  head.writeUInt32LE(serial, 14)
  head[26] = 1
  return Buffer.concat([head, Buffer.from([content.length]), content])
}

/** Builds a track with pages that end at the given positions; -1 = a page on which no packet ends. */
export function oggOpus(positions: readonly bigint[], preSkip = 312, serial = 1): Buffer {
  const head = Buffer.concat([
    text('OpusHead'),
    Buffer.from([1, 1]),
    u16le(preSkip),
    u32le(16_000),
    Buffer.alloc(3),
  ])
  return Buffer.concat([
    oggPage(2, 0n, serial, head),
    oggPage(0, 0n, serial, text('OpusTags')),
    ...positions.map((each) => oggPage(0, each, serial, Buffer.alloc(200))),
  ])
}

export function oggVorbis(sampleRate: number, samples: bigint): Buffer {
  const head = Buffer.concat([
    text('\x01vorbis'),
    u32le(0),
    Buffer.from([1]),
    u32le(sampleRate),
    Buffer.alloc(14),
  ])
  return Buffer.concat([oggPage(2, 0n, 7, head), oggPage(4, samples, 7, Buffer.alloc(100))])
}

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32be(body.length + 8), text(type), body])
}

const lengthBox = (type: string, scale: number, length: number) =>
  box(type, u32be(0), u32be(0), u32be(0), u32be(scale), u32be(length), Buffer.alloc(4))
const longLengthBox = (type: string, scale: number, length: bigint) =>
  box(type, Buffer.from([1, 0, 0, 0]), Buffer.alloc(16), u32be(scale), u64be(length))
const track = (kind: string, scale: number, length: number) =>
  box(
    'trak',
    box('mdia', lengthBox('mdhd', scale, length), box('hdlr', Buffer.alloc(8), text(kind), Buffer.alloc(13))),
  )

export const mp4 = (movie: [number, number], ...tracks: readonly [string, number, number][]): Buffer =>
  Buffer.concat([
    box('ftyp', text('M4A '), u32be(0)),
    box('mdat', Buffer.alloc(64)),
    box('moov', lengthBox('mvhd', ...movie), ...tracks.map((each) => track(...each))),
  ])

export const mp4Long = (scale: number, length: bigint): Buffer =>
  Buffer.concat([box('ftyp', text('isom')), box('moov', longLengthBox('mvhd', scale, length))])

export const mp4Fragmented = (scale: number, length: number): Buffer =>
  Buffer.concat([
    box('ftyp', text('isom')),
    box('moov', lengthBox('mvhd', scale, 0), box('mvex', box('mehd', u32be(0), u32be(length)))),
  ])

const element = (id: readonly number[], content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(id),
    Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]),
    content,
  ])
/** Builds an element without a size, as live recorders write it. */
const openElement = (id: readonly number[], content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(id), Buffer.from([0x01, 255, 255, 255, 255, 255, 255, 255]), content])
const block = (offset: number) =>
  element([0xa3], Buffer.from([0x81, (offset >> 8) & 0xff, offset & 0xff, 0x80, 1, 2]))
const ebml = element([0x1a, 0x45, 0xdf, 0xa3], Buffer.alloc(5))

export function webmStated(milliseconds: number): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(milliseconds)
  const info = Buffer.concat([
    element([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40])),
    element([0x44, 0x89], duration),
  ])
  return Buffer.concat([ebml, element([0x18, 0x53, 0x80, 0x67], element([0x15, 0x49, 0xa9, 0x66], info))])
}

/** Builds clusters that begin at the given milliseconds, each with blocks at 0 and at the given offset into it. */
export function webmLive(...clusters: readonly [start: number, lastOffset: number][]): Buffer {
  const written = clusters.map(([start, offset]) =>
    openElement(
      [0x1f, 0x43, 0xb6, 0x75],
      Buffer.concat([element([0xe7], u32be(start)), block(0), block(offset)]),
    ),
  )
  return Buffer.concat([ebml, openElement([0x18, 0x53, 0x80, 0x67], Buffer.concat(written))])
}
