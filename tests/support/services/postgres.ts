import { askKeeper, askKeeperForUrl } from './ask-keeper.ts'
import type { PostgresStop } from './private-postgres.ts'

/**
 * A fresh database on the run's PostgreSQL. If nobody drops it, it stays until the end of the run.
 * @param name appears in the database's name, for anybody who looks with psql
 * @param templateUrl another such database that nobody uses any more, to begin with what it holds; default: empty
 * @returns its URL
 */
export const createDatabase = (name: string, templateUrl?: string): Promise<string> =>
  askKeeperForUrl('/postgres/database', {
    name,
    ...(templateUrl === undefined ? {} : { template: new URL(templateUrl).pathname.slice(1) }),
  })

/**
 * Asks for such a database to be dropped soon, even if somebody is still connected to it. A database is hundreds of files. If
 * it is dropped early, most of them never reach the disk, where it takes long to delete them.
 */
export const dropDatabase = async (url: string): Promise<void> => {
  await askKeeper('/postgres/drop', { url })
}

/** A PostgreSQL server that one fault test has to itself, since stopping it disturbs everybody on it. */
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
