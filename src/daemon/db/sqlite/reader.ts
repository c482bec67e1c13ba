import type { DatabaseSync } from 'node:sqlite'
import { StorageUnavailableError, toFailure } from '../failure.ts'
import type { Reply } from '../thread.ts'
import type { Request, ThreadOptions } from './messages.ts'
import { createStatements, type Statements } from './statements.ts'
import { openForReading } from './store-file.ts'

interface Snapshot {
  readonly db: DatabaseSync
  readonly statements: Statements
  readonly timer: NodeJS.Timeout | undefined
}

/**
 * Answers queries from a read-only connection. A read-only transaction gets its own connection, so that it keeps one
 * view of the data while it lasts without blocking anybody.
 */
export function openReader(
  options: ThreadOptions,
  reply: (reply: Reply) => void,
): (request: Request) => void {
  const db = openForReading(options.file, options.busyTimeoutMs)
  const statements = createStatements(db)
  const snapshots = new Map<number, Snapshot>()

  function answer(call: number, work: () => unknown): void {
    try {
      reply({ call, result: work() })
    } catch (error) {
      reply({ call, failure: toFailure(error), fatal: false })
    }
  }

  function begin(id: number, limitMs: number): void {
    const own = openForReading(options.file, options.busyTimeoutMs)
    own.exec('BEGIN')
    // A deferred transaction takes its snapshot at the first read; take ours now.
    own.prepare('SELECT 1 FROM sqlite_schema').get()
    const timer = limitMs > 0 ? setTimeout(() => end(id), limitMs) : undefined
    snapshots.set(id, { db: own, statements: createStatements(own), timer })
  }

  function end(id: number): void {
    const snapshot = snapshots.get(id)
    if (!snapshot) return
    snapshots.delete(id)
    clearTimeout(snapshot.timer)
    snapshot.db.close()
  }

  function run(id: number, sql: string, bindings: readonly unknown[]): unknown {
    if (id === 0) return statements.run(sql, bindings)
    const snapshot = snapshots.get(id)
    if (/^\s*(commit|rollback)\b(?!\s+to\b)/i.test(sql)) {
      end(id)
      return { rows: undefined, changes: 0, lastId: 0 }
    }
    if (!snapshot)
      throw new StorageUnavailableError(
        'TRANSACTION_EXPIRED',
        'The read transaction took too long and was ended',
      )
    return snapshot.statements.run(sql, bindings)
  }

  return (request) => {
    switch (request.kind) {
      case 'open':
        return answer(request.call, () => true)
      case 'run':
        return answer(request.call, () => run(request.lease, request.sql, request.bindings))
      case 'begin':
        return answer(request.call, () => begin(request.lease, request.limitMs))
      case 'abandon':
        return end(request.lease)
      case 'close':
        return answer(request.call, () => {
          for (const id of [...snapshots.keys()]) end(id)
          db.close()
        })
      case 'open-ledger':
      case 'ledger':
        return answer(request.call, () => {
          throw new Error('The ledger lives in the writer thread')
        })
    }
  }
}
