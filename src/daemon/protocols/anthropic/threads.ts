import { asObject, asText } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { ClientError, JsonObject } from '../types.ts'

/*
 * Message threads, a beta of 2026 that the helpers of Anthropic's SDKs use by default. With `thread` in a request, the
 * API stores the conversation, and the next request contains only new messages. If a thread is rejected with one of the
 * codes below, an SDK sends the whole conversation again.
 */

const CODES: ReadonlySet<string> = new Set([
  'thread_not_found',
  'thread_already_continued',
  'thread_continue_in_flight',
  'thread_unsupported_request',
])

/** Whether the vendor stores the conversation so far, and the request contains only new messages. */
export const continuesThread = (body: JsonObject): boolean => asObject(body.thread)?.type === 'continue'

/** Returns the code with which a vendor rejected a thread; undefined = the error is about something else. */
export function readThreadCode(bodyText: string): string | undefined {
  const error = asObject(asObject(parseJson(bodyText))?.error)
  const code = asText(asObject(error?.details)?.error_code)
  return code !== undefined && CODES.has(code) ? code : undefined
}

/** Returns the details that tell an SDK that its thread was rejected, or not found if the vendor has no threads. */
export function threadDetails({ code, param }: ClientError): JsonObject {
  if (CODES.has(code)) return { details: { error_code: code } }
  const isOutOfReach =
    code === 'previous_response_not_found' || (code === 'translation_unsupported' && param === 'thread')
  return isOutOfReach ? { details: { error_code: 'thread_not_found' } } : {}
}
