import { join } from 'node:path'
import { openDatabase } from '../../src/daemon/db/open-database.ts'
import { fillFormerStore, formerMigrations } from './former-store.ts'

/**
 * Creates a store of an older version, to try an upgrade on something large:
 * `node tests/support/former-store-main.ts <data directory> <rows> [<PostgreSQL address>]`
 */
const [dataDir, rows, databaseUrl] = process.argv.slice(2)
if (dataDir === undefined || rows === undefined)
  throw new Error('usage: <data directory> <rows> [<PostgreSQL address>]')
const database = await openDatabase({ dataDir: join(dataDir), databaseUrl, migrations: formerMigrations() })
await fillFormerStore(database, {
  rows: Number(rows),
  onRows: (written) => written % 50_000 === 0 && console.log(`${written} rows`),
})
await database.close()
