import { unixSeconds } from '../../clock.ts'
import type { Data } from '../../http/contract.ts'
import { maskKey } from '../../http/show-keys.ts'
import type { TokenBudgetView } from '../../ledger/wallets.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { toPeriodAnswer } from './token-budget.ts'
import { TOKEN_KEY_CONTEXT } from './token-key.ts'
import type { TokenRow } from './tokens.repository.ts'

export type TokenAnswer = Data<'getToken'>

/** Dependencies for describing a token. */
export type AnswerDeps = Pick<Services, 'secrets' | 'clock' | 'options'>

/**
 * Converts a token for its owner, including the key in clear text. For callers who may not see it, see {@link
 * withMaskedKey}.
 */
export function toTokenAnswer(row: TokenRow, budget: TokenBudgetView, deps: AnswerDeps): TokenAnswer {
  const { secrets, clock } = deps
  const key = secrets.open(row.key_ciphertext, TOKEN_KEY_CONTEXT)
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    key,
    // A key that was shown only once is stored masked.
    key_masked: key.includes('*'),
    former_key_until: row.former_key_until > unixSeconds(clock) ? row.former_key_until : 0,
    status: row.status,
    remain_quota: toQuota(budget.available),
    remain_quota_exact: toExactQuota(budget.available),
    used_quota: toQuota(budget.used),
    used_quota_exact: toExactQuota(budget.used),
    held_quota: toQuota(budget.held),
    held_quota_exact: toExactQuota(budget.held),
    unlimited_quota: budget.unlimited,
    expired_time: row.expired_time,
    created_time: row.created_time,
    accessed_time: budget.accessedMs === 0 ? row.created_time : Math.floor(budget.accessedMs / 1000),
    ...toPeriodAnswer(budget, deps),
    ...toTokenSettings(row),
  }
}

export const withMaskedKey = (answer: TokenAnswer): TokenAnswer =>
  answer.key_masked ? answer : { ...answer, key: maskKey(answer.key), key_masked: true }

/** Puts the key into the response to the request that created it, which shows it in any case. */
export const withNewKey = (answer: TokenAnswer, key: string): TokenAnswer => ({
  ...answer,
  key,
  key_masked: false,
})

type Fallbacks = Record<string, string[]>

/** Selects the fields that a form may write, except for money and status: for responses and for the audit row. */
export const toTokenSettings = (
  row: Omit<
    TokenRow,
    'id' | 'user_id' | 'deleted_time' | 'key_hash' | 'key_ciphertext' | 'former_key_hash' | 'former_key_until'
  >,
) => ({
  model_limits_enabled: row.model_limits_enabled === 1,
  model_limits: row.model_limits,
  model_fallbacks: row.model_fallbacks === '' ? {} : (JSON.parse(row.model_fallbacks) as Fallbacks),
  allow_ips: row.allow_ips,
  group: row.group_name,
  rate_limit_enabled: row.rate_limit_enabled === 1,
  rate_limit_period: row.rate_limit_period,
  rate_limit_count: row.rate_limit_count,
  rate_limit_success: row.rate_limit_success,
  tokens_per_minute: row.tokens_per_minute,
})
