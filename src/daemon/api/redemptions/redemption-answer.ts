import type { SecretBox } from '../../db/secrets.ts'
import type { Data } from '../../http/contract.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import { REDEMPTION_KEY_CONTEXT } from './redemption-key.ts'
import { type RedemptionRow, redemptionStatus } from './redemptions.repository.ts'

export type RedemptionAnswer = Data<'getRedemption'>

/** Converts a code for administrators, including its key in clear text, because they hand it out. */
export function toRedemptionAnswer(row: RedemptionRow, secrets: SecretBox): RedemptionAnswer {
  const quota = BigInt(row.quota)
  return {
    id: row.id,
    user_id: row.creator_id,
    name: row.name,
    key: secrets.open(row.key_ciphertext, REDEMPTION_KEY_CONTEXT),
    status: row.status,
    quota: toQuota(quota),
    quota_exact: toExactQuota(quota),
    created_time: row.created_time,
    redeemed_time: row.redeemed_time,
    used_user_id: row.used_user_id,
    is_gift: row.is_gift === 1,
    max_uses: row.max_uses,
    used_count: row.used_count,
    valid_from: row.valid_from,
    valid_until: row.valid_until,
  }
}

/** Describes new codes for the audit trail, including the fields that cannot be changed later. */
export const toNewRedemptionFacts = (
  row: Pick<RedemptionRow, 'name' | 'valid_from' | 'valid_until' | 'is_gift' | 'max_uses'> & {
    quota: number | string
  },
) => ({
  ...toRedemptionFacts({ ...row, status: redemptionStatus.unused }),
  is_gift: row.is_gift === 1,
  max_uses: row.max_uses,
})

/** Selects the fields for the audit row. */
export const toRedemptionFacts = (
  row: Pick<RedemptionRow, 'name' | 'status' | 'valid_from' | 'valid_until'> & { quota: number | string },
) => ({
  name: row.name,
  status: row.status,
  quota_exact: toExactQuota(BigInt(row.quota)),
  valid_from: row.valid_from,
  valid_until: row.valid_until,
})
