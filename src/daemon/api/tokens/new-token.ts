import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import { checkTokenGrant } from '../../ledger/budgets.ts'
import { type Amount, fromQuota } from '../../money/amount.ts'
import type { OptionStore } from '../../options/option-store.ts'
import { type PeriodBudget, type PeriodInput, readPeriod } from './token-budget.ts'
import { checkUsableGroup, readName, type TokenInput, toTokenColumns } from './token-input.ts'
import { type TokenRow, tokenStatus } from './tokens.repository.ts'

/** One dollar by default. */
const QUOTA_DEFAULT = 500_000

export interface TokenCreate extends TokenInput, PeriodInput {
  readonly remain_quota?: number
  readonly unlimited_quota?: boolean
}

/** A checked token that is not stored yet, without its key. */
export interface NewToken {
  readonly row: Omit<TokenRow, 'id' | 'user_id' | 'deleted_time' | 'key_hash' | 'key_ciphertext'>
  readonly granted: Amount
  readonly unlimited: boolean
  readonly period: PeriodBudget
}

/**
 * @throws AppError `token_expiry_past`, `group_forbidden`, `token_budget_required`, `amount_out_of_range`, or an error
 *   with the invalid field
 */
export function readNewToken(
  input: TokenCreate,
  from: {
    readonly actor: Actor
    readonly options: Pick<OptionStore, 'current'>
    readonly nowSeconds: number
  },
): NewToken {
  const row = toNewRow(input, from.nowSeconds)
  checkUsableGroup(row.group_name, from.actor.group, from.options.current())
  const unlimited = input.unlimited_quota === true
  const granted = fromQuota(input.remain_quota ?? (unlimited ? 0 : QUOTA_DEFAULT))
  checkTokenGrant(granted)
  return { row, granted, unlimited, period: readPeriod(input) }
}

function toNewRow(input: TokenInput, nowSeconds: number): NewToken['row'] {
  const expiredTime = input.expired_time ?? -1
  if (expiredTime !== -1 && expiredTime <= nowSeconds)
    throw new AppError('token_expiry_past', { field: 'expired_time' })
  return {
    status: tokenStatus.enabled,
    created_time: nowSeconds,
    model_limits_enabled: 0,
    model_limits: '',
    model_fallbacks: '',
    allow_ips: '',
    group_name: '',
    rate_limit_enabled: 0,
    rate_limit_period: 60,
    rate_limit_count: 1000,
    rate_limit_success: 10,
    tokens_per_minute: 0,
    former_key_hash: null,
    former_key_until: 0,
    ...toTokenColumns(input),
    name: readName(input.name),
    expired_time: expiredTime,
  }
}
