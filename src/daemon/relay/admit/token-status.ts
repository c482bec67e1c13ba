import type { Knex } from 'knex'
import { announce, type ChangeFeed } from '../../db/changes.ts'
import type { Caller } from './callers.ts'

/**
 * Stores that a token is expired (3) or exhausted (4). Only an enabled token changes, so that what an
 * administrator set first is kept, and only if that is still so: its owner may just have changed its expiry or its budget.
 */
export async function markTokenSpent(
  knex: Knex,
  changes: ChangeFeed,
  caller: Caller,
  status: 3 | 4,
): Promise<void> {
  if (caller.tokenId === 0) return
  const changed = await knex.transaction(async (trx) => {
    // Locked first, as an edit does, so that none comes between looking and marking.
    const token = await trx('tokens')
      .where({ id: caller.tokenId, status: 1 })
      .forUpdate()
      .first('expired_time')
    if (!token || (status === 3 && token.expired_time !== caller.expiredTime)) return 0
    if (status === 4) {
      const budget = await trx('token_budgets')
        .where({ token_id: caller.tokenId })
        .first('unlimited', 'remain')
      if (!budget || budget.unlimited === 1 || budget.remain > 0) return 0
    }
    const count = await trx('tokens').where({ id: caller.tokenId, status: 1 }).update({ status })
    if (count > 0) await announce(trx, 'token', String(caller.tokenId))
    return count
  })
  if (changed > 0) await changes.changed('token', String(caller.tokenId))
}
