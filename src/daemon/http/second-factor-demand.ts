import { AppError } from '../errors/app-error.ts'
import type { Options } from '../options/registry.ts'
import { type Actor, ROLE } from './actor.ts'

/** What is asked to know whether a session may do more than set up a second factor. */
export interface FactorDemand {
  readonly options: { current(): Pick<Options, 'SecondFactorRequired'> }
  hasSecondFactor(userId: number): Promise<boolean>
}

/** Whether the site demands a second factor of accounts with this role. */
export const demandsSecondFactor = (
  { SecondFactorRequired: of }: Pick<Options, 'SecondFactorRequired'>,
  role: number,
): boolean => of === 'all' || (of === 'admins' && role >= ROLE.admin)

/**
 * Leaves access tokens alone.
 *
 * @throws AppError `second_factor_setup_required` for a session whose account lacks the factor that the site demands
 */
export async function checkSecondFactor(
  { id, role, sessionHash }: Pick<Actor, 'id' | 'role' | 'sessionHash'>,
  { options, hasSecondFactor }: FactorDemand,
): Promise<void> {
  if (sessionHash === undefined || !demandsSecondFactor(options.current(), role)) return
  if (!(await hasSecondFactor(id))) throw new AppError('second_factor_setup_required')
}
