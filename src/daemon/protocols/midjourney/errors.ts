import type { ClientError, ErrorShape } from '../types.ts'
import { CODES } from './codes.ts'

const QUOTA =
  /^(insufficient_user_quota|pre_consume_token_quota_failed|token_exhausted|token_\w+_budget_spent)$/

/**
 * Errors as `{code, description, result, properties}` with an HTTP status. `code` is one of the proxy's numbers; the
 * error's name is in `properties.error`.
 */
export const midjourneyErrors: ErrorShape = {
  render: (error: ClientError) => {
    const isQuota = QUOTA.test(error.code)
    const word = isQuota ? 'quota_not_enough' : error.code
    return JSON.stringify({
      code: numberOf(error, isQuota),
      description: isQuota ? `${word}: ${error.message}` : error.message,
      result: '',
      properties: { error: word },
    })
  },
  renderInStream: () => '',
}

function numberOf({ code, status }: ClientError, isQuota: boolean): number {
  // The proxy's own code.
  if (/^\d{1,4}$/.test(code)) return Number(code)
  if (isQuota) return CODES.invalid
  switch (code) {
    case 'sensitive_words_detected':
      return CODES.bannedPrompt
    case 'upstream_rate_limited':
      return CODES.queueFull
    case 'task_not_found':
    case 'model_not_found':
    case 'no_available_channel':
      return CODES.notFound
    default:
      return status >= 500 ? CODES.failure : CODES.invalid
  }
}
