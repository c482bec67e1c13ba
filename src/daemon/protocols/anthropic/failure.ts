import { asObject } from '../json-access.ts'
import { readDisguisedFailure, readFailure } from '../openai/failure.ts'
import type { JsonValue, UpstreamFailure } from '../types.ts'
import { readThreadCode } from './threads.ts'

/**
 * Reads the failure from an error body: `{ type: "error", error: { type, message }, request_id }`, the forms of Bedrock
 * and Google, and variants that gateways produce. Anthropic classifies errors only by type, except for threads, so
 * `code` is usually empty unless another API set it. Never throws.
 */
export function readAnthropicFailure(status: number, bodyText: string): UpstreamFailure {
  const failure = readFailure(status, bodyText)
  const code = readThreadCode(bodyText)
  return code === undefined ? failure : { ...failure, code }
}

/** Reads an error that came with status 200, as a document or as a stream event. */
export function readAnthropicDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  // Events and answers have their own `type`; only without one may a stray message be an error.
  if (body && typeof body.type === 'string' && body.type !== 'error' && !asObject(body.error))
    return undefined
  return readDisguisedFailure(document, 'content')
}
