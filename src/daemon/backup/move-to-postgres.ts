import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareDataDirectory } from '../db/data-directory.ts'
import { giveToOwnerOf } from '../db/own-files.ts'
import { syncDirectory } from './archive.ts'
import { type Copied, copyRows, type OnRows } from './copy-rows.ts'
import { countDaemons, readPostgresSchema, withClient } from './postgres-store.ts'
import { migrateStore, pendingOf, unknownOf } from './schema-state.ts'
import { findKey, idOfKey } from './secret-key-id.ts'
import {
  databaseFileOf,
  foldLog,
  openBeside,
  readFacts,
  type StoreFacts,
  withoutDaemon,
} from './sqlite-snapshot.ts'
import { stampOf } from './stamp.ts'
import { labelOf, type StorePlace } from './store-place.ts'
import { reasonOf, StoreRefusal } from './store-refusal.ts'

export interface MoveOptions {
  readonly nowMs: number
  readonly onRows: OnRows
}

export interface MoveReport extends Copied {
  /** Host and database; never a password. */
  readonly place: string
  readonly entries: number
  readonly last_entry_id: number
  /** The current path of the SQLite file. */
  readonly kept: string
}

interface Target extends StorePlace {
  readonly databaseUrl: string
}

/**
 * Moves the SQLite store in the data directory into the PostgreSQL database in `TOLLGATE_DATABASE_URL`, which must be
 * empty. IDs do not change, and the key in the data directory stays valid. PostgreSQL gets all rows or none.
 *
 * After that, the SQLite file is renamed. A daemon that starts without the variable must not find it, because two
 * stores would sell the same balance.
 *
 * @throws StoreRefusal `no-target`, `in-use`, `absent`, `damaged`, `other-version`, `wrong-key`, `occupied`, `unmoved`
 * @throws StartError if the server cannot be reached
 */
export async function moveToPostgres(place: StorePlace, options: MoveOptions): Promise<MoveReport> {
  const { databaseUrl } = place
  if (databaseUrl === undefined) throw new StoreRefusal('no-target')
  const target: Target = { ...place, databaseUrl }
  // Must come before the lock, which creates a file even in a directory without a store.
  openBeside(place.dataDir).close()
  const dataDir = prepareDataDirectory(place.dataDir)
  return withoutDaemon(dataDir, async () => {
    const { entries, lastEntryId } = checkSource(place)
    // This may need room on the disk. Once PostgreSQL has the rows, the file only gets another name.
    foldLog(databaseFileOf(dataDir))
    await withClient(databaseUrl, (client) => claim(client, target))
    await migrateStore(target)
    const copied = await withClient(databaseUrl, (client) => copyInto(client, target, options.onRows))
    const kept = await setAside(dataDir, stampOf(options.nowMs))
    return { place: labelOf(target), ...copied, entries, last_entry_id: lastEntryId, kept }
  })
}

function checkSource({ dataDir, secretKey }: StorePlace): StoreFacts {
  const facts = readSource(dataDir)
  if (pendingOf(facts.schema).length > 0 || unknownOf(facts.schema).length > 0)
    throw new StoreRefusal('other-version', { place: dataDir })
  const key = findKey(dataDir, secretKey)
  if (facts.keyId !== null && (key === undefined || idOfKey(key) !== facts.keyId))
    throw new StoreRefusal('wrong-key')
  return facts
}

function readSource(dataDir: string): StoreFacts {
  const db = openBeside(dataDir)
  try {
    return readFacts(db)
  } catch (error) {
    throw new StoreRefusal('damaged', { path: databaseFileOf(dataDir), problem: reasonOf(error) }, error)
  } finally {
    db.close()
  }
}

/**
 * Prepares an unused database. It may already have a check row for another key, which protects nothing and is deleted.
 */
async function claim(client: pg.Client, target: Target): Promise<void> {
  await refuseOccupied(client, target)
  if ((await readPostgresSchema(client)).length > 0) await client.query('DELETE FROM secrets_check')
}

/** Refuses a database with data. An empty database is accepted, and one that has its tables but was never used. */
async function refuseOccupied(client: pg.Client, target: Target): Promise<void> {
  const place = labelOf(target)
  if ((await readPostgresSchema(client)).length === 0) return
  const daemons = await countDaemons(client)
  if (daemons > 0) throw new StoreRefusal('in-use', { holder: String(daemons), place })
  const { rows } = await client.query(
    'SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM entries) OR EXISTS (SELECT FROM options) AS found',
  )
  if (rows[0]?.found !== false) throw new StoreRefusal('occupied', { place })
}

async function copyInto(client: pg.Client, target: Target, onRows: OnRows): Promise<Copied> {
  const db = openBeside(target.dataDir)
  try {
    await client.query('BEGIN')
    // A daemon that starts now has to wait for this transaction.
    await client.query('LOCK TABLE instances, users, entries, options IN ACCESS EXCLUSIVE MODE')
    await refuseOccupied(client, target)
    const copied = await copyRows(db, client, onRows)
    await client.query('COMMIT')
    await client.query('ANALYZE')
    return copied
  } catch (error) {
    if (error instanceof StoreRefusal) throw error
    throw new StoreRefusal('unmoved', { place: labelOf(target), problem: reasonOf(error) }, error)
  } finally {
    db.close()
  }
}

async function setAside(dataDir: string, stamp: string): Promise<string> {
  const file = databaseFileOf(dataDir)
  const kept = `${file}.moved-${stamp}`
  renameSync(file, kept)
  giveToOwnerOf(dataDir, [kept, join(dataDir, 'tollgate.lock')])
  await syncDirectory(dataDir)
  return kept
}
