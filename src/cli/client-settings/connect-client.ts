import { chmod } from 'node:fs/promises'
import { readClientFile, removeClientFile, sha256, writeClientFile } from './client-file.ts'
import { type ConnectionRecord, connectionRecords, isAsWritten } from './connection-records.ts'
import type { SettingsEdit, TakeBack } from './settings-edit.ts'

/** A settings file read by one kind of client. */
export interface ClientTarget<Undo> {
  readonly client: string
  readonly path: string
  readonly takeBack: TakeBack<Undo>
  /** The directory that holds the connection records. */
  readonly configDirectory: string
}

export interface Connected {
  readonly result: 'connected' | 'would connect' | 'unchanged' | 'disconnected' | 'would disconnect'
  /** The real path of the file. */
  readonly path: string
  /** Names of the values that were written or removed. */
  readonly changed: readonly string[]
  /** Names of our values that have been changed since; they are left as they are. */
  readonly conflicts: readonly string[]
  readonly before: string
  readonly after: string
}

/** The file now contains the key, so only its owner may read it. */
const KEY_MODE = 0o600

/**
 * Writes settings into a client's file. A second run replaces the first and keeps the original.
 * @param isDryRun reports what would happen and changes nothing
 */
export async function connectClient<Undo>(
  target: ClientTarget<Undo>,
  edit: SettingsEdit<Undo>,
  isDryRun: boolean,
): Promise<Connected> {
  const records = connectionRecords(target.configDirectory)
  return records.inTurn(async () => {
    const file = await readClientFile(target.path)
    const { path } = file
    const key = `${target.client}:${path}`
    const record = await records.find(key)
    const base = baseOf(record, file.text, target)
    const { text, undo, changed } = edit.apply(base.original)
    const report = {
      path,
      changed,
      conflicts: base.conflicts,
      before: file.text ?? '',
      after: text,
    }
    if (text === file.text && record !== undefined) {
      if (!isDryRun && file.mode !== KEY_MODE) await chmod(path, KEY_MODE)
      return { result: 'unchanged', ...report, changed: [] }
    }
    if (isDryRun) return { result: 'would connect', ...report }
    const made: ConnectionRecord = {
      original: base.original ?? null,
      mode: (record === undefined ? file.mode : record.mode) ?? null,
      directories: record?.directories ?? [],
      sha256: sha256(text),
      undo,
    }
    // The undo record is saved before the file is written.
    await records.put(key, made)
    const directories = await writeClientFile(path, text, KEY_MODE)
    if (directories.length > 0)
      await records.put(key, { ...made, directories: [...made.directories, ...directories] })
    return { result: 'connected', ...report }
  })
}

/** Returns the file as it would be if we had never written to it. */
function baseOf<Undo>(
  record: ConnectionRecord | undefined,
  text: string | undefined,
  { takeBack }: ClientTarget<Undo>,
): { readonly original: string | undefined; readonly conflicts: readonly string[] } {
  if (record === undefined || text === undefined) return { original: text, conflicts: [] }
  if (isAsWritten(record, text)) return { original: record.original ?? undefined, conflicts: [] }
  const taken = takeBack(text, record.undo as Undo)
  return { original: taken.text, conflicts: taken.conflicts }
}

/** Removes exactly what was written. Values that have been changed since are kept and reported. */
export async function disconnectClient<Undo>(
  target: ClientTarget<Undo>,
  isDryRun: boolean,
): Promise<Connected> {
  const records = connectionRecords(target.configDirectory)
  return records.inTurn(async () => {
    const file = await readClientFile(target.path)
    const { path, text } = file
    const key = `${target.client}:${path}`
    const record = await records.find(key)
    if (record === undefined) return unchanged(path, text)
    const { original, conflicts } = baseOf(record, text, target)
    const report = { path, changed: [path], conflicts, before: text ?? '', after: original ?? '' }
    if (isDryRun) return { result: 'would disconnect', ...report }
    if (text !== undefined && original === undefined) await removeClientFile(path, record.directories)
    else if (text !== undefined && original !== undefined)
      await writeClientFile(path, original, record.mode ?? file.mode ?? KEY_MODE)
    await records.put(key, undefined)
    return { result: 'disconnected', ...report }
  })
}

const unchanged = (path: string, text = ''): Connected => ({
  result: 'unchanged',
  path,
  changed: [],
  conflicts: [],
  before: text,
  after: text,
})
