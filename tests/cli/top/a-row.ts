import type { LogRow } from '../../../src/cli/top/call-row.ts'

let made = 0

/** Creates a usage row of the log with a new request ID. */
export const aRow = (fields: Partial<LogRow> = {}): LogRow => {
  made += 1
  return {
    id: made,
    request_id: `req_${made}`,
    created_at: Math.floor((fields.created_at_ms ?? 0) / 1000),
    created_at_ms: 0,
    type: 2,
    channel: 1,
    channel_name: 'openai-main',
    user_id: 1,
    username: 'root',
    token_id: 7,
    token_name: 'ci',
    group: 'default',
    model_name: 'gpt-4o-mini',
    is_stream: true,
    use_time: 1,
    prompt_tokens: 10,
    completion_tokens: 5,
    quota: 2,
    quota_exact: '1.8',
    usage_source: 'upstream',
    content: '',
    client_ip: '',
    other: '{}',
    ...fields,
  }
}
