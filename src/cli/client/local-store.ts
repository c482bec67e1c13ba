import { basename, dirname } from 'node:path'
import { CliError, usageError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { fileReason } from '../file-reason.ts'
import type { Language, Phrase, PhraseKey } from '../phrases/phrases.ts'
import type { DataOf } from './contract-types.ts'

/** Operations of the daemon's code on a store while no daemon runs, as typed on the CLI's side. */
export interface LocalStore {
  status(): Promise<SchemaState>
  migrate(): Promise<{ readonly state: SchemaState; readonly made: readonly string[] }>
  audit(options: { readonly since?: number | undefined }): Promise<DataOf<'/api/audit/', 'get'>>
  backup(options: {
    readonly path: string
    readonly withKey: boolean
    readonly mayReplace: boolean
    readonly nowMs: number
  }): Promise<ArchiveFacts & { readonly path: string; readonly bytes: number; readonly has_key: boolean }>
  restore(options: { readonly path: string; readonly mayReplace: boolean; readonly nowMs: number }): Promise<
    ArchiveFacts & {
      readonly place: string
      readonly key: 'restored' | 'present' | 'missing'
      readonly kept: string | null
      readonly pending: number
    }
  >
  move(options: { readonly nowMs: number; readonly onRows: (table: string, rows: number) => void }): Promise<{
    readonly place: string
    readonly tables: number
    readonly rows: number
    readonly entries: number
    readonly last_entry_id: number
    readonly kept: string
  }>
  resetPassword(options: {
    readonly username: string
    readonly keepsAccessTokens: boolean
    readonly nowMs: number
  }): Promise<{
    readonly id: number
    readonly username: string
    readonly role: number
    readonly password: string
    readonly turned_on: boolean
  }>
  resetFactors(options: {
    readonly username: string
    readonly nowMs: number
  }): Promise<{ readonly id: number; readonly username: string; readonly role: number }>
}

interface SchemaState {
  readonly engine: 'sqlite' | 'postgres'
  readonly place: string
  readonly state: 'empty' | 'current' | 'behind' | 'newer'
  readonly applied: number
  readonly pending: readonly string[]
  readonly unknown: readonly string[]
  readonly daemons: number
  readonly bytes: number | null
}

interface ArchiveFacts {
  readonly engine: 'sqlite' | 'postgres'
  readonly version: string
  readonly created: string
  readonly entries: number
  readonly last_entry_id: number
}

interface StoreModule {
  openStore(dataDir: string | undefined, env: NodeJS.ProcessEnv): LocalStore
}

/**
 * Runs an operation directly on the store, opened the way `serve` would.
 * @throws CliError for every error of the store
 */
export async function inStore<T>(
  dataDir: string | undefined,
  { io, phrase }: Pick<CommandContext, 'io' | 'phrase'>,
  work: (store: LocalStore) => Promise<T>,
): Promise<T> {
  try {
    // Imports the daemon: commands that open the store are part of the daemon as much as `serve` is.
    const daemon: StoreModule = await import('../../daemon/backup/main.ts')
    return await work(daemon.openStore(dataDir, io.env))
  } catch (error) {
    throw problemOf(error, phrase)
  }
}

/** The exit code for each error of the store, and its hint, if any. */
const refusals: Readonly<Record<string, { readonly exitCode: ExitCode; readonly hint?: PhraseKey }>> = {
  'in-use': { exitCode: exitCodes.conflict, hint: 'hint.store.in-use' },
  absent: { exitCode: exitCodes.notFound, hint: 'hint.store.absent' },
  exists: { exitCode: exitCodes.conflict, hint: 'hint.store.exists' },
  full: { exitCode: exitCodes.failed, hint: 'hint.store.full' },
  archive: { exitCode: exitCodes.rejected, hint: 'hint.store.archive' },
  newer: { exitCode: exitCodes.rejected, hint: 'hint.store.newer' },
  'other-engine': { exitCode: exitCodes.rejected, hint: 'hint.store.other-engine' },
  'wrong-key': { exitCode: exitCodes.rejected, hint: 'hint.store.wrong-key' },
  'no-key': { exitCode: exitCodes.notFound },
  'not-empty': { exitCode: exitCodes.conflict, hint: 'hint.store.not-empty' },
  'no-target': { exitCode: exitCodes.usage, hint: 'hint.store.no-target' },
  occupied: { exitCode: exitCodes.conflict, hint: 'hint.store.occupied' },
  unmoved: { exitCode: exitCodes.failed, hint: 'hint.store.unmoved' },
  'other-version': { exitCode: exitCodes.rejected, hint: 'hint.store.other-version' },
  damaged: { exitCode: exitCodes.rejected, hint: 'hint.store.damaged' },
  'no-user': { exitCode: exitCodes.notFound },
  'program-missing': { exitCode: exitCodes.failed, hint: 'hint.store.program-missing' },
  'program-failed': { exitCode: exitCodes.failed },
}

/** Exit codes of commands that open the store. */
export const storeExits = [exitCodes.notFound, exitCodes.conflict, exitCodes.rejected] as const

interface Refusal extends Error {
  readonly reason: string
  readonly values: Readonly<Record<string, string>>
}

const isRefusal = (error: unknown): error is Refusal =>
  error instanceof Error && error.name === 'StoreRefusal'

/** Converts the daemon's errors, which are recognized by name because their classes may not be imported. */
function problemOf(error: unknown, phrase: Phrase): unknown {
  if (isRefusal(error)) {
    const { exitCode, hint } = refusals[error.reason] ?? { exitCode: exitCodes.failed }
    return new CliError(
      `store_${error.reason.replaceAll('-', '_')}`,
      exitCode,
      phrase(`error.store.${error.reason}` as PhraseKey, error.values),
      { hint: hint && phrase(hint), cause: error },
    )
  }
  if (!(error instanceof Error)) return error
  // One line with the problem and what to try.
  const { texts } = error as { readonly texts?: Readonly<Record<Language, string>> }
  const text = texts?.[phrase.language] ?? error.message
  if (error.name === 'StartError') return new CliError('store', exitCodes.failed, text, { cause: error })
  if (error.constructor.name === 'ConfigError') return usageError(text, { cause: error })
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined || code === undefined) return error
  // The draft of a backup has a name that the user never chose, so the message names its directory.
  const isDraft = path !== undefined && basename(path).startsWith('.tollgate-backup-')
  const isDenied = code === 'EACCES' || code === 'EPERM'
  return new CliError(
    'file',
    code === 'ENOENT' ? exitCodes.notFound : exitCodes.failed,
    phrase('error.file', {
      path: (isDraft ? dirname(path) : path) ?? syscall,
      reason: fileReason(code, phrase),
    }),
    {
      hint: isDraft ? phrase('hint.store.elsewhere') : isDenied ? phrase('hint.store.denied') : undefined,
      cause: error,
    },
  )
}
