import type { Knex } from 'knex'

/** Unix milliseconds by the server's clock, the only one that all daemons share. */
export const databaseNowMs = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** A daemon that has not beaten for this long is taken for dead: six beats. */
const SILENT_MS = 30_000
/** How long a dead daemon's row is kept: it tells one that wakes up late that it must end. */
const KEPT_MS = 24 * 3_600_000

/**
 * The daemons that share one PostgreSQL database. All times are by the database's clock: the daemons' own may differ
 * by more than the limits.
 */
export async function register(knex: Knex, instanceId: string): Promise<void> {
  await knex.raw(
    `INSERT INTO instances (id, started_ms, beat_ms, fenced) VALUES (?, ${databaseNowMs}, ${databaseNowMs}, 0)
     ON CONFLICT (id) DO NOTHING`,
    [instanceId],
  )
}

/** @returns false when this daemon was declared dead */
export async function beat(knex: Knex, instanceId: string): Promise<boolean> {
  const changed = await knex('instances')
    .where({ id: instanceId, fenced: 0 })
    .update({ beat_ms: knex.raw(databaseNowMs) })
  return changed === 1
}

/** @returns the ids that were declared dead now */
export async function fenceSilentPeers(knex: Knex, instanceId: string): Promise<readonly string[]> {
  const rows: { id: string }[] = await knex('instances')
    .whereNot('id', instanceId)
    .where('fenced', 0)
    .whereRaw(`beat_ms < ${databaseNowMs} - ?`, [SILENT_MS])
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
 * Signs a daemon off: it admits nothing from now on. Its row stays, fenced, so that holds it could not settle are found
 * by its peers.
 */
export async function retire(knex: Knex, instanceId: string): Promise<void> {
  await knex('instances').where({ id: instanceId }).update({ fenced: 1 })
}
