import type { Thread } from '../thread.ts'
import type { Request, RunResult } from './messages.ts'

/**
 * What knex sees as a connection. It is a route, not a resource: outside a transaction, queries go to the least busy
 * reader and all other statements to the writer; inside one, everything goes where it began.
 */
export interface SqliteConnection {
  /** Stamped by knex for its log events. */
  __knexUid: string
  execute(sql: string, bindings: readonly unknown[]): Promise<RunResult>
  /** Returns the connection; a transaction that is still open is rolled back. */
  release(): void
}

export interface ConnectionParts {
  /** Also the number of the transaction it may hold. */
  readonly id: number
  readonly writer: Thread
  reader(): Thread
  readonly limits: { readonly writeMs: number; readonly readMs: number }
}

/** What {@link SqliteTransaction} begins a transaction with. */
export const beginWrite = 'BEGIN IMMEDIATE'
export const beginRead = 'BEGIN'

export function createConnection({ id, writer, reader, limits }: ConnectionParts): SqliteConnection {
  let held: Thread | undefined

  async function begin(thread: Thread, limitMs: number): Promise<RunResult> {
    await thread.call((call): Request => ({ kind: 'begin', call, lease: id, limitMs }))
    held = thread
    return { rows: undefined, changes: 0, lastId: 0 }
  }

  return {
    __knexUid: `sqlite${id}`,
    async execute(sql, bindings) {
      if (sql === beginWrite) return begin(writer, limits.writeMs)
      if (sql === beginRead) return begin(reader(), limits.readMs)
      const thread = held ?? (isQuery(sql) ? reader() : writer)
      const lease = held ? id : 0
      const result = await thread.call<RunResult>(
        (call): Request => ({ kind: 'run', call, lease, sql, bindings }),
      )
      if (held && /^\s*(commit|rollback)\b(?!\s+to\b)/i.test(sql)) held = undefined
      return result
    },
    release() {
      held?.tell({ kind: 'abandon', lease: id } satisfies Request)
      held = undefined
    },
  }
}

/** Whether a statement only reads. If in doubt, no: the writer can read too, just not in parallel. */
function isQuery(sql: string): boolean {
  if (/^\s*select\b/i.test(sql)) return true
  return /^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql)
}
