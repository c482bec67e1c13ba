import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import { startText } from '../errors/start-texts.ts'
import { findPackageRoot } from '../package-root.ts'
import { exitCodes, StartError } from './start-error.ts'
import { storeReason } from './store-reason.ts'

/** One step of the schema. `name` is the file's name with its extension; knex records it with the extension. */
export interface Migration {
  readonly name: string
  load(): Promise<MigrationModule> | MigrationModule
}

/** The exports of a file in `migrations/`. */
export interface MigrationModule extends Knex.Migration {
  /** `transaction: false` is for the rare step that PostgreSQL refuses inside a transaction. */
  readonly config?: { readonly transaction?: boolean }
}

const recordTable = 'knex_migrations'

/** Lists the migrations that this program ships with, oldest first. */
export function listMigrations(): Migration[] {
  const folder = join(findPackageRoot(), 'migrations')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => ({
      name,
      load: () => import(pathToFileURL(join(folder, name)).href) as Promise<Knex.Migration>,
    }))
}

/**
 * Brings the schema up to date, all steps in one transaction. The caller must hold a lock that ends with the process:
 * with such a lock, knex's own lock row, which a killed process leaves behind
 * (https://github.com/knex/knex/issues/1217), is always stale and is cleared.
 *
 * @throws StartError if the schema is newer than `migrations` or a step fails; nothing has changed then
 */
export async function migrate(knex: Knex, migrations: readonly Migration[]): Promise<void> {
  const done = await readDone(knex)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = done.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartError(startText('schemaNewer', { name: unknown.at(-1) ?? '' }), exitCodes.configuration)
  if (done.length === migrations.length) return

  let current: string | undefined
  const migrationSource: Knex.MigrationSource<Migration> = {
    getMigrations: async () => [...migrations],
    getMigrationName: ({ name }) => name,
    getMigration: async ({ name, load }) => {
      const { up, down, config } = await load()
      const tracked: MigrationModule = {
        up: (trx) => {
          current = name
          return up(trx)
        },
        ...(down ? { down } : {}),
        ...(config ? { config } : {}),
      }
      return tracked
    },
  }
  try {
    await knex.migrate.forceFreeMigrationsLock({ migrationSource })
    await knex.migrate.latest({ migrationSource })
  } catch (cause) {
    const step = current === undefined ? '' : ` "${current}"`
    throw new StartError(startText('schemaFailed', { step, reason: storeReason(cause) }), undefined, {
      cause,
    })
  }
}

async function readDone(knex: Knex): Promise<string[]> {
  if (!(await knex.schema.hasTable(recordTable))) return []
  return knex(recordTable).orderBy('id').pluck('name')
}
