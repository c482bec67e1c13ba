import type { Knex } from 'knex'
import type { GivenFactor } from '../../accounts/second-factors/factor.ts'
import { secondFactors } from '../../accounts/second-factors/factors.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { recordingCopies } from '../passkeys/record-copy.ts'
import { usersRepository } from '../users/users.repository.ts'

/** A second factor and the user who gives it. */
export interface Attempt {
  readonly author: Author
  readonly given: GivenFactor
}

/**
 * Verifies a second factor and, if it is right, runs `act` in the same transaction. Wrong codes of an authenticator app
 * count against the account, because six digits can be guessed; recovery codes cannot.
 *
 * @throws AppError `second_factor_missing`, `second_factor_wrong`, `passkey_refused`, `second_factor_paused` and the
 *   errors of `act`
 */
export async function judgeFactor<Result>(
  services: Pick<ApiServices, 'knex' | 'secrets' | 'clock' | 'requestLimits'>,
  { author, given }: Attempt,
  act: (trx: Knex) => Promise<Result>,
): Promise<Result> {
  const { knex, requestLimits } = services
  const isCode = secondFactors(knex, services).kindOf(given) === 'totp'
  if (isCode) await requestLimits.takeCode(author.id)
  const judge = async (trx: Knex): Promise<Result> => {
    // Locks the account before the factor, as an administrator's reset does; the other order could deadlock.
    await usersRepository(trx).lockById(author.id)
    const kind = await secondFactors(trx, services).verify(author.id, given)
    if (kind === 'recovery_code')
      await recordChange(trx, author, {
        action: 'recovery-code.use',
        targetKind: 'user',
        targetId: author.id,
      })
    return act(trx)
  }
  const result = await recordingCopies(knex, author, () => knex.transaction(judge))
  if (isCode) await requestLimits.forgiveCode(author.id)
  return result
}
