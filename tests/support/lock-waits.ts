import type { Knex } from 'knex'
import { expect } from 'vitest'

/** Counts the connections to a PostgreSQL database that wait for a lock now. */
export const countLockWaits = async (knex: Knex): Promise<number> => {
  const { rows } = await knex.raw(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows[0].count
}

/**
 * Starts calls that wait where they write or lock what `hold` has locked. Once all of them wait, they continue. By then
 * each has read the stored state, and none has changed it.
 *
 * @param hold locks a row, which the calls then get in the given order; or inserts one, which is rolled back, and then
 *   they continue in any order
 * @returns the result of each call
 */
export async function stopAt<Result>(
  knex: Knex,
  hold: (trx: Knex.Transaction) => PromiseLike<unknown>,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const lock = await knex.transaction()
  const running: Promise<Result>[] = []
  try {
    await hold(lock)
    for (const call of calls) {
      running.push(call())
      await expect.poll(() => countLockWaits(knex)).toBe(running.length)
    }
  } finally {
    await lock.rollback()
  }
  return Promise.all(running)
}
