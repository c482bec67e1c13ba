import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { StartError } from '../../../src/daemon/db/start-error.ts'

/**
 * A daemon's store in a separate process: opens the data directory given as argument, reports it, and keeps it open
 * until killed. If refused, it prints the reason and ends with the daemon's exit code.
 */
try {
  const database = await openDatabase({ dataDir: process.argv[2] ?? '' })
  if (process.argv[3] === 'write') await database.knex('changes').insert({ kind: 'kept', at_ms: 1 })
  console.log('open')
  setInterval(() => database.engine, 1_000_000)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.log(error.message)
  process.exitCode = error.exitCode
}
