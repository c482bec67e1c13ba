import type { Knex } from 'knex'
import { splitList } from '../../channels/channel-columns.ts'
import type { Data } from '../../http/contract.ts'

/**
 * Counts the users, tokens and channels of a group, except for deactivated accounts, which make no calls and cannot be
 * moved.
 */
export async function readGroupUse(db: Knex, group: string): Promise<Data<'getGroupUse'>> {
  const [users, tokens, channels] = await Promise.all([
    db('users').where('group_name', group).whereNull('deleted_time').count({ total: '*' }),
    db('tokens')
      .join('users', 'users.id', 'tokens.user_id')
      .where('tokens.group_name', group)
      .whereNull('tokens.deleted_time')
      .whereNull('users.deleted_time')
      .count({ total: '*' }),
    // Filtered below, because LIKE treats `VIP` and `vip` as equal on SQLite.
    db('channels').select('group_names'),
  ])
  return {
    users: Number(users[0]?.total ?? 0),
    channels: channels.filter((each) => splitList(String(each.group_names)).includes(group)).length,
    tokens: Number(tokens[0]?.total ?? 0),
  }
}
