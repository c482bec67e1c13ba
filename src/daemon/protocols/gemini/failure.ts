import { asObject, asText, objectsOf } from '../json-access.ts'
import {
  readDisguisedFailure as readForeignDisguise,
  readFailure as readForeignFailure,
} from '../openai/failure.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'

const MESSAGE_CHARS_MAX = 2000

/**
 * Reads the failure from an error body: Google's object, the list with one object that answers a stream without SSE, or
 * any form that proxies produce. `type` is the status name; `code` is the reason if stated, else also the status name.
 */
export function readGeminiFailure(status: number, bodyText: string): UpstreamFailure {
  const text = bodyText.trim().replace(/^data:\s*/, '')
  return readErrorObject(parseJson(text)) ?? readForeignFailure(status, bodyText)
}

/** Recognizes an error that came with status 200. A blocked prompt is not an error but an answer without text. */
export function readGeminiDisguise(document: JsonValue): UpstreamFailure | undefined {
  const failure = readErrorObject(document)
  if (failure) return failure
  return Array.isArray(document) ? undefined : readForeignDisguise(document, 'candidates')
}

/** Reads the error of a stream's chunk; undefined if it has none. */
export function readErrorObject(document: JsonValue | undefined): UpstreamFailure | undefined {
  if (Array.isArray(document)) {
    const broken = objectsOf(document).find((each) => asObject(each.error))
    return broken && readErrorObject(broken)
  }
  const error = asObject(asObject(document)?.error)
  const word = error && asText(error.status)
  if (!error || (word === undefined && typeof error.code !== 'number')) return undefined
  const message = asText(error.message) ?? word
  const type = word ?? 'upstream_error'
  return {
    ...(message === undefined
      ? ownWords('statusOnly', { status: Number(error.code) })
      : { message: message.slice(0, MESSAGE_CHARS_MAX) }),
    type,
    code: reasonOf(error) ?? word ?? String(error.code),
    param: fieldOf(error),
    // The status that the response would have had; inside a stream it is 200.
    ...(isFailureStatus(error.code) && { status: error.code }),
    ...delayOf(error),
  }
}

/** Returns the reason stated in an ErrorInfo detail, such as `API_KEY_INVALID`. */
function reasonOf(error: JsonObject): string | undefined {
  for (const detail of objectsOf(error.details)) {
    const reason = asText(detail.reason)
    if (reason) return reason
  }
  return undefined
}

/** Returns when to retry. Google sends no header for that but a RetryInfo detail. */
function delayOf(error: JsonObject): { readonly retryAfterSeconds?: number } {
  for (const detail of objectsOf(error.details)) {
    const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(asText(detail.retryDelay) ?? '')?.[1] ?? Number.NaN)
    if (seconds >= 0) return { retryAfterSeconds: seconds }
  }
  return {}
}

function fieldOf(error: JsonObject): string | null {
  for (const detail of objectsOf(error.details)) {
    const field = asText(objectsOf(detail.fieldViolations)[0]?.field)
    if (field) return field
  }
  return null
}

const isFailureStatus = (code: JsonValue | undefined): code is number =>
  typeof code === 'number' && Number.isInteger(code) && code >= 400 && code <= 599
