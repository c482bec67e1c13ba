import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { exitCodes, StartError } from './start-error.ts'

export interface FileLock {
  release(): void
}

interface Holder {
  readonly pid: number
  readonly host: string
}

/**
 * Makes this process the only daemon on a data directory.
 *
 * Node has no file locks, SQLite does: the lock is an open write transaction (`BEGIN IMMEDIATE`) on a small database
 * next to the store. It is an operating-system lock on an open file, so it ends with the process, however that ends,
 * and leaves nothing to clean up. Others can still read in the file who holds it.
 *
 * The file must not be opened by other means in this process: closing any descriptor of a file drops the POSIX locks
 * that the process has on it (https://sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws StartError with exit code 3, naming the holder's PID, when it is taken
 */
export function lockFile(path: string, dataDir: string): FileLock {
  const me: Holder = { pid: process.pid, host: hostname() }
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    // First turn: write our name. Second turn: it is still ours, so keep the transaction open. The process that holds
    // the lock in the end is the one named in the file, even if two started at once.
    while (!takeTurn(db, me));
    return {
      release() {
        if (db.isOpen) db.close()
      },
    }
  } catch (error) {
    if (!isBusy(error)) {
      db.close()
      throw new StartError(
        `Cannot lock ${path}: ${error instanceof Error ? error.message : String(error)}.`,
        undefined,
        {
          cause: error,
        },
      )
    }
    const holder = readHolder(db)
    db.close()
    const where = holder && holder.host !== me.host ? ` on the host ${holder.host}` : ''
    throw new StartError(
      `Another daemon (PID ${holder?.pid ?? 'unknown'}${where}) already uses ${dataDir}. Stop it first, or start this one with another --data directory.`,
      exitCodes.inUse,
    )
  }
}

/** @returns true if we hold the lock under our name; a transaction is then open */
function takeTurn(db: DatabaseSync, me: Holder): boolean {
  db.exec('BEGIN IMMEDIATE')
  const holder = readHolder(db)
  if (holder?.pid === me.pid && holder.host === me.host) return true
  db.exec(
    'CREATE TABLE IF NOT EXISTS holder (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL)',
  )
  db.prepare('INSERT OR REPLACE INTO holder VALUES (1, ?, ?)').run(me.pid, me.host)
  db.exec('COMMIT')
  return false
}

function readHolder(db: DatabaseSync): Holder | undefined {
  try {
    const row = db.prepare('SELECT pid, host FROM holder WHERE id = 1').get()
    return row && { pid: Number(row.pid), host: String(row.host) }
  } catch {
    // There is no table yet, or somebody is writing it right now.
    return undefined
  }
}

/** SQLITE_BUSY, whichever its extension. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
