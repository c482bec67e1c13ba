import { existsSync, linkSync, renameSync } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareDataDirectory } from '../db/data-directory.ts'
import { giveToOwnerOf } from '../db/own-files.ts'
import { readArchive, syncDirectory } from './archive.ts'
import { archiveFiles, type Manifest } from './manifest.ts'
import { databaseOf, runPostgresProgram } from './postgres-programs.ts'
import { countDaemons, readPostgresSchema, withClient } from './postgres-store.ts'
import { pendingOf, unknownOf } from './schema-state.ts'
import { findKey, idOfKey, keyFileOf } from './secret-key-id.ts'
import { databaseFileOf, foldLog, hasDatabase, inspect, withoutDaemon } from './sqlite-snapshot.ts'
import { stampOf } from './stamp.ts'
import { labelOf, type StorePlace } from './store-place.ts'
import { StoreRefusal } from './store-refusal.ts'
import { inWorkshop } from './workshop.ts'

export interface RestoreOptions {
  readonly path: string
  /** Whether to replace an existing store; the old one is kept under another name. */
  readonly mayReplace: boolean
  readonly nowMs: number
}

export interface RestoreReport
  extends Pick<Manifest, 'engine' | 'version' | 'created' | 'entries' | 'last_entry_id'> {
  readonly place: string
  /** `restored` from the archive, `present` already, or `missing`: the daemon will not start without it. */
  readonly key: 'restored' | 'present' | 'missing'
  /** The new path of the previous store; null if there was none. */
  readonly kept: string | null
  /** Schema changes that the next start will make. */
  readonly pending: number
}

/**
 * Restores an archive to the place where a daemon started in the same way will find it. Everything is unpacked and
 * verified before the existing store is touched.
 *
 * @throws StoreRefusal `archive`, `newer`, `other-engine`, `in-use`, `exists`, `wrong-key`, `not-empty`,
 * `program-missing`, `program-failed`
 */
export async function restoreBackup(place: StorePlace, options: RestoreOptions): Promise<RestoreReport> {
  const dataDir = prepareDataDirectory(place.dataDir)
  return inWorkshop(join(dataDir, '.restore-'), async (workshop) => {
    const manifest = await readArchive(options.path, workshop)
    const here = place.databaseUrl === undefined ? 'sqlite' : 'postgres'
    if (manifest.engine !== here) throw new StoreRefusal('other-engine', { archive: manifest.engine, here })
    const [change] = unknownOf(manifest.schema)
    if (change !== undefined) throw new StoreRefusal('newer', { change, version: manifest.version })
    const restore = { ...options, dataDir, workshop, manifest, stamp: stampOf(options.nowMs) }
    const kept =
      place.databaseUrl === undefined
        ? await withoutDaemon(dataDir, () => restoreSqlite(place, restore))
        : await restorePostgres(place, place.databaseUrl, restore)
    const { engine, version, created, entries, last_entry_id } = manifest
    return { place: labelOf(place), engine, version, created, entries, last_entry_id, ...kept }
  })
}

interface Restore extends RestoreOptions {
  readonly dataDir: string
  readonly workshop: string
  readonly manifest: Manifest
  /** Suffix of the names under which previous files are kept. */
  readonly stamp: string
}

type Outcome = Pick<RestoreReport, 'key' | 'kept' | 'pending'>

async function restoreSqlite(place: StorePlace, restore: Restore): Promise<Outcome> {
  const { dataDir, workshop, manifest, stamp, mayReplace, path } = restore
  const file = databaseFileOf(dataDir)
  const isTaken = hasDatabase(file)
  if (isTaken && !mayReplace) throw new StoreRefusal('exists', { path: file })
  const unpacked = join(workshop, archiveFiles.sqlite)
  inspect(unpacked, path)
  const keyWork = await planKey(place, restore)
  const kept = isTaken ? `${file}.before-${stamp}` : null
  if (kept !== null) setAside(file, kept)
  renameSync(unpacked, file)
  const key = await keyWork()
  giveToOwnerOf(dataDir, [file, join(dataDir, 'tollgate.lock'), keyFileOf(dataDir)])
  await syncDirectory(dataDir)
  return { key, kept, pending: pendingOf(manifest.schema).length }
}

/**
 * Keeps the existing store under another name. If it is intact, its log is merged and it gets a second name, so that
 * there is a store under the first name at every moment. If it is damaged, it is moved away together with its log: each
 * is worthless without the other, and the log would destroy another file next to it.
 */
function setAside(file: string, kept: string): void {
  try {
    foldLog(file)
  } catch {
    // The store is damaged, which is often the reason to restore.
  }
  if (!existsSync(`${file}-wal`)) return linkSync(file, kept)
  for (const ending of ['-shm', '-wal', ''])
    if (existsSync(file + ending)) renameSync(file + ending, kept + ending)
}

async function restorePostgres(place: StorePlace, url: string, restore: Restore): Promise<Outcome> {
  const { dataDir, workshop, manifest, mayReplace } = restore
  await withClient(url, async (client) => {
    const present = await readPostgresSchema(client)
    const daemons = await countDaemons(client)
    if (daemons > 0) throw new StoreRefusal('in-use', { holder: String(daemons), place: labelOf(place) })
    if (present.length > 0 && !mayReplace) throw new StoreRefusal('exists', { path: labelOf(place) })
    // Tables that the archive does not contain would be left behind, and the next start would fail because of them.
    if (present.some((name) => !manifest.schema.includes(name)))
      throw new StoreRefusal('not-empty', { place: labelOf(place) })
  })
  const keyWork = await planKey(place, restore)
  await runPostgresProgram('pg_restore', url, [
    '--clean',
    '--if-exists',
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    `--dbname=${databaseOf(url)}`,
    join(workshop, archiveFiles.postgres),
  ])
  // The daemons in the archive now use another database, so the next start must settle their holds immediately.
  await withClient(url, (client) => client.query('UPDATE instances SET fenced = 1'))
  const key = await keyWork()
  giveToOwnerOf(dataDir, [keyFileOf(dataDir)])
  return { key, kept: null, pending: pendingOf(manifest.schema).length }
}

/**
 * Decides how to handle the key before anything is changed.
 * @returns the work that remains after the database has been restored
 */
async function planKey(
  { secretKey }: StorePlace,
  { dataDir, workshop, manifest, mayReplace, stamp }: Restore,
): Promise<() => Promise<RestoreReport['key']>> {
  const present = findKey(dataDir, secretKey)
  const isRight = present !== undefined && (manifest.key_id === null || idOfKey(present) === manifest.key_id)
  if (isRight) return async () => 'present'
  const archived = join(workshop, archiveFiles.key)
  const text = await readFile(archived, 'utf8').catch(() => undefined)
  // The variable takes precedence, so an archived file would not help. Without one, nothing can replace the wrong key.
  if (present !== undefined && (secretKey !== undefined || text === undefined))
    throw new StoreRefusal('wrong-key')
  if (text === undefined) return async () => (manifest.key_id === null ? 'present' : 'missing')
  if (idOfKey(Buffer.from(text.trim(), 'hex')) !== manifest.key_id) throw new StoreRefusal('wrong-key')
  const target = keyFileOf(dataDir)
  if (present !== undefined && !mayReplace) throw new StoreRefusal('exists', { path: target })
  return async () => {
    if ((await stat(target).catch(() => undefined)) !== undefined)
      await rename(target, `${target}.before-${stamp}`)
    await rename(archived, target)
    return 'restored'
  }
}
