import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../../../src/daemon/db/database.ts'
import { type DatabaseOptions, openDatabase } from '../../../src/daemon/db/open-database.ts'
import { createDatabase, dropDatabase } from '../../support/services/postgres.ts'

export type Engine = Database['engine']
export const engines: readonly Engine[] = ['sqlite', 'postgres']

/** Creates an empty directory that is removed when the test ends. */
export function freshDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'tollgate-db-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Creates a place for a store: a fresh directory, and on PostgreSQL also a fresh database. */
export async function freshPlace(engine: Engine): Promise<DatabaseOptions> {
  const dataDir = freshDirectory()
  if (engine === 'sqlite') return { dataDir }
  const databaseUrl = await createDatabase('db')
  onTestFinished(() => dropDatabase(databaseUrl))
  return { dataDir, databaseUrl }
}

/** Opens a store with the full schema, which is closed when the test ends. */
export async function openFresh(engine: Engine, extra: Partial<DatabaseOptions> = {}): Promise<Database> {
  return openHere({ ...(await freshPlace(engine)), ...extra })
}

export async function openHere(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options)
  onTestFinished(() => database.close())
  return database
}
