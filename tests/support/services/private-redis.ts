import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, providePrograms, redisProgram } from './programs.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

/** Logical databases of a private server: enough for one per test file. */
export const privateRedisDatabases = 2000

/** A private Redis server on loopback; nothing is written to disk. */
export interface PrivateRedis {
  /** Without a database number. */
  readonly url: string
  /** A stopped server comes back empty. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

/** Creates a server. @throws Error in one line if the program is missing or does not start */
export const createPrivateRedis = async (): Promise<PrivateRedis> => {
  providePrograms([redisProgram])
  const program = findProgram(redisProgram)
  if (program === undefined) throw new Error('redis-server not found')
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-redis-'))
  const port = await freePort()
  const settings = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    save: '',
    appendonly: 'no',
    databases: String(privateRedisDatabases),
    daemonize: 'no',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  let server: ServerProcess | undefined
  const start = async () => {
    server ??= await startServer({ path: program, args, ready: 'Ready to accept connections' })
  }
  const stop = async () => {
    await server?.end('SIGKILL')
    server = undefined
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
