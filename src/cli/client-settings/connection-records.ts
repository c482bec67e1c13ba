import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '../make-directory.ts'
import { sha256, writeClientFile } from './client-file.ts'

/** What `connect` wrote to one file, and how to undo it. */
export interface ConnectionRecord {
  /** The whole previous file; null = there was none. */
  readonly original: string | null
  readonly mode: number | null
  /** Directories created for the file, outermost first. */
  readonly directories: readonly string[]
  /** Digest of the file as written. While it matches, the original is restored byte for byte. */
  readonly sha256: string
  /** Data for undoing the changes in a file that has been edited since. */
  readonly undo: unknown
}

/** Records by client and path. */
type Records = Readonly<Record<string, ConnectionRecord>>

/**
 * How long to wait for a lock held by another run, and the age at which a lock counts as left behind by a killed run.
 */
const LOCK_WAIT_MS = 10_000
const LOCK_STALE_MS = 60_000
const POLL_MS = 25

/**
 * Reads and writes the records in the configuration directory. Their mode is 0600: a replaced value may have been a
 * key.
 */
export const connectionRecords = (directory: string) => {
  const path = join(directory, 'connections.json')
  const read = async (): Promise<Records> => {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Records
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
  }
  return {
    path,
    find: async (key: string): Promise<ConnectionRecord | undefined> => (await read())[key],
    async put(key: string, record: ConnectionRecord | undefined): Promise<void> {
      const { [key]: _, ...rest } = await read()
      const all = record === undefined ? rest : { ...rest, [key]: record }
      if (Object.keys(all).length === 0) await rm(path, { force: true })
      else await writeClientFile(path, `${JSON.stringify(all, null, 2)}\n`, 0o600)
    },
    /** Lets only one run at a time read and write the records and the files they describe. */
    async inTurn<T>(work: () => Promise<T>): Promise<T> {
      makeDirectory(directory, 0o700)
      const lock = join(directory, 'connections.lock')
      await take(lock)
      try {
        return await work()
      } finally {
        await rm(lock, { force: true })
      }
    },
  }
}

async function take(lock: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS)
    try {
      return await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || waitedMs >= LOCK_WAIT_MS) throw error
      const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now())
      if (age > LOCK_STALE_MS) await rm(lock, { force: true })
      else await delay(POLL_MS)
    }
}

/** Whether the file still has exactly the content that was written. */
export const isAsWritten = (record: ConnectionRecord, text: string): boolean => sha256(text) === record.sha256
