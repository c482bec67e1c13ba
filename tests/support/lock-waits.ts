import type { Knex } from 'knex'

/** How many connections to a PostgreSQL database wait for a lock now. */
export const countLockWaits = async (knex: Knex): Promise<number> => {
  const { rows } = await knex.raw(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows[0].count
}
