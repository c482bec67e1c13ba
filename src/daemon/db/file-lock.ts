import { hostname } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { startText } from '../errors/start-texts.ts'
import { exitCodes, StartError } from './start-error.ts'
import { storeReason } from './store-reason.ts'

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
        if (!db.isOpen) return
        try {
          // The transaction is open since we took the lock: our name goes with it.
          db.exec('DELETE FROM holder')
          db.exec('COMMIT')
        } catch {
          // The disk is full, or fails. The lock ends with the connection, and a name without a lock keeps nobody away.
        } finally {
          db.close()
        }
      },
    }
  } catch (error) {
    if (!isBusy(error)) {
      db.close()
      throw new StartError(startText('lockFailed', { path, reason: storeReason(error) }), undefined, {
        cause: error,
      })
    }
    const holder = waitForHolder(db, me.host)
    db.close()
    const where = holder && holder.host !== me.host ? startText('onHost', { host: holder.host }) : ''
    throw new StartError(
      startText('inUse', { pid: holder?.pid ?? startText('unknown'), where, dataDir }),
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

/** How long a starter waits for the name of the one that was faster. */
const NAME_PATIENCE_MS = 2_000
const NAME_POLL_MS = 20

/**
 * The process that has the lock. For a moment after it was taken, the file still names nobody, or a process that was
 * killed: the winner is about to write its own name.
 */
function waitForHolder(db: DatabaseSync, here: string): Holder | undefined {
  const deadline = Date.now() + NAME_PATIENCE_MS
  for (;;) {
    const holder = readHolder(db)
    if (holder && (holder.host !== here || isRunning(holder.pid))) return holder
    if (Date.now() >= deadline) return holder
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAME_POLL_MS)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
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
