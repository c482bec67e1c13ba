import { asObject } from '../json-access.ts'
import {
  hasError,
  readFailureDocument,
  readDisguisedFailure as readOpenAiFailure,
} from '../openai/failure.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'

const UNNAMED: UpstreamFailure = {
  ...ownWords('failedResponse'),
  type: 'server_error',
  code: 'server_error',
  param: null,
}

/**
 * Recognizes an error in an answer with status 200 or in a stream: an error object, a response with status `failed`,
 * the event `response.failed`, or the event `error` (OpenAI nests the error in it, its specification shows it flat).
 */
export function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  if (!body) return readOpenAiFailure(document, 'output')
  if (body.type === 'error') return readErrorEvent(body)
  if (body.type === 'response.failed') return readFailureDocument(body) ?? UNNAMED
  if (typeof body.type === 'string' && body.type.startsWith('response.')) return undefined
  if (body.status === 'failed' && !hasError(body)) return UNNAMED
  return readOpenAiFailure(body, 'output')
}

function readErrorEvent(event: JsonObject): UpstreamFailure {
  if (hasError(event)) return readFailureDocument(event) ?? UNNAMED
  // The event's own type is `error` and would be taken for the type of the error.
  const { type: _, ...flat } = event
  return readFailureDocument(flat) ?? UNNAMED
}
