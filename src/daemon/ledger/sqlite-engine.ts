import type { DatabaseSync } from 'node:sqlite'
import { PoisonedBatchError, poisoned, split } from './bisect.ts'
import { evaluate } from './evaluate.ts'
import type { Operation, Outcome } from './operations.ts'
import { prepareReads, prepareWrites } from './sqlite-statements.ts'

/** A synchronous engine. It is the only writer of the SQLite database. */
export interface SqliteLedgerEngine {
  apply(operations: readonly Operation[]): readonly Outcome[]
}

/**
 * Creates the engine on the only write connection of an SQLite database whose schema is up to date. `apply` opens its own
 * transaction (`BEGIN IMMEDIATE`), so no other may be open on the connection.
 *
 * @throws from `apply`: the driver's error if the database cannot be used (full, I/O, busy); nothing was applied then
 */
export function createSqliteLedgerEngine(db: DatabaseSync, instanceId: string): SqliteLedgerEngine {
  const reads = prepareReads(db)
  const write = prepareWrites(db)
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const context = { instanceId, isFenced: false }
  // SQLite has one daemon and no heartbeats, so this row exists only to be written.
  const probe = db.prepare(
    `INSERT INTO instances (id, started_ms, beat_ms) VALUES ('write probe', 0, 0)
     ON CONFLICT (id) DO UPDATE SET beat_ms = beat_ms + 1`,
  )

  const transact = (operations: readonly Operation[]): readonly Outcome[] => {
    try {
      begin.run()
      if (operations.length === 0) probe.run()
      const { outcomes, changes } = evaluate(operations, reads, context)
      write(changes)
      commit.run()
      return outcomes
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw isStoreError(error) ? error : new PoisonedBatchError(error)
    }
  }

  const apply = (operations: readonly Operation[]): readonly Outcome[] => {
    try {
      return transact(operations)
    } catch (error) {
      const parts = split(operations, error)
      return parts === undefined ? [poisoned(error)] : parts.flatMap(apply)
    }
  }
  return { apply }
}

/**
 * Primary result codes that concern the database and not a value: internal, perm, busy, locked, nomem, readonly,
 * interrupt, ioerr, corrupt, full, cantopen, protocol, notadb (https://www.sqlite.org/rescode.html).
 */
const storeCodes: ReadonlySet<number> = new Set([2, 3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26])

/** Constraint and type errors are caused by one operation. All others, including unknown ones, count as errors of the database. */
function isStoreError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if ('errcode' in error && typeof error.errcode === 'number') return storeCodes.has(error.errcode & 0xff)
  const isBinding =
    'code' in error && String(error.code).startsWith('ERR_') && error.code !== 'ERR_INVALID_STATE'
  return !(isBinding || error instanceof TypeError || error instanceof RangeError)
}
