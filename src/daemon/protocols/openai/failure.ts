import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'

/** Longer texts (stack traces, echoed prompts) are truncated. */
const MESSAGE_CHARS_MAX = 2000
const PLAIN_TEXT_CHARS_MAX = 500

const UNNAMED_TYPE = 'upstream_error'

/**
 * Reads the failure from an error body: OpenAI's object, a plain string, the various flat forms of compatible vendors,
 * a list with one of those, a body framed as a stream event, or short plain text. Never throws.
 *
 * @returns code `bad_response_status_code` when the body contains no information
 */
export function readFailure(status: number, bodyText: string): UpstreamFailure {
  const text = unframe(bodyText.trim())
  const document = parseJson(text)
  const failure = document === undefined ? readPlainText(text) : readFailureDocument(document)
  return (
    failure ?? {
      ...ownWords('badStatus', { status }),
      type: UNNAMED_TYPE,
      code: 'bad_response_status_code',
      param: String(status),
    }
  )
}

/**
 * Reads the failure from a parsed error document.
 *
 * @returns undefined when no field contains a usable message
 */
export function readFailureDocument(document: JsonValue): UpstreamFailure | undefined {
  if (typeof document === 'string') return document.trim() === '' ? undefined : failure(document, {})
  if (Array.isArray(document)) return document[0] === undefined ? undefined : readFailureDocument(document[0])
  const body = asObject(document)
  if (!body) return undefined
  const nested = asObject(body.error) ?? asObject(asObject(body.response)?.error) ?? objectsOf(body.errors)[0]
  if (nested) {
    const text = readText(nested) ?? asText(body.message) ?? asLabel(nested.code) ?? asText(nested.type)
    return text === undefined ? undefined : failure(text, nested)
  }
  const text = asText(body.error) ?? readText(body) ?? asText(asObject(body.header)?.message)
  return text === undefined ? undefined : failure(text, body)
}

/**
 * Recognizes an error that came with status 200. A non-empty `error` always counts; without one, a message counts only
 * if the member of the answer (`choices`, `data`, `results`) is missing.
 */
export function readDisguisedFailure(document: JsonValue, answerMember: string): UpstreamFailure | undefined {
  const body = asObject(document)
  if (!body) return Array.isArray(document) && document.length > 1 ? undefined : readFailureDocument(document)
  if (hasError(body)) return readFailureDocument(body) ?? failure('', asObject(body.error) ?? body)
  if (body[answerMember] !== undefined && body[answerMember] !== null) return readChoiceFailure(body)
  return readFailureDocument(body)
}

/** Whether the top level has a non-empty error: vendors also send `"error": null`, `""` and `{}`. */
export function hasError(body: JsonObject): boolean {
  const { error } = body
  if (typeof error === 'string') return error !== ''
  const object = asObject(error)
  return object !== undefined && Object.keys(object).length > 0
}

/** Reads the failure of a provider, which OpenRouter puts into the affected choice. */
function readChoiceFailure(body: JsonObject): UpstreamFailure | undefined {
  const choices = objectsOf(body.choices)
  const broken = choices.find(hasError)
  if (!broken || choices.some((each) => asText(asObject(each.message)?.content))) return undefined
  return readFailureDocument(broken)
}

/** Returns the message; in this order: message, msg, err, error_msg, details of validators, FastGPT's status text. */
function readText(body: JsonObject): string | undefined {
  return (
    asText(body.message) ??
    asText(body.msg) ??
    asText(body.err) ??
    asText(body.error_msg) ??
    asText(body.errMessage) ??
    readDetail(body.detail) ??
    readDetail(body.message) ??
    asText(body.statusText)
  )
}

/** Reads FastAPI's `detail`: a text, or a list of `{ loc, msg }`. */
function readDetail(detail: JsonValue | undefined): string | undefined {
  if (typeof detail === 'string') return asText(detail)
  const object = asObject(detail)
  if (object) return asText(object.msg) ?? asText(object.message) ?? readDetail(object.detail)
  const lines = (asArray(detail) ?? []).flatMap((each) => {
    if (typeof each === 'string') return each
    const entry = asObject(each)
    const text = entry && (asText(entry.msg) ?? asText(entry.message))
    if (!entry || !text) return []
    const place = (asArray(entry.loc) ?? []).filter((step) => step !== 'body').join('.')
    return place ? `${place}: ${text}` : text
  })
  return asText(lines.join('; '))
}

function failure(message: string, source: JsonObject): UpstreamFailure {
  const code =
    asLabel(source.code) ??
    asLabel(source.error_code) ??
    asLabel(source.errCode) ??
    asLabel(source.statusCode)
  return {
    message: message.slice(0, MESSAGE_CHARS_MAX) || code || UNNAMED_TYPE,
    type: asText(source.type) ?? UNNAMED_TYPE,
    code: code ?? '',
    param: asText(source.param) ?? null,
  }
}

/** Returns a code, which may be text or a number. */
function asLabel(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value)
}

/** Returns the document in a body that is a single stream event, as some vendors send to reject a streamed call. */
function unframe(text: string): string {
  const framed = /^(?:(?:event|id|retry):[^\n]*\n|:[^\n]*\n)*data:\s*(.*)/.exec(text)
  return framed?.[1]?.trim() ?? text
}

/** Reads a message from plain text, as proxies send it; markup is ignored. */
function readPlainText(text: string): UpstreamFailure | undefined {
  if (text === '' || text.startsWith('<') || text.startsWith('{')) return undefined
  return failure(text.slice(0, PLAIN_TEXT_CHARS_MAX), {})
}
