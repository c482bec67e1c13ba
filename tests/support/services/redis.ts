import { askKeeper, askKeeperForUrl } from './ask-keeper.ts'

/**
 * A logical database of the run's Redis. Publish and subscribe know no such databases: messages of other
 * test files arrive as well.
 */
export const createRedis = (): Promise<string> => askKeeperForUrl('/redis/database')

/** A Redis server that one fault test has to itself. */
export interface OwnRedis {
  readonly url: string
  /** kill -9; what it held is gone. */
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
