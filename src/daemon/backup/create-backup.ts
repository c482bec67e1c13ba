import { closeSync, openSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { version } from '../version.ts'
import { writeArchive } from './archive.ts'
import { ARCHIVE_FORMAT, archiveFiles, describeFile, type Manifest } from './manifest.ts'
import { runPostgresProgram } from './postgres-programs.ts'
import { inspectPostgres, readPostgresSchema, withClient } from './postgres-store.ts'
import { findKey, idOfKey } from './secret-key-id.ts'
import { copyStore, inspect, type StoreFacts } from './sqlite-snapshot.ts'
import { labelOf, type StorePlace } from './store-place.ts'
import { StoreRefusal } from './store-refusal.ts'
import { inWorkshop } from './workshop.ts'

export interface BackupOptions {
  /** Path of the archive to create. */
  readonly path: string
  /** Whether to include the key that decrypts the stored secrets. */
  readonly withKey: boolean
  /** Whether to replace an existing archive with that name. */
  readonly mayReplace: boolean
  readonly nowMs: number
}

export interface BackupReport
  extends Pick<Manifest, 'engine' | 'version' | 'created' | 'entries' | 'last_entry_id'> {
  readonly path: string
  /** Size of the archive. */
  readonly bytes: number
  readonly has_key: boolean
}

/**
 * Archives the state of the store at one moment while daemons keep working, and verifies the copy.
 *
 * @throws StoreRefusal `absent`, `exists`, `no-key`, `wrong-key`, `program-missing`, `program-failed`
 */
export async function createBackup(place: StorePlace, options: BackupOptions): Promise<BackupReport> {
  const path = resolve(options.path)
  if (!options.mayReplace && (await stat(path).catch(() => undefined)) !== undefined)
    throw new StoreRefusal('exists', { path })
  const key = options.withKey ? findKey(place.dataDir, place.secretKey) : undefined
  if (options.withKey && key === undefined) throw new StoreRefusal('no-key', { place: place.dataDir })
  // Next to the archive, because a disk with room for the archive has room for the copy.
  return inWorkshop(join(dirname(path), '.tollgate-backup-'), async (workshop) => {
    const created = new Date(options.nowMs).toISOString()
    const engine = place.databaseUrl === undefined ? 'sqlite' : 'postgres'
    const name = archiveFiles[engine]
    const copy = join(workshop, name)
    closeSync(openSync(copy, 'wx', 0o600))
    const facts =
      place.databaseUrl === undefined
        ? copySqlite(place, copy)
        : await dumpPostgres(place, place.databaseUrl, copy)
    const sources: Record<string, string> = { [name]: copy }
    if (key !== undefined) {
      if (facts.keyId !== null && idOfKey(key) !== facts.keyId) throw new StoreRefusal('wrong-key')
      sources[archiveFiles.key] = join(workshop, archiveFiles.key)
      await writeFile(join(workshop, archiveFiles.key), `${key.toString('hex')}\n`, { mode: 0o600 })
    }
    const files = await Promise.all(
      Object.entries(sources).map(([each, source]) => describeFile(source, each)),
    )
    const manifest: Manifest = {
      format: ARCHIVE_FORMAT,
      product: 'tollgate',
      version,
      created,
      engine,
      schema: facts.schema,
      entries: facts.entries,
      last_entry_id: facts.lastEntryId,
      key_id: facts.keyId,
      files,
    }
    await writeArchive(path, manifest, sources, workshop, options.mayReplace)
    return {
      path,
      engine,
      version,
      created,
      entries: facts.entries,
      last_entry_id: facts.lastEntryId,
      bytes: (await stat(path)).size,
      has_key: key !== undefined,
    }
  })
}

function copySqlite({ dataDir }: StorePlace, copy: string): StoreFacts {
  copyStore(dataDir, copy)
  return inspect(copy, copy)
}

/** Dumps the database. `pg_dump` reads the same snapshot as the figures of the manifest. */
async function dumpPostgres(place: StorePlace, url: string, copy: string): Promise<StoreFacts> {
  return withClient(url, async (client: pg.Client) => {
    if ((await readPostgresSchema(client)).length === 0)
      throw new StoreRefusal('absent', { place: labelOf(place) })
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const facts = await inspectPostgres(client)
    const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id')
    await runPostgresProgram('pg_dump', url, [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${rows[0]?.id ?? ''}`,
      `--file=${copy}`,
    ])
    await client.query('COMMIT')
    return facts
  })
}
