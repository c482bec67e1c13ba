import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { UpstreamExchange } from './exchange.ts'

/** Bodies are bounded, so that an upstream cannot fill our memory or our log. */
export const ANSWER_BYTES_MAX = 64 * 1024 * 1024
export const ERROR_BYTES_MAX = 256 * 1024

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: ANSWER_BYTES_MAX }),
}

export function isEncoded(exchange: UpstreamExchange): boolean {
  const coding = readHeader(exchange, 'content-encoding')?.trim() ?? ''
  return coding !== '' && coding !== 'identity'
}

/**
 * Accepts one encoding at most, although we requested none. @returns undefined if it cannot be decoded within the
 * limits
 */
export async function decodeContent(exchange: UpstreamExchange, body: Buffer): Promise<Buffer | undefined> {
  if (!isEncoded(exchange)) return body
  const decode = DECODERS[readHeader(exchange, 'content-encoding')?.trim().toLowerCase() ?? '']
  try {
    return await decode?.(body)
  } catch {
    return undefined
  }
}

export function readHeader(exchange: UpstreamExchange, name: string): string | undefined {
  const value = exchange.headers[name]
  return Array.isArray(value) ? value[0] : value
}
