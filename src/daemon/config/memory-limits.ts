import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const MEGABYTE = 2 ** 20
/** A busy daemon takes this much without any long body or answer. Measured with some hundred open streams. */
const DAEMON_BYTES = 256 * MEGABYTE
const BODY_BYTES = { least: 4 * MEGABYTE, most: 32 * MEGABYTE }
/** A body is in memory up to seven times: as bytes, as text, as objects, and as the request that goes upstream. */
const COPIES = 8
/** Bodies and answers each take as much, and an answer is in memory up to six times. */
const COPIES_OF_BOTH = 12
/** Text and objects are in the heap, bytes are not. */
const HEAP_SHARE = 4

/** What the daemon runs on. */
export interface Machine {
  /** Of the machine, or of the container if that has less. */
  readonly memoryBytes: number
  /** The most that V8 gives objects and texts. */
  readonly heapBytes: number
}

/** Limits for request bodies. */
export interface BodyLimits {
  readonly bodyBytesMax: number
  /** All bodies together; the answers together take as much again. */
  readonly bodiesBytesMax: number
}

export const readMachine = (): Machine => ({
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  heapBytes: getHeapStatistics().heap_size_limit,
})

/**
 * The limits for a machine. With 512 MB, one body of 32 MB fits at a time; with more memory, several; with less, only shorter
 * ones. Without limits, a few long requests at once would make the system kill the daemon.
 */
export function bodyLimitsOf({ memoryBytes, heapBytes }: Machine): BodyLimits {
  const spareBytes = Math.max(0, memoryBytes - DAEMON_BYTES)
  const fitting = Math.floor(spareBytes / COPIES)
  return {
    bodyBytesMax: Math.min(BODY_BYTES.most, Math.max(BODY_BYTES.least, fitting)),
    bodiesBytesMax: Math.floor(Math.min(heapBytes / HEAP_SHARE, spareBytes / COPIES_OF_BOTH)),
  }
}
