import { listMigrations } from '../../../src/daemon/db/migrate.ts'
import { openDatabase } from '../../../src/daemon/db/open-database.ts'

/** Opens a new store and kills its own process after the given number of migration statements. */
const [dataDir = '', statements = '0', databaseUrl] = process.argv.slice(2)
let left = Number(statements)

const migrations = listMigrations().map((migration) => ({
  name: migration.name,
  async load() {
    const { up, ...rest } = await migration.load()
    const dying: typeof up = (trx) => {
      trx.on('query', () => {
        if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
      })
      return up(trx)
    }
    return { ...rest, up: dying }
  },
}))

await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined, migrations })
process.exit(1) // there were fewer statements
