import type { Knex } from 'knex'
import { announce, type ChangeFeed } from '../../db/changes.ts'
import type { Caller } from './callers.ts'

/**
 * Marks a token as expired (3) or exhausted (4), if that is still true: its owner may just have changed its expiry or
 * added quota. Only an enabled token changes, so a status that somebody set by hand stays.
 */
export async function markTokenSpent(
  knex: Knex,
  changes: ChangeFeed,
  caller: Caller,
  status: 3 | 4,
): Promise<void> {
  if (caller.tokenId === 0) return
  const changed = await knex.transaction(async (trx) => {
    // Locks the token first, as an edit does, so that no edit comes between the check and the update.
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
