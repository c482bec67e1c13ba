import { AppError } from '../../errors/app-error.ts'
import { nestsDeeperThan } from '../../protocols/json-depth.ts'
import { formToJson, type MultipartForm, parseMultipart } from '../../protocols/openai/multipart.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { keepDigits } from './keep-digits.ts'
import { DEPTH_MAX, parseInPieces, tooDeep } from './parse-in-pieces.ts'
import { Turn } from './turn.ts'

/** A request's body, parsed once. */
export interface ParsedBody {
  readonly body: JsonObject
  /** Empty for a form. */
  readonly bodyText: string
  readonly multipart: MultipartForm | undefined
}

/**
 * Parses the body of a request, JSON or form.
 * @returns a promise only for a long body
 * @throws AppError as {@link parseJsonBody} and `parseMultipart` do
 */
export function parseBody(inbound: InboundRequest): ParsedBody | Promise<ParsedBody> {
  const contentType = inbound.headers['content-type'] ?? ''
  const { takes } = inbound.codec
  if (takes === 'multipart' || (takes === 'either' && isForm(contentType))) {
    const multipart = parseMultipart(inbound.body, contentType)
    return { bodyText: '', body: formToJson(multipart), multipart }
  }
  return parseJsonBody(inbound.body)
}

const isForm = (contentType: string): boolean => /^\s*multipart\//i.test(contentType)

/**
 * Parses a body that must be a JSON object.
 *
 * @param partsMax see `parseInPieces`
 * @returns a promise only for a long body
 * @throws AppError `invalid_json`, `invalid_json_at`, `body_not_object`, `body_not_utf8`, `body_too_deep`,
 * `body_too_many_parts`, `body_proto_member`
 */
export function parseJsonBody(bytes: Buffer, partsMax?: number): ParsedBody | Promise<ParsedBody> {
  if (bytes.length > AT_ONCE_BYTES) return parseLongBody(bytes, partsMax)
  const bodyText = decodeText(bytes)
  const body = parseObject(bodyText)
  for (const _ of keepDigits(body, bodyText));
  return { bodyText, body, multipart: undefined }
}

async function parseLongBody(bytes: Buffer, partsMax: number | undefined): Promise<ParsedBody> {
  const bodyText = await decodeInPieces(bytes)
  const body = await parseInPieces(bodyText, partsMax)
  refusePrototype(body)
  const turn = new Turn()
  for (const _ of keepDigits(body, bodyText)) await turn.mayEnd()
  return { bodyText, body, multipart: undefined }
}

/**
 * Copies the members given in the path into the body, where every codec looks for them. A model in the path wins over
 * one in the body.
 * @returns the names that are missing from the body's text, or have another value there
 */
export function takePathMembers(body: JsonObject, members: JsonObject): readonly string[] {
  const added = Object.keys(members).filter((name) => body[name] !== members[name])
  Object.assign(body, members)
  return added
}

/** Bodies up to this size take about two milliseconds to parse, and are parsed without yielding. */
const AT_ONCE_BYTES = 262_144

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Invalid UTF-8 is refused rather than repaired, because what goes upstream must be what came in. */
function decodeText(body: Buffer): string {
  try {
    return UTF8.decode(body)
  } catch {
    throw new AppError('body_not_utf8')
  }
}

/** Decodes a long body like {@link decodeText}, but yields to the event loop between pieces. */
async function decodeInPieces(body: Buffer): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const turn = new Turn()
  let text = ''
  try {
    for (let from = 0; from < body.length; from += DECODED_BYTES) {
      text += decoder.decode(body.subarray(from, from + DECODED_BYTES), { stream: true })
      await turn.mayEnd()
    }
    return text + decoder.decode()
  } catch {
    throw new AppError('body_not_utf8')
  }
}

const DECODED_BYTES = 1_048_576

function parseObject(text: string): JsonObject {
  let parsed: JsonValue
  try {
    parsed = JSON.parse(text) as JsonValue
  } catch (cause) {
    throw brokenJson(cause)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new AppError('body_not_object')
  refusePrototype(parsed)
  if (nestsDeeperThan(text, DEPTH_MAX)) throw tooDeep()
  return parsed
}

/** V8's message gives the position but also quotes the body, so only the position is used. */
function brokenJson(cause: unknown): AppError {
  const [, line, column] =
    /\(line (\d+) column (\d+)\)$/.exec(cause instanceof Error ? cause.message : '') ?? []
  if (line === undefined || column === undefined) return new AppError('invalid_json', { cause })
  return new AppError('invalid_json_at', { cause, values: { line, column } })
}

function refusePrototype(parsed: JsonObject): void {
  if (Object.hasOwn(parsed, '__proto__')) throw new AppError('body_proto_member')
}
