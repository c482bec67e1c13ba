import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { postgresProgram, providePrograms, redisProgram, tmuxProgram } from './programs.ts'

/** The URL of the keeper; set for every process of the run. */
export const keeperVariable = 'TOLLGATE_TEST_SERVICES'

export interface RunningServices {
  /**
   * A folder for temporary files. It is deleted with everything in it, even if this process is killed. Only the first
   * caller gets one.
   */
  readonly folder?: string | undefined
  /** Ends the servers and deletes what they wrote. */
  stop(): Promise<void>
}

/**
 * Makes PostgreSQL and Redis available to this process and its children through `postgres.ts` and `redis.ts`;
 * idempotent within a process. Missing programs are installed now, so that no test waits for that; if they cannot be
 * installed, the first test that needs one fails and says why.
 */
export const startServices = async (): Promise<RunningServices> => {
  if (process.env[keeperVariable]) return { stop: async () => undefined }
  const wanted = [
    ...(process.env.TOLLGATE_TEST_POSTGRES_URL ? [] : [postgresProgram]),
    ...(process.env.TOLLGATE_TEST_REDIS_URL ? [] : [redisProgram]),
    tmuxProgram,
  ]
  try {
    providePrograms(wanted)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keeper.ts', import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(keeper, 'exit')
  const [line] = await Promise.race([
    once(createInterface({ input: keeper.stdout }), 'line') as Promise<[string]>,
    ended.then(() => Promise.reject(new Error('the process that keeps the test servers did not start'))),
  ])
  const { url, folder } = JSON.parse(line) as { readonly url: string; readonly folder: string }
  process.env[keeperVariable] = url
  return {
    folder,
    stop: async () => {
      Reflect.deleteProperty(process.env, keeperVariable)
      keeper.stdin.end()
      await ended
    },
  }
}
