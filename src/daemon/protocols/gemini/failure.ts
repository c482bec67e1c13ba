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
 * Reads a failure out of an error body: Google's object, the list of one that answers a stream asked for without SSE, and
 * whatever proxies in between say. `type` is the status word; `code` the reason, where one is named, else that word.
 */
export function readGeminiFailure(status: number, bodyText: string): UpstreamFailure {
  const text = bodyText.trim().replace(/^data:\s*/, '')
  return readErrorObject(parseJson(text)) ?? readForeignFailure(status, bodyText)
}

/**
 * An error that came with status 200. A prompt that was blocked is an answer, though one without text.
 */
export function readGeminiDisguise(document: JsonValue): UpstreamFailure | undefined {
  const failure = readErrorObject(document)
  if (failure) return failure
  return Array.isArray(document) ? undefined : readForeignDisguise(document, 'candidates')
}

/** The error of a stream's chunk; undefined when it is none. */
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
    // What the answer's status would have been: inside a stream it is 200.
    ...(isFailureStatus(error.code) && { status: error.code }),
    ...delayOf(error),
  }
}

/** `API_KEY_INVALID` and the like: an ErrorInfo detail names it. */
function reasonOf(error: JsonObject): string | undefined {
  for (const detail of objectsOf(error.details)) {
    const reason = asText(detail.reason)
    if (reason) return reason
  }
  return undefined
}

/** Google sends no header. It says when to come back in a RetryInfo detail. */
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
