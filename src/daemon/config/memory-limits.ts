import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'

const MEGABYTE = 2 ** 20
/** The memory of a busy daemon without long bodies or responses, measured with a few hundred open streams. */
const DAEMON_BYTES = 256 * MEGABYTE
const BODY_BYTES = { least: 4 * MEGABYTE, most: 32 * MEGABYTE }
/**
 * Copies assumed for each body. Up to seven were measured: bytes, text, objects, and the request that goes upstream.
 */
const COPIES = 8
/** Bodies and responses may reach their limits at the same time; this assumes six copies of each. */
const COPIES_OF_BOTH = 12
/** The part of the heap that bodies may fill: it contains only text and objects, but several copies of them. */
const HEAP_SHARE = 4

/** The resources of the machine or container. */
export interface Machine {
  /** Memory of the machine, or of the container if that is smaller. */
  readonly memoryBytes: number
  /** The limit of V8's heap. */
  readonly heapBytes: number
  /** How many files and connections the process may have open; undefined if the system does not report it. */
  readonly filesMax: number | undefined
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
  filesMax: readFilesMax(),
})

/** Reads the limit of open files on Linux. Node raises its own limit when it starts, so the current one is read. */
function readFilesMax(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/**
 * Computes the limits for a machine. With 512 MB, one body of 32 MB fits at a time; with more memory, several; with
 * less, only shorter ones. Without limits, a few long requests at once would make the system kill the daemon.
 */
export function bodyLimitsOf({ memoryBytes, heapBytes }: Machine): BodyLimits {
  const spareBytes = Math.max(0, memoryBytes - DAEMON_BYTES)
  const fitting = Math.floor(spareBytes / COPIES)
  return {
    bodyBytesMax: Math.min(BODY_BYTES.most, Math.max(BODY_BYTES.least, fitting)),
    bodiesBytesMax: Math.floor(Math.min(heapBytes / HEAP_SHARE, spareBytes / COPIES_OF_BOTH)),
  }
}

/** The memory of a daemon that has just started. */
const IDLE_BYTES = 150 * MEGABYTE
/** Calls and connections get this part of the spare memory, which long bodies and responses may use too. */
const CROWD_SHARE = 0.5
/** Calls get this part of that memory, and connections without a call the rest. Open files are divided the same way. */
const CALLS_SHARE = 0.6
/** A stream of short events took 112 kB in measurements, including both of its connections. */
const CALL_BYTES = 128 * 1024
/** A connection with half a head of 12 kB took 22 kB in measurements. */
const CONNECTION_BYTES = 24 * 1024
/** Files for the database, the log and the console. */
const OTHER_FILES = 100
/** What is left for clients at least. A daemon that has just started has 41 files open. */
const CLIENT_FILES_LEAST = 10

/** Limits for all clients together. */
export interface CrowdLimits {
  readonly callsMax: number
  /** All connections of clients, including those with a call. */
  readonly connectionsMax: number
}

/**
 * Computes how many calls and connections a machine can take. Without limits, two thousand streams made the system kill
 * a daemon with 256 MB, which ended all running calls. So did seven thousand clients who never finished their request.
 */
export function crowdLimitsOf({ memoryBytes, heapBytes, filesMax = Infinity }: Machine): CrowdLimits {
  const spareBytes = Math.max(0, memoryBytes - DAEMON_BYTES)
  const crowdBytes = DAEMON_BYTES - IDLE_BYTES + CROWD_SHARE * spareBytes
  const files = Math.max(CLIENT_FILES_LEAST, filesMax - OTHER_FILES)
  const callsMax = Math.floor(
    Math.min((CALLS_SHARE * crowdBytes) / CALL_BYTES, heapBytes / 2 / CALL_BYTES, (files * CALLS_SHARE) / 2),
  )
  const others = ((1 - CALLS_SHARE) * crowdBytes) / CONNECTION_BYTES
  return {
    callsMax,
    // Connections to upstreams need file descriptors too.
    connectionsMax: Math.floor(Math.min(callsMax + others, files - callsMax)),
  }
}
