import { asObject, asText } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { ClientError, JsonObject } from '../types.ts'

/*
 * Message threads, a beta of 2026 that the helpers of Anthropic's SDKs use unasked: with `thread` in a request the API keeps the
 * conversation, and the next request brings only what is new. An SDK whose thread is refused by one of the codes below sends
 * the whole conversation again.
 */

const CODES: ReadonlySet<string> = new Set([
  'thread_not_found',
  'thread_already_continued',
  'thread_continue_in_flight',
  'thread_unsupported_request',
])

/** Whether the vendor keeps the conversation so far, and the request has only what is new. */
export const continuesThread = (body: JsonObject): boolean => asObject(body.thread)?.type === 'continue'

/** Why a vendor refused a thread; undefined = the error is about something else. */
export function readThreadCode(bodyText: string): string | undefined {
  const error = asObject(asObject(parseJson(bodyText))?.error)
  const code = asText(asObject(error?.details)?.error_code)
  return code !== undefined && CODES.has(code) ? code : undefined
}

/** The part of an error by which an SDK sees that its thread was refused. Where no vendor keeps threads, it was not found. */
export function threadDetails({ code, param }: ClientError): JsonObject {
  if (CODES.has(code)) return { details: { error_code: code } }
  const isOutOfReach =
    code === 'previous_response_not_found' || (code === 'translation_unsupported' && param === 'thread')
  return isOutOfReach ? { details: { error_code: 'thread_not_found' } } : {}
}
