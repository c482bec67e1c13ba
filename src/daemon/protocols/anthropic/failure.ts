import { asObject } from '../json-access.ts'
import { readDisguisedFailure, readFailure } from '../openai/failure.ts'
import type { JsonValue, UpstreamFailure } from '../types.ts'
import { readThreadCode } from './threads.ts'

/**
 * Reads a failure out of an error body: `{ type: "error", error: { type, message }, request_id }`, Bedrock's and Google's
 * shapes, and whatever a gateway in between made of it. Anthropic classifies errors by their type alone, except for threads,
 * so `code` is usually empty unless another API set it. Never throws.
 */
export function readAnthropicFailure(status: number, bodyText: string): UpstreamFailure {
  const failure = readFailure(status, bodyText)
  const code = readThreadCode(bodyText)
  return code === undefined ? failure : { ...failure, code }
}

/** An error that came with status 200, as a document or as the event of a stream. */
export function readAnthropicDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  // Events and answers have a type of their own; only without one may a stray message be an error.
  if (body && typeof body.type === 'string' && body.type !== 'error' && !asObject(body.error))
    return undefined
  return readDisguisedFailure(document, 'content')
}
