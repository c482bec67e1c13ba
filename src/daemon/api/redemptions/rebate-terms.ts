import { loggedAmount } from '../../accounts/logged-amount.ts'
import { AppError } from '../../errors/app-error.ts'
import type { RebateTerms } from '../../ledger/rebate.ts'
import type { Amount } from '../../money/amount.ts'
import { parseRatio } from '../../money/ratio.ts'
import type { Options } from '../../options/registry.ts'

/** Returns the terms of the inviter's share of a user's top-up; undefined = no share. */
export function rebateTerms(
  options: Options,
  { username, requestId }: { readonly username: string; readonly requestId: string },
): RebateTerms | undefined {
  if (!options.RebateEnabled) return undefined
  const percentageText = options.RebatePercentage
  const percentage = parseRatio(percentageText, 100)
  // Options are checked when they are set, so this is always a number.
  if (percentage === undefined) throw new AppError('internal', { detail: { percentageText } })
  const logged = (amount: Amount) => loggedAmount(amount, options)
  return { percentage, percentageText, logged, username, requestId }
}
