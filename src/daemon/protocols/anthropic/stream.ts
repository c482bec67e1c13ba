import { asObject, asText } from '../json-access.ts'
import { hasError, readFailureDocument } from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { StreamEventKind } from '../types.ts'

/** Keeps a waiting client's stream alive, in the protocol's own words. */
export const ANTHROPIC_PING = 'event: ping\ndata: {"type":"ping"}\n\n'

/** The bytes that end an Anthropic stream. */
export const ANTHROPIC_TERMINATOR = 'event: message_stop\ndata: {"type":"message_stop"}\n\n'

/*
 * Inside a JSON string the quotes of `"type":` would be escaped, so a match is a member at some depth. Some relays sort
 * members, which puts the event's own type last; a content block can hold members of any name, so it is looked for first.
 */
const IS_CONTENT = /"type"\s*:\s*"content_block_(?:delta|start)"/
const IS_MESSAGE_DELTA = /"type"\s*:\s*"message_delta"/
/** Results of the vendor's own tools may state one too: it counts only in a `message_delta`. */
const FINISHES = /"stop_reason"\s*:\s*"[^"]/

/** A piece of the answer: by far the most events, and none of them states usage. */
export const isContentEvent = (data: string): boolean => IS_CONTENT.test(data)

/**
 * Tells what an event of an Anthropic stream is. JSON is parsed only for the few events around the content.
 *
 * `message_delta` is `content` when it ends the message: a refusal, or a cap that was reached at once, comes without any
 * block. The other events that frame the answer deliver nothing and are `usage-only`, whether they state usage or not;
 * `ping` and what is not known is `comment`.
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
      // Errors in other shapes: gateways in between, Bedrock's exceptions.
      return body && (hasError(body) || readFailureDocument(body)) ? 'error' : 'comment'
    default:
      return body && hasError(body) ? 'error' : 'comment'
  }
}

/** Whether the event states why the message ended. */
export function finishesAnthropicMessage(data: string): boolean {
  return FINISHES.test(data) && IS_MESSAGE_DELTA.test(data)
}
