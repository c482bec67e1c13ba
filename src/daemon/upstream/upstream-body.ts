import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { UpstreamExchange } from './exchange.ts'

/** Limits on bodies, so that an upstream cannot fill our memory or our log. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024
export const ERROR_BYTES_MAX = 256 * 1024

/**
 * Not even lists of the same few words compress better than this. A body with a higher ratio was made to fill memory.
 */
const UNPACKED_TIMES_MAX = 100
/** Bodies that unpack to no more than this may have any compression ratio. */
const UNPACKED_BYTES_FREE = 1_048_576

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

export function isEncoded(exchange: UpstreamExchange): boolean {
  const coding = readHeader(exchange, 'content-encoding')?.trim() ?? ''
  return coding !== '' && coding !== 'identity'
}

/**
 * Decodes a body. Accepts at most one encoding, although none was requested.
 *
 * @param bytesMax of the decoded body
 * @returns undefined if the body cannot be decoded within the limits
 */
export async function decodeContent(
  exchange: UpstreamExchange,
  body: Buffer,
  bytesMax: number = ANSWER_BYTES_MAX,
): Promise<Buffer | undefined> {
  if (!isEncoded(exchange)) return body
  const decode = DECODERS[readHeader(exchange, 'content-encoding')?.trim().toLowerCase() ?? '']
  const unpackedMax = Math.max(UNPACKED_BYTES_FREE, body.length * UNPACKED_TIMES_MAX)
  try {
    return await decode?.(body, { maxOutputLength: Math.min(bytesMax, unpackedMax) })
  } catch {
    return undefined
  }
}

export function readHeader(exchange: UpstreamExchange, name: string): string | undefined {
  const value = exchange.headers[name]
  return Array.isArray(value) ? value[0] : value
}
