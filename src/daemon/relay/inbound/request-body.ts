import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, type ZlibOptions, zstdDecompress } from 'node:zlib'
import { AppError } from '../../errors/app-error.ts'

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip) as Decoder],
  ['deflate', promisify(inflate) as Decoder],
  ['br', promisify(brotliDecompress) as Decoder],
  ['zstd', promisify(zstdDecompress) as Decoder],
])

/**
 * The body as the client meant it. One content coding at most, and never more than the body limit when unpacked.
 * @throws AppError `unsupported_media_type` for unknown or stacked codings, `body_too_large`, `invalid_request`
 */
export async function decodeRequestBody(
  body: unknown,
  headers: IncomingHttpHeaders,
  bytesMax: number,
): Promise<Buffer> {
  if (!Buffer.isBuffer(body)) return Buffer.alloc(0)
  const coding = headers['content-encoding']?.trim().toLowerCase()
  if (coding === undefined || coding === '' || coding === 'identity') return body
  const decode = DECODERS.get(coding)
  if (!decode) throw new AppError('unsupported_media_type')
  try {
    return await decode(body, { maxOutputLength: bytesMax })
  } catch (cause) {
    if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AppError('body_too_large', { cause })
    throw new AppError('invalid_request', {
      cause,
      field: 'content-encoding',
      message: `The body is not valid ${coding}.`,
    })
  }
}
