import { openDatabase } from '../../../src/daemon/db/open-database.ts'
import { StartError } from '../../../src/daemon/db/start-error.ts'

/**
 * A daemon's store in a process of its own: opens the data directory given as argument, says so, and holds it until it
 * is killed. Refused, it says why and ends with the exit code a daemon would.
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
