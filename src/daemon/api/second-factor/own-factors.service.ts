import type { Knex } from 'knex'
import { renewSession, type SessionRenewal } from '../../accounts/renew-session.ts'
import type { FactorKind } from '../../accounts/second-factors/factor.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import { recoveryCodes } from '../../accounts/second-factors/recovery-codes.ts'
import { type NewTotp, totpSecrets } from '../../accounts/second-factors/totp.ts'
import { AppError } from '../../errors/app-error.ts'
import { demandsSecondFactor } from '../../http/second-factor-demand.ts'
import { siteName } from '../../options/site-name.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'

/** Manages the second factors of the user's own account. */
export const ownFactorsService = (
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'options' | 'requestLimits'>,
) => {
  const { knex, secrets, options, requestLimits } = services

  return {
    /** Creates a new secret, which is only valid after {@link confirmTotp}. */
    beginTotp: ({ id, username }: Author): Promise<NewTotp> =>
      totpSecrets(knex, services).begin(id, siteName(options.current()), username),

    /**
     * Puts the new secret into use.
     * @returns new recovery codes.
     * @throws AppError `second_factor_wrong`, `second_factor_paused`, `not_signed_in`
     */
    async confirmTotp(author: Author, code: string, renewal: SessionRenewal | undefined): Promise<string[]> {
      await requestLimits.takeCode(author.id)
      const codes = await knex.transaction(async (trx) => {
        await lockOwnAccount(trx, author)
        if (!(await totpSecrets(trx, services).confirm(author.id, code)))
          throw new AppError('second_factor_wrong', { field: 'code' })
        await renewSession(trx, renewal)
        await recordChange(trx, author, {
          action: 'second-factor.add',
          ...own(author),
          after: { kind: 'totp' },
        })
        return recoveryCodes(trx, secrets).replace(author.id)
      })
      await requestLimits.forgiveCode(author.id)
      return codes
    },

    /** Removes a factor; a missing one is not an error. @throws AppError `second_factor_demanded`, `not_signed_in` */
    async remove(author: Author, kind: FactorKind, renewal: SessionRenewal | undefined): Promise<void> {
      await knex.transaction(async (trx) => {
        await lockOwnAccount(trx, author)
        await renewSession(trx, renewal)
        const factors = secondFactors(trx, services)
        if (!(await factors.methods(author.id)).includes(kind)) return
        await factors.remove(author.id, kind)
        const isLast = !(await factors.isSetUp(author.id))
        if (isLast && demandsSecondFactor(options.current(), author.role))
          throw new AppError('second_factor_demanded')
        await recordChange(trx, author, { action: 'second-factor.remove', ...own(author), before: { kind } })
      })
    },

    /**
     * Replaces all recovery codes.
     * @returns the new ones.
     * @throws AppError `second_factor_not_set_up`, `not_signed_in`
     */
    replaceRecoveryCodes: (author: Author): Promise<string[]> =>
      knex.transaction(async (trx: Knex) => {
        await lockOwnAccount(trx, author)
        if (!(await secondFactors(trx, services).isSetUp(author.id)))
          throw new AppError('second_factor_not_set_up')
        await recordChange(trx, author, { action: 'recovery-code.replace', ...own(author) })
        return recoveryCodes(trx, secrets).replace(author.id)
      }),
  }
}

const own = ({ id }: Author) => ({ targetKind: 'user', targetId: id })
