import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const MEGABYTE = 2 ** 20
/** The memory of a busy daemon without long bodies or answers. We measured it with a few hundred open streams. */
const DAEMON_BYTES = 256 * MEGABYTE
const BODY_BYTES = { least: 4 * MEGABYTE, most: 32 * MEGABYTE }
/** We measured up to seven copies of a body: bytes, text, objects, and the request that goes upstream. */
const COPIES = 8
/** Bodies and answers may reach their limits at the same time; we count six copies of each. */
const COPIES_OF_BOTH = 12
/** Only text and objects are in the heap, but several copies of them. */
const HEAP_SHARE = 4

/** The memory that the daemon has. */
export interface Machine {
  /** Memory of the machine, or of the container if that is smaller. */
  readonly memoryBytes: number
  /** The limit of V8's heap. */
  readonly heapBytes: number
}

/** Limits for request bodies. */
export interface BodyLimits {
  readonly bodyBytesMax: number
  /** Limit for all bodies together. All long answers together have the same limit. */
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
