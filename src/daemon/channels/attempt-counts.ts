import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'

/** Results of the attempts on one channel in one hour. */
export interface ChannelHour {
  readonly channelId: number
  /** Start of the hour, in unix seconds. */
  readonly hourTime: number
  readonly succeeded: number
  readonly failed: number
}

const HOUR_SECONDS = 3_600
/** How long hours are kept: a month, to look back over. */
const KEPT_SECONDS = 31 * 86_400
/** Rows per statement: SQLite accepts 32,766 parameters, and this is far below. */
const ROWS_MAX = 500

/**
 * Counts the results of the attempts on each channel. Counting is a few additions in memory, so it costs the relay
 * nothing; `flush` adds the counts to the store, which combines all daemons. If a daemon is killed, its unwritten
 * counts are lost: this is a health display, not a ledger.
 */
export class AttemptCounts {
  readonly #knex: Knex
  readonly #clock: Clock
  #pending = new Map<string, { channelId: number; hourTime: number; succeeded: number; failed: number }>()

  constructor(deps: { readonly knex: Knex; readonly clock: Clock }) {
    this.#knex = deps.knex
    this.#clock = deps.clock
  }

  note(channelId: number, isSuccess: boolean): void {
    const hourTime = this.#hourOf(this.#clock.now())
    this.#add({ channelId, hourTime, succeeded: isSuccess ? 1 : 0, failed: isSuccess ? 0 : 1 })
  }

  /** Turns a success recorded at that time into a failure, because its stream broke off later. */
  takeBack(channelId: number, notedMs: number): void {
    this.#add({ channelId, hourTime: this.#hourOf(notedMs), succeeded: -1, failed: 1 })
  }

  /** Writes the counts since the last flush. If that fails, they are kept for the next one. */
  async flush(): Promise<void> {
    // Every daemon uses the same order, so that daemons that update the same rows cannot deadlock.
    const rows = [...this.#pending.values()].sort(
      (a, b) => a.hourTime - b.hourTime || a.channelId - b.channelId,
    )
    this.#pending = new Map()
    for (let start = 0; start < rows.length; start += ROWS_MAX) {
      const part = rows.slice(start, start + ROWS_MAX)
      try {
        await this.#write(part)
      } catch (error) {
        for (const row of rows.slice(start)) this.#add(row)
        throw error
      }
    }
  }

  /**
   * Returns the hours from the one of `sinceMs` on, oldest first, including everything this daemon has counted so far.
   */
  async read(sinceMs: number): Promise<readonly ChannelHour[]> {
    await this.flush()
    const rows = await this.#knex('channel_hours')
      .where('hour_time', '>=', this.#hourOf(sinceMs))
      .orderBy(['hour_time', 'channel_id'])
      .select<{ channel_id: number; hour_time: number; succeeded: number; failed: number }[]>()
    return rows.map((row) => ({
      channelId: row.channel_id,
      hourTime: row.hour_time,
      succeeded: row.succeeded,
      failed: row.failed,
    }))
  }

  /** Deletes the hours that are too old. */
  async prune(): Promise<void> {
    const before = Math.floor(this.#clock.now() / 1000) - KEPT_SECONDS
    await this.#knex('channel_hours').where('hour_time', '<', before).delete()
  }

  #hourOf(ms: number): number {
    const seconds = Math.floor(ms / 1000)
    return seconds - (seconds % HOUR_SECONDS)
  }

  #add(row: ChannelHour): void {
    const key = `${row.channelId} ${row.hourTime}`
    const known = this.#pending.get(key)
    if (!known) return void this.#pending.set(key, { ...row })
    known.succeeded += row.succeeded
    known.failed += row.failed
  }

  async #write(rows: readonly ChannelHour[]): Promise<void> {
    await this.#knex('channel_hours')
      .insert(
        rows.map((row) => ({
          channel_id: row.channelId,
          hour_time: row.hourTime,
          succeeded: row.succeeded,
          failed: row.failed,
        })),
      )
      .onConflict(['hour_time', 'channel_id'])
      .merge({
        succeeded: this.#knex.raw('channel_hours.succeeded + excluded.succeeded'),
        failed: this.#knex.raw('channel_hours.failed + excluded.failed'),
      })
  }
}
