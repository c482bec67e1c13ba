import type { Options } from '../options/registry.ts'
import { ROLE } from './actor.ts'

/** Whether the site demands a second factor of accounts with this role. */
export const demandsSecondFactor = (
  { SecondFactorRequired: of }: Pick<Options, 'SecondFactorRequired'>,
  role: number,
): boolean => of === 'all' || (of === 'admins' && role >= ROLE.admin)
