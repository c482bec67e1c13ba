import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib'
import { AppError } from '../../errors/app-error.ts'
import type { BodyLease } from '../../http/body-budget.ts'

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
  ['zstd', promisify(zstdDecompress) as Decoder],
])

/** Ordinary text compresses to a fifth or a tenth. Anything that expands more was made to fill memory. */
const UNPACKED_TIMES_MAX = 20

/** Another name of `gzip` (RFC 9110, 8.4.1.3). */
const X_GZIP = 'x-gzip'

/** EF BB BF, with which some editors and libraries begin a text. Parsers may ignore it (RFC 8259, 8.1); many do not. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/**
 * Decompresses the body and removes a byte order mark. It may have one content coding. Decompressed, it may have twenty
 * times its size, but never more than the body limit. Meanwhile, the lease reserves the maximum size.
 *
 * @returns a promise only if there is something to decompress
 * @throws AppError `content_encoding_unknown` for unknown or stacked codings, `body_too_large`,
 * `body_packed_too_tight`, `too_many_bodies`, `invalid_request`
 */
export function unpackBody(
  body: Buffer,
  headers: IncomingHttpHeaders,
  bytesMax: number,
  lease: BodyLease,
): Buffer | Promise<Buffer> {
  const named = headers['content-encoding']?.trim().toLowerCase() ?? ''
  const coding = named === X_GZIP ? 'gzip' : named
  return coding === '' || coding === 'identity'
    ? withoutMark(body)
    : unpack(body, coding, bytesMax, lease).then(withoutMark)
}

const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? body.subarray(BYTE_ORDER_MARK.length)
    : body

async function unpack(body: Buffer, coding: string, bytesMax: number, lease: BodyLease): Promise<Buffer> {
  const decode = DECODERS.get(coding)
  if (!decode)
    throw new AppError('content_encoding_unknown', { values: { codings: [...DECODERS.keys()].join(', ') } })
  const unpackedMax = Math.min(bytesMax, Math.max(1, body.length * UNPACKED_TIMES_MAX))
  lease.giveBack(body.length)
  lease.take(unpackedMax)
  try {
    const unpacked = await decode(body, { maxOutputLength: unpackedMax })
    lease.giveBack(unpackedMax - unpacked.length)
    return unpacked
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw unpackedMax === bytesMax
        ? new AppError('body_too_large', { cause })
        : new AppError('body_packed_too_tight', { cause, values: { times: UNPACKED_TIMES_MAX } })
    throw new AppError('invalid_request', {
      cause,
      field: 'content-encoding',
      phrase: 'badlyPacked',
      values: { coding },
    })
  }
}
