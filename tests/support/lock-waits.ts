import type { Knex } from 'knex'
import { expect } from 'vitest'

/** How many connections to a PostgreSQL database wait for a lock now. */
export const countLockWaits = async (knex: Knex): Promise<number> => {
  const { rows } = await knex.raw(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows[0].count
}

/**
 * Has calls stop where they write or lock what `hold` holds, and lets them go on in the order in which they are given.
 * What they read before, they read as it was.
 *
 * @param hold locks a row, or adds one that is gone when the calls go on
 * @returns what each of them came to
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
