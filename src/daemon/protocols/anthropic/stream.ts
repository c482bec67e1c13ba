import { asObject, asText } from '../json-access.ts'
import { hasError, readFailureDocument } from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'

/** Keeps the stream of a waiting client alive, in the protocol's own format. */
export const ANTHROPIC_PING = 'event: ping\ndata: {"type":"ping"}\n\n'

/** The bytes that end an Anthropic stream. */
export const ANTHROPIC_TERMINATOR = 'event: message_stop\ndata: {"type":"message_stop"}\n\n'

/*
 * Quotes inside a JSON string are escaped, so a match of `"type":` is always a member at some depth. Some relays sort
 * members, so that the event's own type is last. A content block may contain members of any name, so it is checked
 * first.
 */
const IS_CONTENT = /"type"\s*:\s*"content_block_(?:delta|start)"/
const IS_MESSAGE_DELTA = /"type"\s*:\s*"message_delta"/
/** Results of the vendor's own tools may contain one too, so it counts only in a `message_delta`. */
const FINISHES = /"stop_reason"\s*:\s*"[^"]/

/** Whether an event contains a piece of the answer: by far the most frequent kind, and never with usage. */
export const isContentEvent = (data: string): boolean => IS_CONTENT.test(data)

/**
 * Classifies an event of an Anthropic stream. JSON is parsed only for the few events other than content.
 *
 * `message_delta` is `content` if it ends the message: a refusal, or a cap that was reached at once, comes without any
 * block. The other events around the content are `usage-only`, whether they state usage or not; `ping` and unknown
 * events are `comment`.
 */
export function classifyAnthropicEvent(data: string): StreamEventKind {
  if (isContentEvent(data)) return 'content'
  const body = asObject(parseJson(data))
  switch (body?.type) {
    case 'message_stop':
      return 'terminator'
    case 'error':
      return 'error'
    case 'message_delta':
      return asText(asObject(body.delta)?.stop_reason) === undefined ? 'usage-only' : 'content'
    case 'message_start':
    case 'content_block_stop':
      return 'usage-only'
    case undefined:
      // Errors in other forms: those of gateways, and Bedrock's exceptions.
      return body && (hasError(body) || readFailureDocument(body)) ? 'error' : 'comment'
    default:
      return body && hasError(body) ? 'error' : 'comment'
  }
}

/** Whether the event states a stop reason. */
export function finishesAnthropicMessage(data: string): boolean {
  return FINISHES.test(data) && IS_MESSAGE_DELTA.test(data)
}
