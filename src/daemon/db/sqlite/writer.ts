import type { Operation, Outcome } from '../../ledger/operations.ts'
import { type Packed, packOutcomes, unpackOperations } from '../../ledger/wire.ts'
import { StorageUnavailableError, toFailure } from '../failure.ts'
import type { Reply } from '../thread.ts'
import { createWriterLease } from './lease.ts'
import type { Request, ThreadOptions } from './messages.ts'
import { createStatements } from './statements.ts'
import { openForWriting } from './store-file.ts'

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const failedSyncs: readonly unknown[] = [1034, 1290]

interface SyncLedgerEngine {
  apply(operations: readonly Operation[]): readonly Outcome[] | Promise<readonly Outcome[]>
}

/**
 * Opens the only connection that writes. Statements, transactions and ledger batches take turns through
 * {@link createWriterLease}; the rest of this file routes the replies.
 */
export function openWriter(
  options: ThreadOptions,
  reply: (reply: Reply) => void,
): (request: Request) => void {
  const db = openForWriting(options.file, options.busyTimeoutMs)
  const statements = createStatements(db)
  const lease = createWriterLease(options.waitMs)
  /** Transactions ended by this thread, and why, whose owners have not noticed yet. */
  const ended = new Map<number, string>()
  let engine: SyncLedgerEngine | undefined
  let isPoisoned = false

  function answer(call: number, work: () => unknown): void {
    try {
      if (isPoisoned) throw new StorageUnavailableError('SYNC_FAILED', 'The disk failed to store a commit')
      reply({ call, result: work() })
    } catch (error) {
      refuse(call, error)
    }
  }

  function refuse(call: number, error: unknown): void {
    const failure = toFailure(error)
    // After a failed sync, the kernel may have dropped the pages and would report the next sync as successful. Only the
    // disk knows what was stored, so stop writing, exit, and recover from disk.
    const fatal = failedSyncs.includes(failure.errcode)
    isPoisoned ||= fatal
    reply({ call, failure, fatal })
  }

  const inTurn = (call: number, work: () => unknown): void =>
    lease.enter({ run: () => answer(call, work), refuse: (error) => refuse(call, error) })

  function begin(call: number, id: number, limitMs: number): void {
    inTurn(call, () => {
      db.exec('BEGIN IMMEDIATE')
      lease.hold(id, limitMs, () => {
        ended.set(id, `The transaction had not ended after ${limitMs} ms and was rolled back`)
        if (db.isTransaction) db.exec('ROLLBACK')
      })
    })
  }

  /** Runs a statement of a transaction that holds or held the connection. */
  function runHeld(call: number, id: number, sql: string, bindings: readonly unknown[]): void {
    answer(call, () => {
      if (lease.holder !== id) return answerEnded(id, sql)
      try {
        return statements.run(sql, bindings)
      } finally {
        // COMMIT and ROLLBACK end the transaction, and SQLite itself ends it after some errors (disk full, I/O).
        if (!db.isTransaction) {
          if (!/^\s*(commit|end|rollback)\b/i.test(sql))
            ended.set(id, 'The transaction was rolled back by an earlier error')
          lease.release(id)
        }
      }
    })
  }

  function answerEnded(id: number, sql: string): unknown {
    const why = ended.get(id)
    if (/^\s*rollback\b(?!\s+to\b)/i.test(sql)) {
      ended.delete(id)
      return { rows: undefined, changes: 0, lastId: 0 }
    }
    throw new StorageUnavailableError('TRANSACTION_EXPIRED', why ?? 'The transaction is not open')
  }

  function runAlone(call: number, sql: string, bindings: readonly unknown[]): void {
    inTurn(call, () => {
      const result = statements.run(sql, bindings)
      if (db.isTransaction) {
        db.exec('ROLLBACK')
        throw new Error('A transaction begun by hand would lock out everybody else: use knex.transaction')
      }
      return result
    })
  }

  function applyLedger(call: number, operations: Packed): void {
    inTurn(call, () => {
      if (!engine) throw new Error('The ledger has not been opened')
      const outcomes = engine.apply(unpackOperations(operations))
      if (outcomes instanceof Promise) throw new TypeError('The SQLite ledger engine must answer at once')
      return packOutcomes(outcomes)
    })
  }

  async function openLedger(call: number, instanceId: string): Promise<void> {
    try {
      // Load it only when needed: a static import would load the ledger into every reader thread too.
      const { createSqliteLedgerEngine } = await import('../../ledger/sqlite-engine.ts')
      engine ??= createSqliteLedgerEngine(db, instanceId)
      answer(call, () => true)
    } catch (error) {
      refuse(call, error)
    }
  }

  function abandon(id: number): void {
    ended.delete(id)
    if (lease.holder !== id) return
    if (db.isTransaction) db.exec('ROLLBACK')
    lease.release(id)
  }

  return (request) => {
    switch (request.kind) {
      case 'open':
        return answer(request.call, () => true)
      case 'run':
        return request.lease === 0
          ? runAlone(request.call, request.sql, request.bindings)
          : runHeld(request.call, request.lease, request.sql, request.bindings)
      case 'begin':
        return begin(request.call, request.lease, request.limitMs)
      case 'abandon':
        return abandon(request.lease)
      case 'open-ledger':
        void openLedger(request.call, request.instanceId)
        return
      case 'ledger':
        return applyLedger(request.call, request.operations)
      case 'close':
        return inTurn(request.call, () => db.close())
    }
  }
}
