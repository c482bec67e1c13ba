import type { Knex } from 'knex'
import type { Beat } from './silence.ts'

/** Unix milliseconds of the database server's clock, the only clock that all daemons share. */
export const databaseNowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** How long the row of a dead daemon is kept. If that daemon resumes late, it finds the row and exits. */
const KEPT_MS = 24 * 3_600_000

/**
 * Registers a daemon that shares a PostgreSQL database with others. All times come from the database's clock, because the
 * clocks of daemons may differ by more than the limits.
 */
export async function register(knex: Knex, instanceId: string): Promise<void> {
  await knex.raw(
    `INSERT INTO instances (id, started_ms, beat_ms, fenced) VALUES (?, ${databaseNowMs}, ${databaseNowMs}, 0)
     ON CONFLICT (id) DO NOTHING`,
    [instanceId],
  )
}

/** @returns false if this daemon was declared dead */
export async function beat(knex: Knex, instanceId: string): Promise<boolean> {
  const changed = await knex('instances')
    .where({ id: instanceId, fenced: 0 })
    .update({ beat_ms: knex.raw(databaseNowMs) })
  return changed === 1
}

/** Returns the last heartbeats of the other daemons that count as alive. */
export async function readBeats(knex: Knex, instanceId: string): Promise<readonly Beat[]> {
  const rows: { id: string; beat_ms: unknown }[] = await knex('instances')
    .whereNot('id', instanceId)
    .where('fenced', 0)
    .select('id', 'beat_ms')
  return rows.map((row) => ({ id: row.id, beatMs: String(row.beat_ms) }))
}

/**
 * Declares daemons dead unless they have sent a heartbeat since.
 * @returns the ids of the daemons declared dead
 */
export async function fence(knex: Knex, silent: readonly Beat[]): Promise<readonly string[]> {
  if (silent.length === 0) return []
  const rows: { id: string }[] = await knex('instances')
    .where('fenced', 0)
    .whereIn(
      ['id', 'beat_ms'],
      silent.map(({ id, beatMs }) => [id, beatMs]),
    )
    .update({ fenced: 1 })
    .returning('id')
  return rows.map(({ id }) => id)
}

export async function forgetDeadPeers(knex: Knex): Promise<void> {
  await knex('instances')
    .where('fenced', 1)
    .whereRaw(`beat_ms < ${databaseNowMs} - ?`, [KEPT_MS])
    .whereNotExists(knex('holds').select(knex.raw('1')).whereRaw('instance_id = instances.id'))
    .delete()
}

/**
 * Signs a daemon off, after which it admits nothing. Its row stays and is fenced, so that its peers find the holds that it
 * could not settle.
 */
export async function retire(knex: Knex, instanceId: string): Promise<void> {
  await knex('instances').where({ id: instanceId }).update({ fenced: 1 })
}
