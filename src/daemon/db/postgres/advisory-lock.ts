import type pg from 'pg'
import { startText } from '../../errors/start-texts.ts'
import { StartError } from '../start-error.ts'

/** Any constant number works as long as every version of the program uses the same one ("Toll" in ASCII). */
const lockKey = 0x546f6c6c

/**
 * Runs `work` while no other daemon on this database can. The lock belongs to the connection, so the server drops it
 * when the process dies.
 *
 * @throws StartError if another daemon holds the lock for longer than `waitMs`
 */
export async function withAdvisoryLock<Result>(
  client: pg.Client,
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(`SET lock_timeout = ${Math.trunc(waitMs)}`)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
  } catch (cause) {
    throw new StartError(startText('schemaBusy', { seconds: Math.round(waitMs / 1000) }), undefined, {
      cause,
    })
  }
  try {
    return await work()
  } finally {
    // Fails if the connection is lost, but then the lock is released anyway.
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => undefined)
  }
}
