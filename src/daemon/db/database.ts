import type { Knex } from 'knex'
import type { LedgerEngine } from '../ledger/operations.ts'
import type { Migration } from './migrate.ts'
import type { SecretBox } from './secrets.ts'

/** The open store. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Outside transactions queries run beside each other; SQLite's writes take turns. `transaction(…, { readOnly: true,
   * isolationLevel: 'repeatable read' })` sees one unchanging view of the data on both engines.
   */
  readonly knex: Knex
  readonly secrets: SecretBox
  /** This run of this daemon; holds bear it, so that another daemon can tell whose are orphaned. */
  readonly instanceId: string
  /** Starts the ledger's engine in a thread: on SQLite the writer's own, on PostgreSQL one with its own connection. */
  createLedgerEngine(): Promise<LedgerEngine>
  /** Ends what is open and frees the lock. Call it once nothing uses the store any more. */
  close(): Promise<void>
}

/** What an engine's `open` is given: the options of `openDatabase` with nothing left to decide. */
export interface OpenOptions {
  readonly dataDir: string
  readonly secretKey: string | undefined
  readonly migrations: readonly Migration[]
  readonly knexLog: Knex.Logger
  readonly instanceId: string
  readonly onFatal: (error: Error) => void
}
