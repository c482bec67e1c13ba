import type { Knex } from 'knex'
import type { Beat } from './silence.ts'

/** Unix milliseconds by the server's clock, the only one that all daemons share. */
export const databaseNowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** How long a dead daemon's row is kept. If the daemon wakes up late, the row tells it to exit. */
const KEPT_MS = 24 * 3_600_000

/**
 * The daemons that share one PostgreSQL database. All times are by the database's clock: the daemons' own clocks may
 * differ by more than the limits.
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

/** The last beats of the other daemons that count as alive. */
export async function readBeats(knex: Knex, instanceId: string): Promise<readonly Beat[]> {
  const rows: { id: string; beat_ms: unknown }[] = await knex('instances')
    .whereNot('id', instanceId)
    .where('fenced', 0)
    .select('id', 'beat_ms')
  return rows.map((row) => ({ id: row.id, beatMs: String(row.beat_ms) }))
}

/**
 * Declares daemons dead, unless they have beaten since.
 * @returns the ids of those that it declared dead
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
 * Signs a daemon off: it admits nothing from now on. Its row stays, fenced, so that its peers find the holds it could
 * not settle.
 */
export async function retire(knex: Knex, instanceId: string): Promise<void> {
  await knex('instances').where({ id: instanceId }).update({ fenced: 1 })
}
