import type { Knex } from 'knex'
import type { Channel, FoundFormat } from '../channel-types/types.ts'
import { announce, type ChangeFeed } from '../db/changes.ts'

/** Stores which formats a channel's server was found to speak, for all daemons and across restarts. */
export interface FoundFormats {
  /** Does nothing if the same formats are already stored, or if the channel's address has changed. */
  remember(channel: Channel, found: FoundFormat): Promise<void>
}

export const createFoundFormats = (deps: {
  readonly knex: Knex
  readonly changes: ChangeFeed
}): FoundFormats => ({
  async remember({ id, type, baseUrl }, found) {
    const changed = await deps.knex.transaction(async (trx) => {
      const count = await trx('channels')
        .where({ id, type, base_url: baseUrl })
        .whereNot({ speaks_found: found })
        .update({ speaks_found: found })
      if (count > 0) await announce(trx, 'channels', String(id))
      return count
    })
    if (changed > 0) await deps.changes.changed('channels', String(id))
  },
})
