import { statSync } from 'node:fs'
import { listMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { exitCodes, StartError } from '../db/start-error.ts'
import { countDaemons, readPostgresSchema, withClient } from './postgres-store.ts'
import { databaseFileOf, hasDatabase, inUse, isInUse, openBeside, readSchema } from './sqlite-snapshot.ts'
import { labelOf, type StorePlace } from './store-place.ts'

/** Comparison of a store's schema with this program. */
export interface SchemaState {
  readonly engine: 'sqlite' | 'postgres'
  /** Data directory, or host and database; never a password. */
  readonly place: string
  /**
   * `empty`: not created yet. `behind`: changes are pending. `newer`: used by a newer program, so this one refuses the
   * store.
   */
  readonly state: 'empty' | 'current' | 'behind' | 'newer'
  readonly applied: number
  readonly pending: readonly string[]
  readonly unknown: readonly string[]
  readonly daemons: number
  /** Size of the database file; null on PostgreSQL. */
  readonly bytes: number | null
}

export async function readSchemaState(place: StorePlace): Promise<SchemaState> {
  const { databaseUrl, dataDir } = place
  if (databaseUrl !== undefined)
    return withClient(databaseUrl, async (client) =>
      compare(place, await readPostgresSchema(client), await countDaemons(client), null),
    )
  const file = databaseFileOf(dataDir)
  const daemons = (await isInUse(dataDir)) ? 1 : 0
  if (!hasDatabase(file)) return compare(place, [], daemons, 0)
  const db = openBeside(dataDir)
  try {
    return compare(place, readSchema(db), daemons, bytesOf(file))
  } finally {
    db.close()
  }
}

function compare(
  place: StorePlace,
  applied: readonly string[],
  daemons: number,
  bytes: number | null,
): SchemaState {
  const pending = pendingOf(applied)
  const unknown = unknownOf(applied)
  const behind = pending.length > 0 ? 'behind' : 'current'
  return {
    engine: place.databaseUrl === undefined ? 'sqlite' : 'postgres',
    place: labelOf(place),
    state: unknown.length > 0 ? 'newer' : applied.length === 0 ? 'empty' : behind,
    applied: applied.length,
    pending,
    unknown,
    daemons,
    bytes,
  }
}

/** Returns the migrations that the next start would run. */
export function pendingOf(schema: readonly string[]): string[] {
  return listMigrations()
    .map(({ name }) => name)
    .filter((name) => !schema.includes(name))
}

/** Returns schema changes that are unknown to this program. */
export function unknownOf(schema: readonly string[]): string[] {
  const known = new Set(listMigrations().map(({ name }) => name))
  return schema.filter((name) => !known.has(name))
}

/**
 * Updates the schema like a start would, and returns. On PostgreSQL, daemons may keep running, as during the rollout of
 * a new version; a SQLite file belongs to one process at a time.
 *
 * @returns the current schema and the changes made
 * @throws StoreRefusal `in-use`
 * @throws StartError if the store is newer or damaged, or if a change failed (it is rolled back)
 */
export async function migrateStore(
  place: StorePlace,
): Promise<{ readonly state: SchemaState; readonly made: readonly string[] }> {
  const before = await readSchemaState(place)
  try {
    await (await openDatabase(place)).close()
  } catch (error) {
    if (error instanceof StartError && error.exitCode === exitCodes.inUse) throw inUse(error, place.dataDir)
    throw error
  }
  return { state: await readSchemaState(place), made: before.pending }
}

/** Returns the size, including the log that has not been merged yet. */
const bytesOf = (file: string): number =>
  statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)
