import { createHash } from 'node:crypto'
import { asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { COPY_BYTES_MAX } from '../stored/file-copies.ts'

/** The most memory for copies of all running uploads. Beyond that, files pass through without a copy. */
const ALL_BYTES_MAX = 8 * COPY_BYTES_MAX

let allBytes = 0

const OPENING_BRACE = 0x7b

/** Collects the bytes of an upload that looks like a file of requests, in which each line is a JSON object. */
export class UploadCopy {
  #chunks: Buffer[] = []
  #bytes = 0
  #isOver = false

  /** Adds bytes that have arrived. */
  add(chunk: Buffer): void {
    if (this.#isOver || chunk.length === 0) return
    const isOther = this.#bytes === 0 && chunk[0] !== OPENING_BRACE
    if (isOther || this.#bytes + chunk.length > COPY_BYTES_MAX || allBytes + chunk.length > ALL_BYTES_MAX)
      return this.drop()
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    allBytes += chunk.length
  }

  /** Releases its memory. Must be called at the end. */
  drop(): void {
    this.#isOver = true
    this.#chunks = []
    allBytes -= this.#bytes
    this.#bytes = 0
  }

  /**
   * Returns the file, if the vendor reports JSON with the same hash. Otherwise the vendor has a different file: part of
   * it may have been sent before this copy began.
   */
  contentOf({ mimeType, sha256Hash }: JsonObject): Buffer | undefined {
    if (this.#bytes === 0 || !/json/i.test(asText(mimeType) ?? '')) return undefined
    const content = Buffer.concat(this.#chunks)
    const hash = createHash('sha256').update(content).digest()
    // Google encodes the digest as hex, and the hex in base64.
    const known = [hash.toString('base64'), Buffer.from(hash.toString('hex')).toString('base64')]
    return known.includes(asText(sha256Hash) ?? '') ? content : undefined
  }
}
