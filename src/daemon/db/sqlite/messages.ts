import type { Packed } from '../../ledger/wire.ts'

/** Options of a database thread. */
export interface ThreadOptions {
  readonly role: 'writer' | 'reader'
  readonly file: string
  /** How long a statement waits for a lock that another process holds. */
  readonly busyTimeoutMs: number
  /** How long a statement waits for its turn behind an open transaction. */
  readonly waitMs: number
}

/**
 * Request from the main thread to a database thread. `call` numbers the reply; `lease` is the number of the transaction
 * that a statement belongs to, 0 = none.
 */
export type Request =
  | { readonly kind: 'open'; readonly call: number }
  | {
      readonly kind: 'run'
      readonly call: number
      readonly lease: number
      readonly sql: string
      readonly bindings: readonly unknown[]
    }
  | { readonly kind: 'begin'; readonly call: number; readonly lease: number; readonly limitMs: number }
  | { readonly kind: 'abandon'; readonly lease: number }
  | { readonly kind: 'open-ledger'; readonly call: number; readonly instanceId: string }
  | { readonly kind: 'ledger'; readonly call: number; readonly operations: Packed }
  | { readonly kind: 'close'; readonly call: number }

export type Row = Record<string, unknown>

/** The result of one statement. `rows` is undefined for a statement that returns none. */
export interface RunResult {
  readonly rows: Row[] | undefined
  readonly changes: number | bigint
  readonly lastId: number | bigint
}

/** The outcomes of a batch. */
export type LedgerReply = Packed
