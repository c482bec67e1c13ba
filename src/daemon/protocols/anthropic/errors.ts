import { CONTEXT_OVERFLOW, readContextOverflow } from '../context-overflow.ts'
import type { ClientError, ErrorShape, JsonObject } from '../types.ts'
import { threadDetails } from './threads.ts'

/** The API's error type for each status (C.7). */
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

/** OpenAI and Google send these codes with 503. */
const OVERLOADED: ReadonlySet<string> = new Set([
  'overloaded',
  'server_is_overloaded',
  'slow_down',
  'UNAVAILABLE',
])

/** Recognizes our quota errors, which are not about permissions. Period budgets are 429, so that clients wait. */
const isQuota = ({ status, type }: Pick<ClientError, 'status' | 'type'>): boolean =>
  status === 403 && type === 'insufficient_quota'

/** Errors in Anthropic's form: `{ type: "error", error: { type, message }, request_id }`. */
export const anthropicErrors: ErrorShape = {
  render: (error) => JSON.stringify(toBody(error)),
  renderInStream: (error) => `event: error\ndata: ${JSON.stringify(toBody(error))}\n\n`,
}

/** Errors for clients of Bedrock. AWS's SDKs read `message`, Anthropic's read `error.message`. */
export const bedrockErrors: ErrorShape = {
  ...anthropicErrors,
  render: (error) => JSON.stringify({ ...toBody(error), message: messageOf(error) }),
}

function toBody(error: ClientError): JsonObject {
  return {
    type: 'error',
    error: { type: typeOf(error), message: messageOf(error), ...threadDetails(error) },
    request_id: error.requestId,
  }
}

/**
 * Returns the error type. Overloaded upstreams other than Anthropic use 503. Any other status is mapped by its class.
 */
function typeOf({ status, type, code }: ClientError): string {
  if (isQuota({ status, type })) return 'billing_error'
  const known = TYPE_BY_STATUS.get(status)
  if (known !== undefined) return known
  if (type === 'overloaded_error' || OVERLOADED.has(code)) return 'overloaded_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

/**
 * Returns the message, reworded if the prompt is too long: Anthropic has no code for that, and Claude Code recognizes
 * these words and then shortens the conversation, or lowers `max_tokens`.
 *
 * @see https://github.com/musistudio/claude-code-router/issues/1799
 */
function messageOf({ code, message }: ClientError): string {
  if (code !== CONTEXT_OVERFLOW || /prompt is too long|exceed context limit/i.test(message)) return message
  const { promptTokens, outputTokens, limit } = readContextOverflow({ code, message }) ?? {}
  if (promptTokens === undefined || limit === undefined) return `prompt is too long: ${message}`
  if (promptTokens > limit) return `prompt is too long: ${promptTokens} tokens > ${limit} maximum. ${message}`
  if (outputTokens === undefined) return `prompt is too long: ${message}`
  const sum = `${promptTokens} + ${outputTokens} > ${limit}`
  return `input length and \`max_tokens\` exceed context limit: ${sum}, decrease input length or \`max_tokens\` and try again. ${message}`
}
