import type { GivenFactor } from '../../accounts/second-factors/factor.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { signInTickets } from '../../accounts/sign-in-tickets.ts'
import { AppError } from '../../errors/app-error.ts'
import { USER_ENABLED } from '../../http/actor.ts'
import type { ApiServices } from '../api-services.ts'
import { beginSession, type OpenedSession, type SessionOrigin } from '../session/begin-session.ts'
import { usersRepository } from '../users/users.repository.ts'
import { judgeFactor } from './judge-factor.ts'

/** A second step of a sign-in. */
export interface SecondStep extends SessionOrigin {
  readonly ticket: string
  readonly given: GivenFactor
  readonly requestId: string
}

/** Completes the second step of a sign-in, whatever the first one was. */
export const secondStepService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'changes' | 'requestLimits'>,
) => {
  const { knex, secrets, clock, changes } = services

  return {
    /**
     * @throws AppError `sign_in_expired`, `second_factor_missing`, `second_factor_wrong`, `too_many_requests`,
     * `user_banned`
     */
    async signIn({ ticket, given, ...origin }: SecondStep): Promise<OpenedSession> {
      const nowMs = clock.now()
      // A request without a code is a mistake and does not count as an attempt.
      secondFactors(knex, services).kindOf(given)
      const userId = await signInTickets(knex, secrets).attempt(ticket, nowMs)
      const user = await usersRepository(knex).findById(userId)
      if (user?.status !== USER_ENABLED || user.deletedTime !== undefined) throw new AppError('user_banned')
      const author = { ...user, ip: origin.ip, requestId: origin.requestId, atMs: nowMs }
      // In the same transaction as the session, so that the second of two valid attempts uses nothing up.
      const cookies = await judgeFactor(services, { author, given }, async (trx) => {
        await signInTickets(trx, secrets).use(ticket, nowMs)
        return beginSession(trx, services, userId, origin)
      })
      if (origin.formerSessionHash !== undefined) await changes.changed('session', userId)
      return { user, cookies }
    },
  }
}
