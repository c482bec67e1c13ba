import { dirname, resolve } from 'node:path'
import { toBooksAnswer } from '../api/books/books-answer.ts'
import type { Data } from '../http/contract.ts'
import { type BackupOptions, type BackupReport, createBackup } from './create-backup.ts'
import { type MoveOptions, type MoveReport, moveToPostgres } from './move-to-postgres.ts'
import { auditOffline, type OfflineAuditOptions } from './offline-audit.ts'
import { type FactorsReset, type FactorsResetOptions, resetFactorsOffline } from './reset-factors.ts'
import { type PasswordReset, type PasswordResetOptions, resetPasswordOffline } from './reset-password.ts'
import { type RestoreOptions, type RestoreReport, restoreBackup } from './restore-backup.ts'
import { migrateStore, readSchemaState, type SchemaState } from './schema-state.ts'
import { findStore } from './store-place.ts'
import { isFull, StoreRefusal } from './store-refusal.ts'

/** Operations on a store without a daemon. This module is the CLI's entry point, as `main.ts` is the daemon's. */
export interface Store {
  status(): Promise<SchemaState>
  migrate(): Promise<{ readonly state: SchemaState; readonly made: readonly string[] }>
  audit(options: OfflineAuditOptions): Promise<Data<'auditBooks'>>
  backup(options: BackupOptions): Promise<BackupReport>
  restore(options: RestoreOptions): Promise<RestoreReport>
  move(options: MoveOptions): Promise<MoveReport>
  resetPassword(options: PasswordResetOptions): Promise<PasswordReset>
  resetFactors(options: FactorsResetOptions): Promise<FactorsReset>
}

/**
 * Creates the operations for a store.
 * @param dataDir value of `--data`; undefined = from the environment
 * @throws ConfigError
 */
export function openStore(dataDir: string | undefined, env: NodeJS.ProcessEnv): Store {
  const place = findStore(dataDir, env)
  const writes = <T>(work: () => Promise<T>) => withRoom(place.dataDir, work)
  return {
    status: () => readSchemaState(place),
    migrate: () => writes(() => migrateStore(place)),
    audit: async (options) => toBooksAnswer(await auditOffline(place, options)),
    backup: (options) => withRoom(dirname(resolve(options.path)), () => createBackup(place, options)),
    restore: (options) => writes(() => restoreBackup(place, options)),
    move: (options) => writes(() => moveToPostgres(place, options)),
    resetPassword: (options) => writes(() => resetPasswordOffline(place, options)),
    resetFactors: (options) => writes(() => resetFactorsOffline(place, options)),
  }
}

/** @throws StoreRefusal `full` if the disk of `folder`, where the work writes, has no room left */
async function withRoom<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isFull(error) ? new StoreRefusal('full', { place: folder }, error) : error
  }
}
