import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { prepareDataDirectory } from './data-directory.ts'
import type { Database, OpenOptions } from './database.ts'
import { createKnexLog } from './knex-log.ts'
import { listMigrations, type Migration } from './migrate.ts'

export interface DatabaseOptions {
  /** Created if missing. Contains the key file and, without `databaseUrl`, the SQLite file. */
  readonly dataDir: string
  /** `postgres://…`; undefined = SQLite. */
  readonly databaseUrl?: string | undefined
  /** TOLLGATE_SECRET_KEY; undefined = the key file, created at the first start. */
  readonly secretKey?: string | undefined
  readonly log?: Pick<Logger, 'debug' | 'fatal'> | undefined
  /**
   * Called once when the store can no longer be written (a failed disk sync, a dead thread). The process should exit
   * and recover from disk; retrying could lose money. The failure is always logged as fatal.
   */
  readonly onFatal?: ((error: Error) => void) | undefined
  /** The migrations; tests pass others to simulate a newer or a failing version. */
  readonly migrations?: readonly Migration[] | undefined
}

/**
 * Opens the store: takes the lock, brings the schema up to date, checks the secret key.
 *
 * @throws StartError if the data directory is unwritable, another daemon uses it (exit code `inUse`), the file or
 * server is not usable, the schema is newer than the program, a migration fails, or the secret key is malformed,
 * missing or wrong
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { log, databaseUrl } = options
  const open: OpenOptions = {
    dataDir: prepareDataDirectory(options.dataDir),
    secretKey: options.secretKey,
    migrations: options.migrations ?? listMigrations(),
    knexLog: createKnexLog(log),
    instanceId: `i_${randomBytes(12).toString('hex')}`,
    onFatal: (error) => {
      log?.fatal({ err: error }, 'The store cannot be written any more')
      options.onFatal?.(error)
    },
  }
  // Load only the engine in use, because each loads its own driver.
  if (databaseUrl === undefined) return (await import('./sqlite/open.ts')).openSqlite(open)
  return (await import('./postgres/open.ts')).openPostgres(databaseUrl, open)
}
