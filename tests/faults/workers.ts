import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { spawnKept } from '../support/kept-child.ts'
import { freePort } from '../support/services/server-process.ts'
import type { Site } from './site.ts'

export const launcher = fileURLToPath(new URL('../../bin/tollgate', import.meta.url))

/** Returns the IDs of the child processes of the site's daemon. */
export const childrenOf = (site: Site): number[] => childrenOfProcess(site.gateway.pid)

const childrenOfProcess = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Returns the IDs of the child processes that listen on the site's port. */
export const workersOf = (site: Site): number[] => {
  const port = Number(new URL(site.url).port).toString(16).toUpperCase().padStart(4, '0')
  const sockets = new Set(
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${port}`))
      .map((columns) => `socket:[${columns[9]}]`),
  )
  return childrenOf(site).filter((pid) => socketsOf(pid).some((socket) => sockets.has(socket)))
}

const socketsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  } catch {
    // The process has exited, or has just closed the file.
    return []
  }
}

/** Resolves when all workers listen for the first time. */
export const untilAllListen = (site: Site): Promise<void> =>
  vi.waitFor(
    () => {
      if (!site.gateway.output().includes('Tollgate listens on')) throw new Error(site.gateway.output())
    },
    { timeout: 60_000, interval: 20 },
  )

/** Reads a path over a new connection, which any of the workers may accept. */
export const readPath = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const outgoing = request(url, { agent: false, headers }).end()
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode as number, text: await text(response) }
}

/** Reads a metric that has no labels. */
export const readMeter = async (site: Site, name: string): Promise<number> => {
  const { text: page } = await readPath(`${site.url}/metrics`)
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)?.[1])
}

export const isRunning = (pid: number): boolean => {
  try {
    // An exited process stays a zombie until its parent, or the process that replaces its parent, has waited for it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Starts two more workers on the site's database, below a shell that outlives their supervisor. */
export const startSupervised = async (site: Site) => {
  const port = await freePort()
  const shell = spawnKept(
    '/bin/sh',
    [
      '-c',
      '"$0" "$@" & echo "pid $!"; read -r end',
      process.execPath,
      launcher,
      'serve',
      '--port',
      String(port),
      '--data',
      site.gateway.dataDir,
    ],
    { env: { ...process.env, ...site.env, TOLLGATE_WORKERS: '2', TOLLGATE_LOG_LEVEL: 'warn' } },
  )
  let output = ''
  shell.stdout.on('data', (chunk) => {
    output += chunk
  })
  await vi.waitFor(
    () => {
      if (!output.includes('Tollgate listens on')) throw new Error(output)
    },
    { timeout: 60_000, interval: 20 },
  )
  const supervisor = Number(/^pid (\d+)$/m.exec(output)?.[1])
  return {
    url: `http://127.0.0.1:${port}`,
    supervisor,
    children: childrenOfProcess(supervisor),
    end: () => void shell.kill('SIGKILL'),
  }
}
