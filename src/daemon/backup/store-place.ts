import { resolve } from 'node:path'
import { readConfig } from '../config/config.ts'

/** The place where a daemon started in the same way would store its data. */
export interface StorePlace {
  /** Absolute path. */
  readonly dataDir: string
  /** `postgres://…`; undefined = SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  readonly secretKey: string | undefined
}

/**
 * Determines the place of the store.
 * @param dataDir value of `--data`; undefined = from the environment
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

/** Describes the place for people; never contains a password. */
export function labelOf({ dataDir, databaseUrl }: StorePlace): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `postgres://${host}${pathname}`
}
