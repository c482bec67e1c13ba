import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { exitCodes, StartError } from '../db/start-error.ts'
import { readSchemaState } from './schema-state.ts'
import { inUse } from './sqlite-snapshot.ts'
import { labelOf, type StorePlace } from './store-place.ts'
import { StoreRefusal } from './store-refusal.ts'

/**
 * Opens an existing store. On PostgreSQL, daemons may keep running; a SQLite file belongs to one process at a time.
 *
 * @throws StoreRefusal `absent`, `in-use`
 * @throws StartError if the store is newer, damaged or unreachable
 */
export async function openExisting(place: StorePlace): Promise<Database> {
  // Checked first, because opening would create a missing store.
  if ((await readSchemaState(place)).state === 'empty')
    throw new StoreRefusal('absent', { place: labelOf(place) })
  return openDatabase(place).catch((error: unknown) => {
    if (error instanceof StartError && error.exitCode === exitCodes.inUse) throw inUse(error, place.dataDir)
    throw error
  })
}
