import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import type { LogRow } from './log-filter.ts'
import { logText } from './log-text.ts'

export type LogAnswer = Data<'listLogs'>['items'][number]

/** Converts a complete row, for administrators. */
export function toAdminLog(
  row: LogRow,
  channelNames: ReadonlyMap<number, string>,
  language: Language,
): LogAnswer {
  return {
    ...toCommon(row, language),
    channel: row.channel_id,
    channel_name: channelNames.get(row.channel_id) ?? '',
  }
}

/** Converts a row for its owner, without its channel, which only concerns the operator. */
export function toOwnLog(row: LogRow, language: Language): LogAnswer {
  return { ...toCommon(row, language), other: withoutChannels(row.other) }
}

/** Keys of `other` that identify channels. */
const channelKeys: ReadonlySet<string> = new Set([
  'admin_info',
  'channel_id',
  'channel_name',
  'channel_type',
  'channel',
])

function withoutChannels(other: string): string {
  let parsed: unknown
  try {
    parsed = JSON.parse(other || '{}')
  } catch {
    // Text that cannot be parsed cannot be masked.
    return '{}'
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return '{}'
  return JSON.stringify(Object.fromEntries(Object.entries(parsed).filter(([key]) => !channelKeys.has(key))))
}

function toCommon(row: LogRow, language: Language): LogAnswer {
  const quota = BigInt(row.quota)
  return {
    id: row.id,
    request_id: row.request_id ?? '',
    created_at: Math.floor(row.at_ms / 1000),
    created_at_ms: row.at_ms,
    type: row.type,
    user_id: row.user_id,
    username: row.username,
    token_id: row.token_id,
    token_name: row.token_name,
    group: row.group_name,
    model_name: row.model,
    is_stream: row.is_stream === 1,
    use_time: row.use_time_ms / 1000,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    quota: toQuota(quota),
    quota_exact: toExactQuota(quota),
    usage_source: row.usage_source,
    content: logText(row, language),
    client_ip: row.ip,
    other: row.other,
  }
}
