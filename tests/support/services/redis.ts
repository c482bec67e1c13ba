import { askKeeper, askKeeperForUrl } from './ask-keeper.ts'

/**
 * Creates a logical database on the run's Redis. Publish and subscribe ignore logical databases, so messages of other
 * test files arrive as well.
 */
export const createRedis = (): Promise<string> => askKeeperForUrl('/redis/database')

/** A Redis server for a single fault test. */
export interface OwnRedis {
  readonly url: string
  /** Stops it with kill -9; its data is lost. */
  stop(): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

export const startOwnRedis = async (): Promise<OwnRedis> => {
  const url = await askKeeperForUrl('/redis/own')
  const order = async (path: string) => {
    await askKeeper(path, { url })
  }
  return {
    url,
    stop: () => order('/redis/stop'),
    start: () => order('/redis/start'),
    remove: () => order('/redis/remove'),
  }
}
