import type { Thread } from '../thread.ts'
import type { Request, RunResult } from './messages.ts'
import type { ReaderPool } from './reader-pool.ts'

/**
 * A connection for knex. It only routes statements: outside a transaction, queries go to the least busy reader and all
 * other statements to the writer; inside one, everything goes to the thread where it began.
 */
export interface SqliteConnection {
  /** Stamped by knex for its log events. */
  __knexUid: string
  execute(sql: string, bindings: readonly unknown[]): Promise<RunResult>
  /** Returns the connection; a transaction that is still open is rolled back. */
  release(): void
}

export interface ConnectionParts {
  /** Also the number of the connection's transaction, if any. */
  readonly id: number
  readonly writer: Thread
  readonly readers: Pick<ReaderPool, 'take' | 'hold'>
  readonly limits: { readonly writeMs: number; readonly readMs: number }
}

/** The thread of an open transaction. `free` lets a reader end once no transaction needs it; the writer has none. */
interface HeldThread {
  readonly thread: Thread
  free?(): void
}

/** The statement with which {@link SqliteTransaction} begins a transaction. */
export const beginWrite = 'BEGIN IMMEDIATE'
export const beginRead = 'BEGIN'

export function createConnection({ id, writer, readers, limits }: ConnectionParts): SqliteConnection {
  let held: HeldThread | undefined

  async function begin(thread: HeldThread, limitMs: number): Promise<RunResult> {
    try {
      await thread.thread.call((call): Request => ({ kind: 'begin', call, lease: id, limitMs }))
    } catch (error) {
      thread.free?.()
      throw error
    }
    held = thread
    return { rows: undefined, changes: 0, lastId: 0 }
  }

  function leave(): void {
    held?.free?.()
    held = undefined
  }

  return {
    __knexUid: `sqlite${id}`,
    async execute(sql, bindings) {
      if (sql === beginWrite) return begin({ thread: writer }, limits.writeMs)
      if (sql === beginRead) return begin(readers.hold(), limits.readMs)
      const thread = held?.thread ?? (isQuery(sql) ? readers.take() : writer)
      const lease = held ? id : 0
      const result = await thread.call<RunResult>(
        (call): Request => ({ kind: 'run', call, lease, sql, bindings }),
      )
      if (held && /^\s*(commit|rollback)\b(?!\s+to\b)/i.test(sql)) leave()
      return result
    },
    release() {
      held?.thread.tell({ kind: 'abandon', lease: id } satisfies Request)
      leave()
    },
  }
}

/**
 * Reports whether a statement only reads. If in doubt, returns false, because the writer can read too, just not in
 * parallel.
 */
function isQuery(sql: string): boolean {
  if (/^\s*select\b/i.test(sql)) return true
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}
