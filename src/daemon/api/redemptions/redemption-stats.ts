import type { Knex } from 'knex'
import type { Data } from '../../http/contract.ts'
import { toExactQuota } from '../../money/amount.ts'
import { type RedemptionRow, redemptionStatus } from './redemptions.repository.ts'

/** Codes that agree in all properties that matter for the statistics. */
interface Alike
  extends Pick<
    RedemptionRow,
    'status' | 'is_gift' | 'max_uses' | 'used_count' | 'valid_until' | 'deleted_time'
  > {
  /** Thousandths of a quota unit. */
  readonly quota: number
  readonly codes: number | string
}

/**
 * Counts codes by state and sums their value. The database groups them, but the sums are computed here, because a gift
 * code for a billion uses is worth more than the database's integers can hold.
 *
 * @param name only codes with exactly this name
 */
export async function redemptionStats(
  knex: Knex,
  name: string | undefined,
  nowSeconds: number,
): Promise<Data<'getRedemptionStats'>> {
  const query = knex('redemptions')
  if (name !== undefined) void query.where({ name })
  const columns = ['status', 'is_gift', 'max_uses', 'used_count', 'quota', 'valid_until', 'deleted_time']
  const rows = await query.select<Alike[]>(columns).count({ codes: '*' }).groupBy(columns)
  const counts = { unused: 0, expired: 0, disabled: 0, used: 0, unlimited: 0, redemptions: 0 }
  let outstanding = 0n
  let redeemed = 0n
  for (const row of rows) {
    const codes = Number(row.codes)
    const quota = BigInt(row.quota) * BigInt(codes)
    counts.redemptions += row.used_count * codes
    redeemed += quota * BigInt(row.used_count)
    if (row.deleted_time !== null) continue
    const state = stateOf(row, nowSeconds)
    counts[state] += codes
    if (state !== 'unused') continue
    const usesLeft = row.is_gift === 0 ? 1 : row.max_uses === -1 ? undefined : row.max_uses - row.used_count
    if (usesLeft === undefined) counts.unlimited += codes
    else outstanding += quota * BigInt(Math.max(0, usesLeft))
  }
  return {
    ...counts,
    outstanding_quota_exact: toExactQuota(outstanding),
    redeemed_quota_exact: toExactQuota(redeemed),
  }
}

function stateOf(
  { status, valid_until: validUntil }: Alike,
  nowSeconds: number,
): 'unused' | 'expired' | 'disabled' | 'used' {
  if (status === redemptionStatus.disabled) return 'disabled'
  if (status === redemptionStatus.used) return 'used'
  return validUntil !== 0 && validUntil < nowSeconds ? 'expired' : 'unused'
}
