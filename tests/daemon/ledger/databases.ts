import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../src/daemon/db/database.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { createDatabase, dropDatabase } from '../../support/services/postgres.ts'
import { type NewWallet, openAccounts } from './stores.ts'

const secretKey = 'k'.repeat(43)

/** Opens the daemon's own database on a private file or server database, for code that runs through knex. */
export async function openPrivate(
  engine: 'sqlite' | 'postgres',
  name: string,
): Promise<{ database: Database; remove(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), `${name}-`))
  const databaseUrl = engine === 'postgres' ? await createDatabase(name) : undefined
  const database = await openDatabase({ dataDir, databaseUrl, secretKey })
  return {
    database,
    async remove() {
      await database.close()
      rmSync(dataDir, { recursive: true })
      if (databaseUrl) await dropDatabase(databaseUrl)
    },
  }
}

/** Runs SQL texts of several statements. */
export const runner = ({ knex }: Database) => ({
  async run(sql: string): Promise<void> {
    for (const statement of sql.split(';')) await knex.raw(statement)
  },
})

export const fund = (database: Database, wallets: readonly NewWallet[]): Promise<void> =>
  openAccounts(runner(database), wallets)
