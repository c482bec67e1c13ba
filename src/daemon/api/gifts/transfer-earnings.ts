import { loggedAmount } from '../../accounts/logged-amount.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { transferEarnings } from '../../ledger/transfer.ts'
import {
  AMOUNT_MAX_PER_OPERATION,
  AMOUNT_PER_QUOTA,
  type Amount,
  fromQuota,
  toExactQuota,
  toQuota,
} from '../../money/amount.ts'
import { parseRatio, RATIO_SCALE } from '../../money/ratio.ts'
import type { Options } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'

/**
 * Moves earnings from invitations to the author's balance.
 *
 * @param units quota units, a whole number above zero
 * @throws AppError `self_use_mode`, `transfer_too_small` for less than a dollar's worth, `transfer_too_large` if less
 *   has been earned, `amount_out_of_range`
 */
export async function transferToBalance(
  { knex, options }: Pick<Services, 'knex' | 'options'>,
  units: number,
  author: Author,
): Promise<Data<'transferAffQuota'>> {
  const settings = options.current()
  if (settings.SelfUseModeEnabled) throw new AppError('self_use_mode')
  const amount = fromQuota(units)
  const least = leastTransfer(settings)
  if (amount > AMOUNT_MAX_PER_OPERATION) throw refusal('amount_out_of_range', { field: 'quota' })
  if (amount < least) throw refusal('transfer_too_small', { least: toExactQuota(least) })
  const { quota, affiliate } = await knex
    .transaction((trx) =>
      transferEarnings(trx, {
        userId: author.id,
        ref: `transfer:${author.requestId}`,
        amount,
        atMs: author.atMs,
        log: {
          type: 4,
          username: author.username,
          event: { kind: 'earnings-transferred', amount: loggedAmount(amount, settings) },
          ip: author.ip,
          requestId: author.requestId,
        },
      }),
    )
    .catch((error: unknown) => {
      // Two wallets are involved, so the response says which of them lacks quota.
      if (error instanceof AppError && error.code === 'insufficient_user_quota')
        throw refusal('transfer_too_large', { available: String(error.options.values?.available ?? '') })
      throw error
    })
  return {
    quota: toQuota(quota),
    quota_exact: toExactQuota(quota),
    aff_quota: toQuota(affiliate),
    aff_quota_exact: toExactQuota(affiliate),
  }
}

const refusal = (
  code: 'transfer_too_small' | 'transfer_too_large' | 'amount_out_of_range',
  values: Readonly<Record<string, string | number>>,
): AppError => new AppError(code, { field: 'quota', values })

/** Returns the smallest transfer: a dollar's worth of quota on this site. */
function leastTransfer({ QuotaPerUnit: text }: Options): Amount {
  const perUnit = parseRatio(text, 10_000_000_000)
  // Options are checked when they are set, so this is always a number.
  if (perUnit === undefined) throw new AppError('internal', { detail: { text } })
  return ((perUnit * AMOUNT_PER_QUOTA) / RATIO_SCALE) as Amount
}
