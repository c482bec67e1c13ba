import type { ClientError, ErrorShape } from '../types.ts'
import { threadDetails } from './threads.ts'

/** The API's word for each status (C.7). */
const TYPE_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
])

/** Our own errors about quota, which are no matter of rights; budgets of a period are 429, which clients know to wait for. */
const isQuota = ({ status, type }: Pick<ClientError, 'status' | 'type'>): boolean =>
  status === 403 && type === 'insufficient_quota'

/** Anthropic's shape: `{ type: "error", error: { type, message }, request_id }`. */
export const anthropicErrors: ErrorShape = {
  render: renderAnthropicError,
  renderInStream: (error) => `event: error\ndata: ${renderAnthropicError(error)}\n\n`,
}

function renderAnthropicError(error: ClientError): string {
  return JSON.stringify({
    type: 'error',
    error: { type: typeOf(error), message: error.message, ...threadDetails(error) },
    request_id: error.requestId,
  })
}

/** An upstream that is overloaded says so with 503 where it is not Anthropic. Any other status goes by its class. */
function typeOf({ status, type, code }: ClientError): string {
  if (isQuota({ status, type })) return 'billing_error'
  const known = TYPE_BY_STATUS.get(status)
  if (known !== undefined) return known
  if (type === 'overloaded_error' || code === 'overloaded') return 'overloaded_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}
