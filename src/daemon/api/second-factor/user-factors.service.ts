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

/** Manages the second factors of other users, for administrators. */
export const userFactorsService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes'>,
) => ({
  /**
   * Removes all factors of an account and ends its sessions.
   *
   * @throws AppError `user_self_protected`: users remove their own factors one by one, and not the last one if the site
   *   requires one
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

/** Removes every factor, ends all sessions, and writes a row to the audit trail. */
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
