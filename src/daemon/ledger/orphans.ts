import type { Knex } from 'knex'

/** Number of holds that are read and settled at a time. */
const PAGE = 500

/**
 * Finds holds of dead daemons: on SQLite those of every other instance id, on PostgreSQL those of fenced or unknown daemons.
 * Ascending by id, starting after `after`.
 */
export async function findOrphans(
  knex: Knex,
  engine: 'sqlite' | 'postgres',
  instanceId: string,
  after: string,
): Promise<readonly string[]> {
  const holds = knex('holds')
    .whereNot('instance_id', instanceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .select('id')
  if (engine === 'postgres')
    void holds
      .whereNotExists(
        knex('instances')
          .select(knex.raw('1'))
          .whereRaw('instances.id = holds.instance_id')
          .where('fenced', 0),
      )
      // Skip rows that a batch is settling right now.
      .forUpdate()
      .skipLocked()
  const rows: { id: string }[] = await holds
  return rows.map(({ id }) => id)
}

/** Finds holds of this daemon past their deadline, by the daemon's own clock, which also set the deadline. */
export async function findOverdue(
  knex: Knex,
  instanceId: string,
  nowMs: number,
  after: string,
): Promise<readonly string[]> {
  const rows: { id: string }[] = await knex('holds')
    .where('instance_id', instanceId)
    .where('deadline_ms', '<', nowMs)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .select('id')
  return rows.map(({ id }) => id)
}
