import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of processor time that a program has used so far, by the purpose of its threads. */
export interface ProcessorTime {
  readonly main: number
  /** The thread that writes to the database, or communicates with PostgreSQL. */
  readonly ledger: number
  /** V8's own threads: garbage collection and compiling. */
  readonly helpers: number
  /** Readers, file system, name lookups. */
  readonly rest: number
  /** The database server's processes. */
  readonly server: number
}

const NONE: ProcessorTime = { main: 0, ledger: 0, helpers: 0, rest: 0, server: 0 }

/** One tick of `utime` and `stime` (proc(5)); USER_HZ is 100 on every Linux that Node.js runs on. */
const TICK_US = 10_000

/** Kinds of threads by their name in the kernel (`comm`), which Node.js and `startThread` set. */
const kinds: readonly (readonly [name: RegExp, kind: keyof ProcessorTime])[] = [
  [/^(?:node-)?MainThread$|^node$/, 'main'],
  [/^(?:ledger|writer)$/, 'ledger'],
  [/^node-V8Worker$|^V8Worker$|^DelayedTaskSche/, 'helpers'],
]

/**
 * Returns user and system time of a `stat` file. The name may contain anything, so fields are counted from its last
 * bracket.
 */
const ticksIn = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Reads a file; undefined if it no longer exists. */
const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Sums the processor time of a process's threads by kind. Threads of a worker that have ended are not counted. */
export function processorTime(pid: number, serverPid?: number): ProcessorTime {
  const sums = { ...NONE }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = read(`/proc/${pid}/task/${thread}/stat`)
    const name = read(`/proc/${pid}/task/${thread}/comm`)?.trim() ?? ''
    if (stat === undefined) continue
    const kind = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? 'rest'
    sums[kind] += ticksIn(stat) * TICK_US
  }
  if (serverPid !== undefined) sums.server = serverTime(serverPid)
  return sums
}

/** Sums the time of a server and its children. Connections stay open during the run, so no child's time is lost. */
function serverTime(pid: number): number {
  let ticks = 0
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${each}/stat`)
    if (stat === undefined) continue
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (Number(each) === pid || parent === pid) ticks += ticksIn(stat)
  }
  return ticks * TICK_US
}

/** Returns the time used per request between two readings. */
export function perRequest(before: ProcessorTime, after: ProcessorTime, requests: number): ProcessorTime {
  const share = (kind: keyof ProcessorTime) => (after[kind] - before[kind]) / Math.max(1, requests)
  return {
    main: share('main'),
    ledger: share('ledger'),
    helpers: share('helpers'),
    rest: share('rest'),
    server: share('server'),
  }
}

/**
 * Formats "75 main + 36 ledger + 16 helpers = 127 µs"; the sum includes parts below one microsecond, which are not
 * shown.
 */
export function describeTime(time: ProcessorTime): string {
  const parts = Object.entries(time).filter(([, microseconds]) => microseconds >= 1)
  const sum = Object.values(time).reduce((total, each) => total + each, 0)
  return `${parts.map(([kind, microseconds]) => `${Math.round(microseconds)} ${kind}`).join(' + ')} = **${Math.round(sum)} µs**`
}
