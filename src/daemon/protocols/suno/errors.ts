import type { ClientError, ErrorShape } from '../types.ts'

/** Error codes of Suno servers that differ from ours. */
const CODES: Readonly<Record<string, string>> = {
  insufficient_user_quota: 'quota_not_enough',
  pre_consume_token_quota_failed: 'quota_not_enough',
  token_exhausted: 'quota_not_enough',
  task_not_found: 'task_not_exist',
}

/** Errors as `{code, message, data}` with an HTTP status. */
export const sunoErrors: ErrorShape = {
  render: ({ code, message }: ClientError) =>
    JSON.stringify({ code: CODES[code] ?? code, message, data: null }),
  renderInStream: () => '',
}
