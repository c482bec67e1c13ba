import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findProgram, postgresProgram, providePrograms, unprivilegedUser } from './programs.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'

/** Ways to stop PostgreSQL: open transactions rolled back, no shutdown checkpoint, or kill -9. */
export type PostgresStop = 'fast' | 'immediate' | 'kill'

const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** A private PostgreSQL server in its own folder, on loopback without passwords. */
export interface PrivatePostgres {
  /** Administrator URL of the `postgres` database. */
  readonly url: string
  stop(mode: PostgresStop): Promise<void>
  start(): Promise<void>
  /** Stops it and deletes its files. */
  remove(): Promise<void>
}

const initialise = (
  folder: string,
  program: string,
  user: { uid: number; gid: number } | undefined,
): void => {
  const initdb = join(dirname(program), 'initdb')
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const result = spawnSync(initdb, args, { ...user, cwd: '/', encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`initdb failed: ${(result.stderr || String(result.error)).trim()}`)
}

/**
 * Creates a server.
 * @param isDurable false: data need not survive a crash of the machine, and nothing waits for the disk
 * @param kept a folder whose server is reused, created if it does not exist. Default: a temporary folder
 * @throws Error in one line if the program is missing or does not start
 */
export const createPrivatePostgres = async (isDurable: boolean, kept?: string): Promise<PrivatePostgres> => {
  providePrograms([postgresProgram])
  const program = findProgram(postgresProgram)
  if (program === undefined) throw new Error('postgres not found')
  const user = unprivilegedUser()
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'tollgate-postgres-'))
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
    initialise(folder, program, user)
  }
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '400',
    shared_buffers: '64MB',
    ...(isDurable ? { fsync: 'on' } : { fsync: 'off', full_page_writes: 'off' }),
    log_min_messages: 'warning',
  }
  const args = [
    '-D',
    folder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let server: ServerProcess | undefined

  const start = async () => {
    if (server) return
    const deadline = Date.now() + 60_000
    for (;;) {
      try {
        server = await startServer({ path: program, args, user, ready: 'ready to accept connections' })
        return
      } catch (error) {
        // After kill -9, the last backends keep the shared memory for a moment.
        if (Date.now() > deadline || !String(error).includes('shared memory')) throw error
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
  const stop = async (mode: PostgresStop) => {
    await server?.end(stopSignals[mode])
    server = undefined
  }
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: async () => {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
