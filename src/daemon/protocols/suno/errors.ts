import type { ClientError, ErrorShape } from '../types.ts'

/** Codes that clients of such servers know, where ours have another name. */
const CODES: Readonly<Record<string, string>> = {
  insufficient_user_quota: 'quota_not_enough',
  pre_consume_token_quota_failed: 'quota_not_enough',
  token_exhausted: 'quota_not_enough',
  task_not_found: 'task_not_exist',
}

/** `{code, message, data}`, with HTTP status. */
export const sunoErrors: ErrorShape = {
  render: ({ code, message }: ClientError) =>
    JSON.stringify({ code: CODES[code] ?? code, message, data: null }),
  renderInStream: () => '',
}
