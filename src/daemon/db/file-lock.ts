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
 * Node has no file locks, but SQLite does: the lock is an open write transaction (`BEGIN IMMEDIATE`) on a small
 * database next to the store. It is an operating-system lock on an open file, so it ends with the process, however that
 * ends, and leaves nothing to clean up. Others can still read the holder's name from the file.
 *
 * The file must not be opened by other means in this process: closing any descriptor of a file drops the POSIX locks
 * that the process has on it (https://sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws StartError with exit code `inUse`, naming the holder's PID, if another process has the lock
 */
export function lockFile(path: string, dataDir: string): FileLock {
  const me: Holder = { pid: process.pid, host: hostname() }
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    // First turn: write our name. Second turn: if it is still ours, keep the transaction open. So even if two processes
    // start at once, the file names the one that holds the lock.
    while (!takeTurn(db, me));
    return {
      release() {
        if (!db.isOpen) return
        try {
          // The transaction has been open since the lock was taken; our name is removed with it.
          db.exec('DELETE FROM holder')
          db.exec('COMMIT')
        } catch {
          // The disk is full or broken. The lock ends with the connection, and a name without a lock blocks nobody.
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

/** @returns true if this process holds the lock under its name; a transaction is then open */
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

/** How long a starting daemon waits for the lock holder to write its name. */
const NAME_PATIENCE_MS = 2_000
const NAME_POLL_MS = 20

/** A starting daemon that loses against another one leaves its name for a moment. */
const NAME_SETTLED_MS = 200

/**
 * Finds the process that holds the lock. For a moment after the lock was taken, the file still names nobody, a process
 * that was killed, or one that is about to lose, because the holder has not written its own name yet.
 */
function waitForHolder(db: DatabaseSync, here: string): Holder | undefined {
  const beganMs = Date.now()
  let named: Holder | undefined
  let namedMs = beganMs
  for (;;) {
    const nowMs = Date.now()
    const holder = readHolder(db)
    if (holder?.pid !== named?.pid || holder?.host !== named?.host) {
      named = holder
      namedMs = nowMs
    }
    const isAlive = holder !== undefined && (holder.host !== here || isRunning(holder.pid))
    if ((isAlive && nowMs - namedMs >= NAME_SETTLED_MS) || nowMs - beganMs >= NAME_PATIENCE_MS) return holder
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAME_POLL_MS)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readHolder(db: DatabaseSync): Holder | undefined {
  try {
    const row = db.prepare('SELECT pid, host FROM holder WHERE id = 1').get()
    return row && { pid: Number(row.pid), host: String(row.host) }
  } catch {
    // The table does not exist yet, or another process is writing it right now.
    return undefined
  }
}

/** Recognizes SQLITE_BUSY with any extension. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as { errcode?: number }).errcode ?? 0) % 256 === 5
