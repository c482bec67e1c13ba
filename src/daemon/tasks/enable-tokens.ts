import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'
import { announce, type ChangeFeed } from '../db/changes.ts'

export interface EnableTokensDeps {
  readonly knex: Knex
  readonly clock: Clock
  readonly changes: Pick<ChangeFeed, 'changed'>
}

const [ENABLED, EXHAUSTED] = [1, 4]
/** All tasks end within this time. */
const SINCE_MS = 24 * 3_600_000

/**
 * Enables tokens that were exhausted by tasks whose charge was refunded, because they have quota again. This is not
 * part of the refund: changing a token locks token and budget in the opposite order.
 */
export async function enableRefundedTokens({ knex, clock, changes }: EnableTokensDeps): Promise<void> {
  const ids: number[] = await knex('tokens')
    .join('token_budgets', 'token_budgets.token_id', 'tokens.id')
    .where('tokens.status', EXHAUSTED)
    .where('token_budgets.remain', '>', 0)
    .whereIn(
      'tokens.id',
      knex('tasks')
        .where('submit_ms', '>', clock.now() - SINCE_MS)
        .where({ status: 'FAILURE' })
        .whereNotNull('token_id')
        .select('token_id'),
    )
    .pluck('tokens.id')
  for (const id of ids) {
    const count = await knex.transaction(async (trx) => {
      const changed = await trx('tokens').where({ id, status: EXHAUSTED }).update({ status: ENABLED })
      if (changed > 0) await announce(trx, 'token', id)
      return changed
    })
    if (count > 0) await changes.changed('token', id)
  }
}
