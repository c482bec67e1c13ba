import { resolve } from 'node:path'
import { readConfig } from '../config/config.ts'

/** Where a daemon started the same way would keep its data. */
export interface StorePlace {
  /** Absolute. */
  readonly dataDir: string
  /** `postgres://…`; undefined = SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  readonly secretKey: string | undefined
}

/**
 * @param dataDir of `--data`; undefined = as the environment says
 * @throws ConfigError
 */
export function findStore(dataDir: string | undefined, env: NodeJS.ProcessEnv): StorePlace {
  const config = readConfig(dataDir === undefined ? [] : ['--data', dataDir], env, false)
  return {
    dataDir: resolve(config.dataDir),
    databaseUrl: config.databaseUrl,
    secretKey: config.secretKey,
  }
}

/** To show to people; never contains a password. */
export function labelOf({ dataDir, databaseUrl }: StorePlace): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `postgres://${host}${pathname}`
}
