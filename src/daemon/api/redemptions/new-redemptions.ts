import { AppError } from '../../errors/app-error.ts'
import { fromQuota } from '../../money/amount.ts'
import { isVisible } from '../../visible-text.ts'
import { isRedemptionKey, newRedemptionKey } from './redemption-key.ts'
import type { NewRedemption, RedemptionRow } from './redemptions.repository.ts'

export interface RedemptionCreate {
  readonly name: string
  readonly quota: number
  readonly count?: number
  readonly key?: string
  readonly is_gift?: boolean
  readonly max_uses?: number | null
  readonly valid_from?: number | null
  readonly valid_until?: number | null
}

/** @throws AppError `redemption_key_single`, `redemption_key_invalid` */
export function readKeys(input: RedemptionCreate): string[] {
  const count = input.count ?? 1
  const own = input.key?.trim() ?? ''
  if (own === '') return Array.from({ length: count }, newRedemptionKey)
  if (count !== 1) throw new AppError('redemption_key_single', { field: 'count' })
  if (!isRedemptionKey(own)) throw new AppError('redemption_key_invalid', { field: 'key' })
  return [own]
}

/** @throws AppError `redemption_name_length`, `redemption_period` */
export function toNewColumns(
  input: RedemptionCreate,
  creatorId: number,
  nowSeconds: number,
): Omit<NewRedemption, 'key_hash' | 'key_ciphertext'> {
  const columns = {
    creator_id: creatorId,
    name: readName(input.name),
    quota: String(fromQuota(input.quota)),
    is_gift: input.is_gift ? 1 : 0,
    // 0 uses would be a useless code, so like an absent value it means unlimited.
    max_uses: input.is_gift && input.max_uses ? input.max_uses : -1,
    valid_from: input.valid_from ?? 0,
    valid_until: input.valid_until ?? 0,
    created_time: nowSeconds,
  }
  checkPeriod(columns)
  return columns
}

/** @throws AppError `redemption_period` */
export function checkPeriod({
  valid_from,
  valid_until,
}: Pick<RedemptionRow, 'valid_from' | 'valid_until'>): void {
  if (valid_from !== 0 && valid_until !== 0 && valid_from >= valid_until)
    throw new AppError('redemption_period', { field: 'valid_until' })
}

/** @throws AppError `redemption_name_length` */
export function readName(text: string): string {
  const name = text.trim()
  if (!isVisible(name) || [...name].length > 20)
    throw new AppError('redemption_name_length', { field: 'name' })
  return name
}
