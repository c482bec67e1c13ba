import type { Knex } from 'knex'
import { type Actor, ROLE } from '../../http/actor.ts'
import type { Contract } from '../../http/contract.ts'
import { logsRepository } from '../logs/logs.repository.ts'
import type { FeedFilter } from './log-match.ts'

/** Log type of failed calls. */
const ERROR = 6

/** Reads the requested filter and narrows it to the rows that the caller may see: users get only their own. */
export async function readFeedFilter(
  knex: Knex,
  query: Contract<'followEvents'>['Querystring'],
  actor: Actor,
): Promise<FeedFilter> {
  const filter: FeedFilter = {
    type: query.errors ? ERROR : query.type,
    tokenName: query.token_name,
    model: query.model_name,
    group: query.group,
  }
  if (actor.role < ROLE.admin) return { ...filter, userId: actor.id }
  const username = query.username?.trim() ?? ''
  // An existing name selects its account, including rows from before it was renamed.
  const userId = username === '' ? undefined : await logsRepository(knex).idOfUser(username)
  const channelId = Number(query.channel ?? 0)
  return { ...filter, channelId, ...(userId === undefined ? { username } : { userId }) }
}
