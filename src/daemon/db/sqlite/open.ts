import { closeSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Texts } from '../../errors/reasons.ts'
import { startText } from '../../errors/start-texts.ts'
import type { Database, OpenOptions } from '../database.ts'
import { StoreError } from '../failure.ts'
import { lockFile } from '../file-lock.ts'
import { createKnexLog } from '../knex-log.ts'
import { migrate } from '../migrate.ts'
import { openSecrets } from '../secrets-check.ts'
import { StartError } from '../start-error.ts'
import { storeReason } from '../store-reason.ts'
import { createSqliteKnex } from './dialect.ts'
import { openSqliteStore, type SqliteStore } from './store.ts'

/** Opens a SQLite store. @throws StartError, see `openDatabase` */
export async function openSqlite(options: OpenOptions): Promise<Database> {
  const { dataDir, secretKey, instanceId } = options
  const file = join(dataDir, 'tollgate.db')
  const lock = lockFile(join(dataDir, 'tollgate.lock'), dataDir)
  let store: SqliteStore | undefined
  try {
    refuseOrphanedLog(file)
    createPrivately(file)
    store = await openSqliteStore({ file, onFatal: options.onFatal })
    const knex = createSqliteKnex(store, options.knexLog)
    const { writeMs } = store.limits
    store.limits.writeMs = 0
    await migrate(createSqliteKnex(store, createKnexLog(undefined)), options.migrations)
    store.limits.writeMs = writeMs
    const secrets = await openSecrets(knex, dataDir, secretKey)
    const { openLedger, close } = store
    return {
      engine: 'sqlite',
      knex,
      beats: knex,
      secrets,
      instanceId,
      createLedgerEngine: () => openLedger(instanceId),
      async close() {
        // Release the lock last: no other process may open the file while its log is being written back.
        await close().finally(lock.release)
      },
    }
  } catch (error) {
    await store?.close().catch(() => undefined)
    lock.release()
    throw error instanceof StartError ? error : refusal(file, error)
  }
}

/** Refuses a log without its file: it contains transactions that opening would discard. */
function refuseOrphanedLog(file: string): void {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size(file) === 0 && size(`${file}-wal`) > 0) throw new StartError(startText('fileWithoutLog', { file }))
}

/**
 * Creates the file with a private mode. SQLite would make it readable for everybody; its log and index files get the
 * mode of the file.
 */
function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damaged = new Set([11, 26])

function refusal(file: string, error: unknown): StartError {
  return new StartError(refusalText(file, error), undefined, { cause: error })
}

function refusalText(file: string, error: unknown): Texts {
  if (!(error instanceof StoreError)) return startText('fileUnopened', { file, reason: storeReason(error) })
  const { code, errcode, message } = error
  if (code === 'STORE_FOREIGN') return startText('fileForeign', { file, restore: restore(file) })
  if (code === 'STORE_DAMAGED' || (errcode !== undefined && damaged.has(errcode & 0xff)))
    return startText('fileDamaged', { file, reason: message, restore: restore(file) })
  return startText('fileUnopened', { file, reason: storeReason(error) })
}

const restore = (file: string) => startText('restore', { directory: dirname(file) })
