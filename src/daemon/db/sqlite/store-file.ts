import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Written into the header of every file we create, to detect another program's database ("Toll"). */
export const applicationId = 0x546f6c6c

/** A page check reads the whole file; above this size it would delay the start noticeably. */
const checkedBytesMax = 64 * 1024 * 1024

/** The file is not our store, or it is damaged. */
export class StoreFileError extends Error {
  readonly code: 'STORE_FOREIGN' | 'STORE_DAMAGED'

  constructor(code: StoreFileError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Opens the file for writing, marks it as ours if it is new, and sets the pragmas that writing depends on. */
export function openForWriting(file: string, busyTimeoutMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    adopt(db)
    db.exec('PRAGMA journal_mode = WAL')
    // FULL: a commit is on disk before it is acknowledged. Charges depend on it.
    db.exec('PRAGMA synchronous = FULL')
    // About 16 MB of log before its pages move into the file, and no more than 64 MB left behind after a burst.
    db.exec('PRAGMA wal_autocheckpoint = 4000')
    db.exec('PRAGMA journal_size_limit = 67108864')
    db.exec('PRAGMA cache_size = -16384')
    db.exec('PRAGMA temp_store = MEMORY')
    if (statSync(file).size <= checkedBytesMax) refuseDamage(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

export function openForReading(file: string, busyTimeoutMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  db.exec('PRAGMA cache_size = -8192')
  db.exec('PRAGMA temp_store = MEMORY')
  return db
}

function adopt(db: DatabaseSync): void {
  const id = db.prepare('PRAGMA application_id').get()?.application_id
  if (id === applicationId) return
  const content = db.prepare('SELECT count(*) AS objects FROM sqlite_schema').get()?.objects
  if (id !== 0 || content !== 0) throw new StoreFileError('STORE_FOREIGN', 'the database of another program')
  db.exec(`PRAGMA application_id = ${applicationId}`)
}

function refuseDamage(db: DatabaseSync): void {
  const finding = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (finding !== 'ok') throw new StoreFileError('STORE_DAMAGED', String(finding))
}
