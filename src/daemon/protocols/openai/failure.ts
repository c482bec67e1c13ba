import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'

/** Longer texts (stack traces, echoed prompts) are cut. */
const MESSAGE_CHARS_MAX = 2000
const PLAIN_TEXT_CHARS_MAX = 500

const UNNAMED_TYPE = 'upstream_error'

/**
 * Reads a failure out of an error body: OpenAI's object, a bare string, the many flat shapes of compatible vendors, a
 * list of one of those, a body framed as a stream event, or short plain text. Never throws.
 *
 * @returns code `bad_response_status_code` when the body says nothing
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
 * Reads a failure out of a parsed error document.
 *
 * @returns undefined when no field holds anything that could be told
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
 * An error that came with status 200. `error` counts wherever it stands and is not empty; without one, a message counts
 * only where the answer's own member (`choices`, `data`, `results`) is missing.
 */
export function readDisguisedFailure(document: JsonValue, answerMember: string): UpstreamFailure | undefined {
  const body = asObject(document)
  if (!body) return Array.isArray(document) && document.length > 1 ? undefined : readFailureDocument(document)
  if (hasError(body)) return readFailureDocument(body) ?? failure('', asObject(body.error) ?? body)
  if (body[answerMember] !== undefined && body[answerMember] !== null) return readChoiceFailure(body)
  return readFailureDocument(body)
}

/** Whether the top level carries an error that says something: vendors also send `"error": null`, `""` and `{}`. */
export function hasError(body: JsonObject): boolean {
  const { error } = body
  if (typeof error === 'string') return error !== ''
  const object = asObject(error)
  return object !== undefined && Object.keys(object).length > 0
}

/** OpenRouter puts the failure of a provider into the choice that it broke. */
function readChoiceFailure(body: JsonObject): UpstreamFailure | undefined {
  const choices = objectsOf(body.choices)
  const broken = choices.find(hasError)
  if (!broken || choices.some((each) => asText(asObject(each.message)?.content))) return undefined
  return readFailureDocument(broken)
}

/** The order is the family's: message, msg, err, error_msg, then what validators say, and FastGPT's word for its code. */
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

/** FastAPI's `detail`: a text, or a list of `{ loc, msg }`. */
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

/** Codes come as text and as numbers. */
function asLabel(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' ? String(value) : asText(value)
}

/** A refusal of a streamed call may come as one event: its first data line is the document. */
function unframe(text: string): string {
  const framed = /^(?:(?:event|id|retry):[^\n]*\n|:[^\n]*\n)*data:\s*(.*)/.exec(text)
  return framed?.[1]?.trim() ?? text
}

/** A sentence from a proxy is worth telling; a page of markup is not. */
function readPlainText(text: string): UpstreamFailure | undefined {
  if (text === '' || text.startsWith('<') || text.startsWith('{')) return undefined
  return failure(text.slice(0, PLAIN_TEXT_CHARS_MAX), {})
}
