import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockFile } from '../db/file-lock.ts'
import { applicationId, openForReading } from '../db/sqlite/store-file.ts'
import { exitCodes, StartError } from '../db/start-error.ts'
import { keyIdOf } from './secret-key-id.ts'
import { reasonOf, StoreRefusal } from './store-refusal.ts'

const BUSY_MS = 5_000

/** The facts about a database that an archive's manifest contains. */
export interface StoreFacts {
  readonly schema: readonly string[]
  readonly entries: number
  readonly lastEntryId: number
  readonly keyId: string | null
}

export const databaseFileOf = (dataDir: string): string => join(dataDir, 'tollgate.db')

/** Whether a database exists. Empty files do not count, because a refused start leaves one. */
export const hasDatabase = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/**
 * Opens the store while a daemon may be running. The daemon can continue to write, and no write is seen half-done.
 * @throws StoreRefusal `absent`
 */
export function openBeside(dataDir: string): DatabaseSync {
  const file = databaseFileOf(dataDir)
  if (!hasDatabase(file)) throw new StoreRefusal('absent', { place: file })
  return openForReading(file, BUSY_MS)
}

/**
 * Copies the current state of the store. SQLite reads in one transaction, so the copy contains only whole commits,
 * including those in the log of the running database.
 *
 * @param target an empty file
 */
export function copyStore(dataDir: string, target: string): void {
  const db = openBeside(dataDir)
  try {
    db.prepare('VACUUM INTO ?').run(target)
  } finally {
    db.close()
  }
}

/**
 * Describes the database in an archive. @throws StoreRefusal `archive` if it is damaged or belongs to another program
 */
export function inspect(file: string, archive: string): StoreFacts {
  let db: DatabaseSync | undefined
  try {
    db = openForReading(file, BUSY_MS)
    return readFacts(db)
  } catch (error) {
    throw new StoreRefusal('archive', { path: archive, problem: reasonOf(error) }, error)
  } finally {
    db?.close()
  }
}

/** Describes a database. @throws Error if it is damaged or belongs to another program */
export function readFacts(db: DatabaseSync): StoreFacts {
  const cell = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
  const finding = cell('PRAGMA quick_check(1)')
  if (finding !== 'ok') throw new Error(String(finding))
  if (cell('PRAGMA application_id') !== applicationId) throw new Error('the database of another program')
  const sealed = cell('SELECT ciphertext FROM secrets_check WHERE id = 1')
  return {
    schema: readSchema(db),
    entries: Number(cell('SELECT count(*) FROM entries')),
    lastEntryId: Number(cell('SELECT coalesce(max(id), 0) FROM entries')),
    keyId: typeof sealed === 'string' ? keyIdOf(sealed) : null,
  }
}

const HEADER = 'SQLite format 3\0'

/**
 * Merges the log of an unused store into its file.
 * @throws Error if the file is no longer a database, because opening it would discard its log
 */
export function foldLog(file: string): void {
  const head = Buffer.alloc(HEADER.length)
  const descriptor = openSync(file, 'r')
  readSync(descriptor, head)
  closeSync(descriptor)
  if (head.toString('latin1') !== HEADER) throw new Error('not a database')
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    db.exec('PRAGMA journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** Returns the applied schema changes, oldest first; none before the first start. */
export function readSchema(db: DatabaseSync): string[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'knex_migrations'").get()
  if (table === undefined) return []
  return db
    .prepare('SELECT name FROM knex_migrations ORDER BY id')
    .all()
    .map(({ name }) => String(name))
}

/**
 * Prevents daemons from starting while `work` runs.
 * @throws StoreRefusal `in-use` if one is running
 */
export async function withoutDaemon<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  let lock: ReturnType<typeof lockFile>
  try {
    lock = lockFile(join(dataDir, 'tollgate.lock'), dataDir)
  } catch (error) {
    if (error instanceof StartError && error.exitCode === exitCodes.inUse) throw inUse(error, dataDir)
    throw error
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/**
 * Creates the error for a store in use. @param error the error from taking the lock; it names the process that holds it
 */
export const inUse = (error: StartError, place: string): StoreRefusal =>
  new StoreRefusal('in-use', { holder: /PID [^)]*/.exec(error.message)?.[0] ?? '?', place }, error)

/** Whether a daemon currently uses the store. */
export async function isInUse(dataDir: string): Promise<boolean> {
  if (!existsSync(join(dataDir, 'tollgate.lock'))) return false
  try {
    return await withoutDaemon(dataDir, async () => false)
  } catch (error) {
    if (error instanceof StoreRefusal) return true
    throw error
  }
}
