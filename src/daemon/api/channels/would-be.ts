import { readModelFallbacks } from '../../channels/model-fallbacks.ts'
import { AppError } from '../../errors/app-error.ts'
import { ownFallbacks } from '../../relay/admit/named-models.ts'
import type { Services } from '../../services.ts'
import { tokensRepository } from '../tokens/tokens.repository.ts'
import { usersRepository } from '../users/users.repository.ts'
import type { WouldBe } from './plan-call.ts'

/** The query for a plan. */
export interface PlanQuestion {
  readonly model: string
  readonly group?: string
  readonly token_id?: number
}

/**
 * Builds the call to plan: with a token, in its group and with its fallback models.
 * @param userId the user who must own the token
 * @throws AppError `token_not_found`
 */
export async function wouldBe(
  { model, group: given = '', token_id: tokenId }: PlanQuestion,
  userId: number,
  { knex }: Pick<Services, 'knex'>,
): Promise<WouldBe> {
  const group = given.trim()
  if (tokenId === undefined) return { model, group: group || 'default', fallbacks: [] }
  const token = await tokensRepository(knex, userId).find(tokenId)
  if (!token) throw new AppError('token_not_found')
  const owner = await usersRepository(knex).findById(userId)
  return {
    model,
    group: group || token.group_name || owner?.group || 'default',
    fallbacks: ownFallbacks(readModelFallbacks(token.model_fallbacks), model, { operation: 'chat' }),
  }
}
