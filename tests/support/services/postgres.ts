import { askKeeper, askKeeperForUrl } from './ask-keeper.ts'
import type { PostgresStop } from './private-postgres.ts'

/**
 * Creates a fresh database on the run's PostgreSQL. If it is not dropped, it stays until the end of the run.
 * @param name part of the database's name, for people who look with psql
 * @param templateUrl another such database that is no longer in use, to copy; default: empty
 * @returns its URL
 */
export const createDatabase = (name: string, templateUrl?: string): Promise<string> =>
  askKeeperForUrl('/postgres/database', {
    name,
    ...(templateUrl === undefined ? {} : { template: new URL(templateUrl).pathname.slice(1) }),
  })

/**
 * Requests that such a database be dropped soon, even if it still has connections. A database is hundreds of files. If
 * it is dropped early, most of them never reach the disk, where deleting them is slow.
 */
export const dropDatabase = async (url: string): Promise<void> => {
  await askKeeper('/postgres/drop', { url })
}

/** A PostgreSQL server for a single fault test, because stopping it disturbs everybody on it. */
export interface OwnPostgres {
  /** An empty database on it. */
  readonly url: string
  /** `fast` rolls open transactions back, `immediate` crashes as by power loss, `kill` is kill -9. */
  stop(mode: PostgresStop): Promise<void>
  start(): Promise<void>
  restart(mode: PostgresStop): Promise<void>
  remove(): Promise<void>
}

/** Starts a server for this test alone; takes about two seconds. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  const url = await askKeeperForUrl('/postgres/own')
  const order = async (path: string, mode?: PostgresStop) => {
    await askKeeper(path, mode ? { url, mode } : { url })
  }
  return {
    url,
    stop: (mode) => order('/postgres/stop', mode),
    start: () => order('/postgres/start'),
    restart: async (mode) => {
      await order('/postgres/stop', mode)
      await order('/postgres/start')
    },
    remove: () => order('/postgres/remove'),
  }
}
