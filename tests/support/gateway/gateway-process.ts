import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawnKept } from '../kept-child.ts'
import { freePort } from '../services/server-process.ts'

export interface GatewayOptions {
  /** A given folder is kept; otherwise a temporary folder is used, which `stop` deletes. */
  readonly dataDir?: string
  /** Default: a free port. */
  readonly port?: number
  /** Added to the environment: `TOLLGATE_DATABASE_URL` and the like. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * Time limit for the start. Default a minute: a start takes half a second, or thirty times that on a busy machine.
   */
  readonly readyWithinMs?: number
}

/** `tollgate serve` as users start it, in a separate process. */
export interface GatewayProcess {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Returns its resident memory now, in bytes. */
  residentBytes(): number
  /** Returns what it has written to standard output and error. */
  output(): string
  /** Settles with the exit code (null after a signal) when it ends. */
  readonly ended: Promise<number | null>
  signal(signal: NodeJS.Signals): void
  /** Sends SIGTERM, waits for the end, deletes a temporary data directory. Returns the exit code. */
  stop(): Promise<number | null>
}

const launcher = fileURLToPath(new URL('../../../bin/tollgate', import.meta.url))
const outputKept = 100_000

/** Short drain time: streams left open by a failed run must not delay its end. */
const usualEnv = { TOLLGATE_LOG_FORMAT: 'json', TOLLGATE_LOG_LEVEL: 'warn', TOLLGATE_DRAIN_SECONDS: '5' }

const untilReady = async (
  url: string,
  child: ChildProcess,
  withinMs: number,
): Promise<string | undefined> => {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) return 'ended'
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return undefined
    await sleep(20)
  }
  return `was not ready within ${withinMs} ms`
}

/** @throws Error with the end of its output if it does not become ready */
export const startGateway = async (options: GatewayOptions = {}): Promise<GatewayProcess> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'tollgate-gateway-'))
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawnKept(process.execPath, [launcher, 'serve', '--port', String(port), '--data', dataDir], {
    env: { ...process.env, ...usualEnv, ...options.env },
  })
  child.stdin.end()
  let output = ''
  const read = (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-outputKept)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await ended
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    return code
  }
  const failure = await untilReady(url, child, options.readyWithinMs ?? 60_000)
  if (failure !== undefined) {
    child.kill('SIGKILL')
    await stop()
    throw new Error(`tollgate serve ${failure}: ${output.trim().split('\n').slice(-5).join(' | ')}`)
  }
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    residentBytes: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024
    },
    output: () => output,
    ended,
    signal: (signal) => void child.kill(signal),
    stop,
  }
}
