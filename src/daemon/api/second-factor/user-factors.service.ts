import type { Knex } from 'knex'
import { credentials } from '../../accounts/credentials.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { checkMayChange } from '../users/ranks.ts'
import { usersRepository } from '../users/users.repository.ts'

/** What administrators do with the second factors of others. */
export const userFactorsService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>,
) => ({
  /**
   * Ends the sessions of the account too.
   *
   * @throws AppError `user_self_protected`: people remove their own one by one, and not the last where the site demands one
   * @throws AppError `user_not_found`, `user_level`
   */
  async removeAll(author: Author, userId: number): Promise<void> {
    if (author.id === userId) throw new AppError('user_self_protected')
    await services.knex.transaction(async (trx) => {
      const user = await usersRepository(trx).lockById(userId)
      if (!user || user.deletedTime !== undefined) throw new AppError('user_not_found')
      checkMayChange(author, user)
      await removeSecondFactors(trx, services, author, userId)
    })
    await services.changes.changed('session', userId)
  },
})

/** Removes every factor, ends all sessions, and leaves a row in the audit trail. */
export async function removeSecondFactors(
  trx: Knex,
  services: Pick<ApiServices, 'secrets' | 'clock'>,
  author: Author,
  userId: number,
): Promise<void> {
  const factors = secondFactors(trx, services)
  const methods = await factors.methods(userId)
  await factors.removeAll(userId)
  await credentials(trx, services.secrets).closeSessions(userId)
  await recordChange(trx, author, {
    action: 'second-factor.reset',
    targetKind: 'user',
    targetId: userId,
    before: { methods },
    after: { methods: [] },
  })
  await announce(trx, 'session', userId, services.clock)
}
