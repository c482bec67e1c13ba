import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'
import { type Actor, ROLE } from './actor.ts'

/** Dependencies for deciding whether a session is limited to setting up a second factor. */
export interface FactorDemand {
  readonly options: { current(): Pick<Options, 'SecondFactorRequired'> }
  hasSecondFactor(userId: number): Promise<boolean>
}

/** Reports whether the site requires a second factor of accounts with this role. */
export const demandsSecondFactor = (
  { SecondFactorRequired: of }: Pick<Options, 'SecondFactorRequired'>,
  role: number,
): boolean => of === 'all' || (of === 'admins' && role >= ROLE.admin)

/**
 * Checks that a session has the second factor that the site requires. Access tokens are exempt.
 *
 * @throws AppError `second_factor_setup_required` for a session whose account lacks the required factor
 */
export async function checkSecondFactor(
  { id, role, sessionHash }: Pick<Actor, 'id' | 'role' | 'sessionHash'>,
  { options, hasSecondFactor }: FactorDemand,
): Promise<void> {
  if (sessionHash === undefined || !demandsSecondFactor(options.current(), role)) return
  if (!(await hasSecondFactor(id))) throw new AppError('second_factor_setup_required')
}
