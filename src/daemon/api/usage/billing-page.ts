import type { Answer } from '../../http/contract.ts'
import { emptyWallet, readTokenBudgets, readWallets } from '../../ledger/wallets.ts'
import { toExactQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { hourlyStatsRepository } from '../data/hourly-stats.repository.ts'
import { logsRepository } from '../logs/logs.repository.ts'
import type { TokenOwner } from '../token-owner.ts'

/** Value that clients of OpenAI's billing page read as "no limit". */
const UNLIMITED = 100_000_000

interface Money {
  readonly used: bigint
  /** Used and remaining quota together; undefined = no limit. */
  readonly granted: bigint | undefined
}

/** Describes the account or the token in the format of OpenAI's old billing endpoints. */
export const billingPage = ({ knex, options }: Pick<Services, 'knex' | 'options'>) => {
  const isOfToken = () => options.current().DisplayTokenStatEnabled

  const readMoney = async ({ tokenId, userId }: TokenOwner): Promise<Money> => {
    if (isOfToken()) {
      const budget = (await readTokenBudgets(knex, [tokenId])).get(tokenId)
      if (!budget) throw new Error(`Token ${tokenId} has no budget.`)
      return { used: budget.used, granted: budget.unlimited ? undefined : budget.remain + budget.used }
    }
    const wallet = (await readWallets(knex, [userId])).get(userId) ?? emptyWallet
    return { used: wallet.used, granted: wallet.quota + wallet.used }
  }

  /** Converts an amount to dollars, or to quota units if the site does not display money. */
  const shown = (thousandths: bigint): number => {
    const { DisplayInCurrencyEnabled, QuotaPerUnit } = options.current()
    const quota = Number(toExactQuota(thousandths))
    return DisplayInCurrencyEnabled ? quota / Number(QuotaPerUnit) : quota
  }

  return {
    async subscription(owner: TokenOwner): Promise<Answer<'getBillingSubscription'>> {
      const { granted } = await readMoney(owner)
      const limit = granted === undefined ? UNLIMITED : shown(granted)
      return {
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: limit,
        hard_limit_usd: limit,
        system_hard_limit_usd: limit,
        access_until: isOfToken() && owner.expiredTime !== -1 ? owner.expiredTime : 0,
      }
    },

    /** @param dates days in UTC, the second exclusive; if either is missing, the total usage is returned */
    async usage(
      owner: TokenOwner,
      dates: { readonly start_date?: string; readonly end_date?: string },
    ): Promise<Answer<'getBillingUsage'>> {
      const fromMs = Date.parse(`${dates.start_date}T00:00:00Z`)
      const beforeMs = Date.parse(`${dates.end_date}T00:00:00Z`)
      const used =
        Number.isNaN(fromMs) || Number.isNaN(beforeMs)
          ? (await readMoney(owner)).used
          : await usedBetween(owner, fromMs, beforeMs)
      return { object: 'list', total_usage: shown(used) * 100 }
    },
  }

  async function usedBetween(
    { tokenId, userId }: TokenOwner,
    fromMs: number,
    beforeMs: number,
  ): Promise<bigint> {
    if (!isOfToken())
      return hourlyStatsRepository(knex).quotaOfUser(
        userId,
        Math.floor(fromMs / 1000),
        Math.floor(beforeMs / 1000),
      )
    return (await logsRepository(knex).sum({ userId, tokenId, fromMs, beforeMs })).quota
  }
}
