import type { Knex } from 'knex'
import { type Clock, unixSeconds } from '../clock.ts'

const HOUR = 3600
/** How long after its end an hour is totalled. A later charge reopens the hour, see `sum-logs.ts`. */
const SETTLED_AFTER = 60

interface TotalsState {
  /** Unix seconds; hours before it are totalled. */
  readonly uptoTime: number
  readonly resets: number
}

async function readState(db: Knex): Promise<TotalsState> {
  const row = await db('hourly_totals_state')
    .where({ id: 1 })
    .first<{ upto_time: number; resets: number } | undefined>('upto_time', 'resets')
  return { uptoTime: Number(row?.upto_time ?? 0), resets: Number(row?.resets ?? 0) }
}

/**
 * Returns the end of the totalled hours: hours before it are in `hourly_totals`, later ones only in `hourly_stats`.
 * Unix seconds.
 */
export const totalledUpTo = async (db: Knex): Promise<number> => (await readState(db)).uptoTime

/**
 * Adds up the statistics of all users, hour by hour, as soon as an hour is over, so that a dashboard of the whole site
 * reads a few rows per hour, however many users there are. It reads outside the transaction that writes, so that
 * charges do not wait; an hour that was reopened in the meantime is left for the next run.
 *
 * @param signal stops it between two hours
 */
export async function totalHours(
  { knex, clock }: { readonly knex: Knex; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<void> {
  const now = unixSeconds(clock) - SETTLED_AFTER
  const end = now - (now % HOUR)
  while (!signal?.aborted) {
    const state = await readState(knex)
    const next = await knex('hourly_stats')
      .where('hour_time', '>=', state.uptoTime)
      .where('hour_time', '<', end)
      .orderBy('hour_time')
      .first<{ hour_time: number } | undefined>('hour_time')
    const hour = next === undefined ? undefined : Number(next.hour_time)
    if (hour === undefined && state.uptoTime >= end) return
    const isWritten = await writeHour(knex, state, hour ?? end - HOUR)
    if (!isWritten || hour === undefined) return
  }
}

/** Writes the totals of an hour. @returns false if the state was changed in the meantime */
async function writeHour(knex: Knex, state: TotalsState, hour: number): Promise<boolean> {
  const totals: Record<string, unknown>[] = await knex('hourly_stats')
    .where('hour_time', hour)
    .groupBy('model')
    .select(
      'model',
      ...['requests', 'quota', 'tokens'].map((each) => knex.raw(`CAST(sum(${each}) AS TEXT) AS ${each}`)),
    )
  return knex.transaction(async (trx) => {
    const moved = await trx('hourly_totals_state')
      .where({ id: 1, upto_time: state.uptoTime, resets: state.resets })
      .update({ upto_time: hour + HOUR })
    if (moved === 0) return false
    await trx('hourly_totals')
      .where('hour_time', '>=', state.uptoTime)
      .where('hour_time', '<=', hour)
      .delete()
    if (totals.length > 0)
      await trx('hourly_totals').insert(totals.map((each) => ({ ...each, hour_time: hour })))
    return true
  })
}
