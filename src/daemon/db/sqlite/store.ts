import type { LedgerEngine } from '../../ledger/operations.ts'
import { packOperations, unpackOutcomes } from '../../ledger/wire.ts'
import { startThread, type Thread } from '../thread.ts'
import { createConnection, type SqliteConnection } from './connection.ts'
import type { LedgerReply, Request, ThreadOptions } from './messages.ts'

export interface SqliteStoreOptions {
  readonly file: string
  /** Called once when nothing can be written any more: the process should exit and recover from disk. */
  readonly onFatal: (error: Error) => void
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

/** @throws StoreError when the file cannot be opened, with the `errcode` or code `STORE_FILE` of the reason */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { file, readers = 2, busyTimeoutMs = 5_000, waitMs = 10_000 } = options
  let hasFailed = false
  const onFatal = (error: Error) => {
    if (hasFailed) return
    hasFailed = true
    options.onFatal(error)
  }
  const threads: Thread[] = []
  const start = async (role: ThreadOptions['role']): Promise<Thread> => {
    const workerData: ThreadOptions = { role, file, busyTimeoutMs, waitMs }
    const thread = startThread(import.meta.url, './database-thread', workerData, onFatal)
    threads.push(thread)
    await thread.call((call): Request => ({ kind: 'open', call }))
    return thread
  }
  const stop = async () => {
    await Promise.all(threads.map((thread) => thread.stop()))
  }

  try {
    // Start the writer first: it creates the file and its log, which a reader cannot.
    const writer = await start('writer')
    const readerThreads = await Promise.all(Array.from({ length: readers }, () => start('reader')))
    return makeStore(writer, readerThreads, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function makeStore(writer: Thread, readers: readonly Thread[], stop: () => Promise<void>): SqliteStore {
  const limits = { ...defaultLimits }
  let lastConnection = 0
  let closing: Promise<void> | undefined

  const leastBusy = () => readers.reduce((best, each) => (each.pending < best.pending ? each : best))

  return {
    limits,
    connection: () => createConnection({ id: ++lastConnection, writer, reader: leastBusy, limits }),
    async openLedger(instanceId) {
      await writer.call((call): Request => ({ kind: 'open-ledger', call, instanceId }))
      return {
        apply: async (operations) =>
          unpackOutcomes(
            await writer.call<LedgerReply>(
              (call): Request => ({ kind: 'ledger', call, operations: packOperations(operations) }),
            ),
          ),
      }
    },
    close() {
      closing ??= (async () => {
        try {
          // Close the writer last: the last connection to close writes the log into the file.
          await Promise.all(readers.map((each) => each.call((call): Request => ({ kind: 'close', call }))))
          await writer.call((call): Request => ({ kind: 'close', call }))
        } finally {
          await stop()
        }
      })()
      return closing
    },
  }
}
