import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds of processor time that a program has used so far, by what its threads do. */
export interface ProcessorTime {
  readonly main: number
  /** The thread that writes to the store, or talks to PostgreSQL for it. */
  readonly ledger: number
  /** V8's own threads: garbage collection and compiling. */
  readonly helpers: number
  /** Readers, file system, name look-ups. */
  readonly rest: number
  /** The database server's processes. */
  readonly server: number
}

const NONE: ProcessorTime = { main: 0, ledger: 0, helpers: 0, rest: 0, server: 0 }

/** One tick of `utime` and `stime` (proc(5)); USER_HZ is 100 on every Linux that Node.js runs on. */
const TICK_US = 10_000

/** Threads by the name that the kernel has of them (`comm`), which Node.js and `startThread` set. */
const kinds: readonly (readonly [name: RegExp, kind: keyof ProcessorTime])[] = [
  [/^(?:node-)?MainThread$|^node$/, 'main'],
  [/^(?:ledger|writer)$/, 'ledger'],
  [/^node-V8Worker$|^V8Worker$|^DelayedTaskSche/, 'helpers'],
]

/** User and system time of a `stat` file. The name before it may hold anything, so count from its last bracket. */
const ticksIn = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Of a file that may be gone by now. */
const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** What each thread of a process has used. A worker's own threads that ended are not counted. */
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

/** A server and its children. Connections of the run stay open, so no child's time is lost in between. */
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

/** What was used between two readings, per request. */
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

/** "75 main + 36 ledger + 16 helpers = 127 µs"; parts below one microsecond are left out, not lost in the sum. */
export function describeTime(time: ProcessorTime): string {
  const parts = Object.entries(time).filter(([, microseconds]) => microseconds >= 1)
  const sum = Object.values(time).reduce((total, each) => total + each, 0)
  return `${parts.map(([kind, microseconds]) => `${Math.round(microseconds)} ${kind}`).join(' + ')} = **${Math.round(sum)} µs**`
}
