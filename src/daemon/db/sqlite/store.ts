import type { LedgerEngine } from '../../ledger/operations.ts'
import { sendingEngine } from '../../ledger/sending-engine.ts'
import { startThread, type Thread } from '../thread.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import type { LedgerReply, Request, ThreadOptions } from './messages.ts'
import { ReaderPool } from './reader-pool.ts'

export interface SqliteStoreOptions {
  readonly file: string
  /** Called once when nothing can be written anymore: the process should exit and recover from disk. */
  readonly onFatal: (error: Error) => void
  /** The maximum number of readers; one is always running. */
  readonly readers?: number
  readonly busyTimeoutMs?: number
  readonly waitMs?: number
}

/** One SQLite file: a writer thread, reader threads, and the connections that knex sees. */
export interface SqliteStore {
  /** Limits for transactions that begin from now on; 0 = none (migrations). */
  readonly limits: { writeMs: number; readMs: number }
  connection(): SqliteConnection
  openLedger(instanceId: string): Promise<LedgerEngine>
  /** Waits for the open transaction to end, then writes the log back into the file and ends the threads. */
  close(): Promise<void>
}

const defaultLimits = {
  // An ordinary transaction takes milliseconds, and all charges wait behind it.
  writeMs: 5_000,
  // A long reader keeps the log from shrinking.
  readMs: 60_000,
}

/**
 * Opens the store. @throws StoreError if that fails, with the `errcode` of the reason or the code of a `StoreFileError`
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { file, readers = 2, busyTimeoutMs = 5_000, waitMs = 10_000 } = options
  let hasFailed = false
  const onFatal = (error: Error) => {
    if (hasFailed) return
    hasFailed = true
    options.onFatal(error)
  }
  const start = (role: ThreadOptions['role']): Thread => {
    const workerData: ThreadOptions = { role, file, busyTimeoutMs, waitMs }
    return startThread(import.meta.url, { entry: './database-thread', name: role }, workerData, onFatal)
  }
  const writer = start('writer')
  const reader = start('reader')
  try {
    // Open the file in the writer first: it creates the file and its log, which a reader cannot.
    await openFile(writer)
    await openFile(reader)
    return makeStore(writer, new ReaderPool(reader, readers, () => openFile(start('reader'))))
  } catch (error) {
    await Promise.all([writer.stop(), reader.stop()])
    throw error
  }
}

/** Resolves with the thread once it has opened the file; a thread that cannot is ended. */
async function openFile(thread: Thread): Promise<Thread> {
  try {
    await thread.call((call): Request => ({ kind: 'open', call }))
    return thread
  } catch (error) {
    await thread.stop()
    throw error
  }
}

function makeStore(writer: Thread, readers: ReaderPool): SqliteStore {
  const limits = { ...defaultLimits }
  let lastConnection = 0
  let closing: Promise<void> | undefined

  return {
    limits,
    connection: () => createConnection({ id: ++lastConnection, writer, readers, limits }),
    async openLedger(instanceId) {
      await writer.call((call): Request => ({ kind: 'open-ledger', call, instanceId }))
      return sendingEngine((operations) =>
        writer.call<LedgerReply>((call): Request => ({ kind: 'ledger', call, operations })),
      )
    },
    close() {
      closing ??= (async () => {
        try {
          // Close the writer last: the last connection to close writes the log into the file.
          await readers.close()
          await writer.call((call): Request => ({ kind: 'close', call }))
        } finally {
          await writer.stop()
        }
      })()
      return closing
    },
  }
}
