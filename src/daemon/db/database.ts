import type { Knex } from 'knex'
import type { LedgerEngine } from '../ledger/operations.ts'
import type { Migration } from './migrate.ts'
import type { SecretBox } from './secrets.ts'

/** The open store. */
export interface Database {
  readonly engine: 'sqlite' | 'postgres'
  /**
   * Outside transactions, queries run in parallel; SQLite's writes take turns. `transaction(…, { readOnly: true,
   * isolationLevel: 'repeatable read' })` sees one unchanging view of the data on both engines.
   */
  readonly knex: Knex
  /** For heartbeats: on PostgreSQL a separate connection, so that they wait for no other statement. */
  readonly beats: Knex
  readonly secrets: SecretBox
  /**
   * Identifies this run of this daemon. Each hold records it, so that another daemon can tell which holds are orphaned.
   */
  readonly instanceId: string
  /**
   * Starts the ledger's engine in a thread: on SQLite the writer's thread, on PostgreSQL a separate one with its own
   * connection.
   */
  createLedgerEngine(): Promise<LedgerEngine>
  /** Closes everything and releases the lock. Call it once nothing uses the store anymore. */
  close(): Promise<void>
}

/** Input of an engine's `open`: the options of `openDatabase`, all resolved. */
export interface OpenOptions {
  readonly dataDir: string
  readonly secretKey: string | undefined
  readonly migrations: readonly Migration[]
  readonly knexLog: Knex.Logger
  readonly instanceId: string
  readonly onFatal: (error: Error) => void
}
