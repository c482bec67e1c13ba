import type { Knex } from 'knex'
import { type Clock, unixSeconds } from '../clock.ts'

const HOUR = 3600
/** How long after its end an hour is totalled. A charge that comes still later opens it again, see `sum-logs.ts`. */
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

/** Hours before this are in `hourly_totals`, later ones only in `hourly_stats`. Unix seconds. */
export const totalledUpTo = async (db: Knex): Promise<number> => (await readState(db)).uptoTime

/**
 * Adds up the statistics of all users, hour by hour, as soon as an hour is over: a dashboard of the whole site then reads
 * a few rows per hour, however many users there are. It reads outside the transaction that writes, so that charges do not
 * wait; an hour that was opened again meanwhile is left for the next time.
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

/** @returns false when somebody else moved the state meanwhile */
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
