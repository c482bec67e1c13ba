import { channelKeyFingerprint, splitKeys } from '../../channels/channel-columns.ts'
import { isMultiKeyType } from '../../channels/channel-kind.ts'
import { CHANNEL_KEY_CONTEXT } from '../../channels/channel-row.ts'
import { proxyFingerprint } from '../../channels/proxy-secret.ts'
import { SealError, type SecretBox } from '../../db/secrets.ts'
import type { Data } from '../../http/contract.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { ChannelWithUse } from './channels.repository.ts'

export type ChannelAnswer = Data<'getChannel'>

/** Converts a row for administrators: keys become a count and a fingerprint, a proxy's password a fingerprint. */
export function toChannelAnswer(row: ChannelWithUse, secrets: SecretBox): ChannelAnswer {
  const used = BigInt(row.used ?? 0)
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    openai_organization: row.openai_organization,
    max_input_tokens: row.max_input_tokens,
    base_url: row.base_url,
    other: row.other,
    model_mapping: row.model_mapping,
    status_code_mapping: row.status_code_mapping,
    models: row.models,
    auto_ban: row.auto_ban === 1 ? 1 : 0,
    test_model: row.test_model,
    group: row.group_names,
    priority: row.priority,
    weight: row.weight,
    tag: row.tag,
    model_prefix: row.model_prefix,
    setting: row.setting,
    param_override: row.param_override,
    system_prompt: row.system_prompt,
    status: row.status,
    response_time: row.response_time,
    test_time: row.test_time,
    used_quota: toQuota(used),
    used_quota_exact: toExactQuota(used),
    balance: Number(row.balance),
    balance_currency: row.balance_currency,
    balance_updated_time: row.balance_updated_time,
    other_info: row.other_info,
    speaks_found: row.speaks_found,
    created_time: row.created_time,
    ...describeKey(row, secrets),
    proxy_fingerprint: proxyFingerprint(row, secrets),
  }
}

/** Returns the number of keys of a channel and their fingerprint; none for keys that another secret key encrypted. */
export function describeKey(
  row: Pick<ChannelWithUse, 'key_ciphertext' | 'type'>,
  secrets: SecretBox,
): Pick<ChannelAnswer, 'key_count' | 'key_fingerprint'> {
  let key: string
  try {
    key = secrets.open(row.key_ciphertext, CHANNEL_KEY_CONTEXT)
  } catch (cause) {
    // Encrypted with another secret key: the row must stay visible, so that somebody can enter the key again.
    if (cause instanceof SealError) return { key_count: 0, key_fingerprint: '' }
    throw cause
  }
  const isMultiKey = isMultiKeyType(row.type)
  return {
    key_count: splitKeys(key, isMultiKey).length,
    key_fingerprint: channelKeyFingerprint(key, isMultiKey, secrets),
  }
}
