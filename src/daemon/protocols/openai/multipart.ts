import { AppError } from '../../errors/app-error.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeFormText, malformed, readPartHeaders } from './multipart-headers.ts'
import { invalid } from './request-checks.ts'

/** A part that is plain text. */
export interface FormField {
  readonly kind: 'field'
  readonly name: string
  readonly value: string
  readonly place: PartPlace
}

/** A part with a file name. */
export interface FormFile {
  readonly kind: 'file'
  readonly name: string
  readonly filename: string
  /** The content type that the client stated; empty if none. */
  readonly contentType: string
  /** A view into the body. */
  readonly bytes: Buffer
  readonly place: PartPlace
}

export type FormPart = FormField | FormFile

/** The position of a part: start of its headers, start of its content, and the line break before the next boundary. */
export interface PartPlace {
  readonly headers: number
  readonly content: number
  readonly end: number
  readonly statesLength: boolean
}

/** A parsed `multipart/form-data` body; the bytes are unchanged. */
export interface MultipartForm {
  readonly body: Buffer
  readonly boundary: string
  /** In order, including repeated names. Never empty. */
  readonly parts: readonly FormPart[]
}

const MULTIPART_BOUNDS = { partsMax: 64, headerBytesMax: 16_384 } as const

const LINE_BREAK = '\r\n'

/*
 * Why not a library: the maintained ones read streams, and none reports the position of a part. The gateway must
 * forward the upload byte for byte, with nothing changed but the model's name. Where RFC 7578 allows two
 * interpretations, the form is rejected: the upstream must read exactly what was checked and charged.
 */

/**
 * Parses a multipart form. Synchronous, linear in the body's size, copies only texts.
 *
 * @param contentType the request's header, which states the boundary
 * @throws AppError `invalid_request` for anything that RFC 7578 does not allow, for more than 64 parts, and for field
 *   texts that are not UTF-8
 */
export function parseMultipart(body: Buffer, contentType: string): MultipartForm {
  const boundary = readBoundary(contentType)
  const delimiter = Buffer.from(`${LINE_BREAK}--${boundary}`, 'latin1')
  const parts: FormPart[] = []
  let at = firstBoundary(body, delimiter)
  for (;;) {
    at += delimiter.length - LINE_BREAK.length
    if (isAt(body, at, '--')) break
    at = skipPadding(body, at)
    if (!isAt(body, at, LINE_BREAK)) throw malformed('textAfterBoundary')
    if (parts.length === MULTIPART_BOUNDS.partsMax)
      throw malformed('tooManyParts', { max: MULTIPART_BOUNDS.partsMax })
    const headers = at + LINE_BREAK.length
    const content = endOfHeaders(body, headers)
    const end = body.indexOf(delimiter, content - LINE_BREAK.length)
    if (end === -1) throw malformed('endsInPart')
    if (end < content) throw malformed('emptyPart')
    parts.push(readPart(body, headers, content, end))
    at = end + LINE_BREAK.length
  }
  if (parts.length === 0) throw malformed('noParts')
  if (!/^[\r\n \t]*$/.test(body.toString('latin1', at + 2))) throw malformed('textAfterEnd')
  return { body, boundary, parts }
}

/** Returns the first file of a name; `name[]` counts as `name`. */
export function fileOf(form: MultipartForm, name: string): FormFile | undefined {
  return form.parts.find(
    (part): part is FormFile => part.kind === 'file' && (part.name === name || part.name === `${name}[]`),
  )
}

/**
 * Returns the body with one text field replaced and every other byte unchanged. A missing field is added at the front.
 *
 * @throws AppError `invalid_request` if the value cannot be part of a form (it has a line break)
 */
export function withField(form: MultipartForm, name: string, value: string): Buffer {
  if (/[\r\n]/.test(value)) throw invalid(name, 'lineBreak')
  const pieces: Buffer[] = []
  let copied = 0
  for (const part of form.parts) {
    if (part.kind !== 'field' || part.name !== name) continue
    // A stated length would now be wrong, so the headers of such a part are rewritten.
    const { headers, content, end, statesLength } = part.place
    pieces.push(form.body.subarray(copied, statesLength ? headers : content))
    pieces.push(Buffer.from(statesLength ? `${fieldHeaders(name)}${value}` : value))
    copied = end
  }
  if (pieces.length === 0) {
    const field = `--${form.boundary}${LINE_BREAK}${fieldHeaders(name)}${value}${LINE_BREAK}`
    copied = form.body.indexOf(`--${form.boundary}`, 0, 'latin1')
    pieces.push(form.body.subarray(0, copied), Buffer.from(field))
  }
  pieces.push(form.body.subarray(copied))
  return Buffer.concat(pieces)
}

const fieldHeaders = (name: string): string =>
  `Content-Disposition: form-data; name="${name}"${LINE_BREAK}${LINE_BREAK}`

/** Reads the boundary. RFC 2046: 1 to 70 characters, quoted if they are not a token. */
function readBoundary(contentType: string): string {
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(contentType))
    throw new AppError('form_expected', { detail: { contentType } })
  const found = [...contentType.matchAll(/;\s*boundary\s*=\s*(?:"([^"\\\r\n]*)"|([^\s";,]+))/gi)]
  const boundary = found[0]?.[1] ?? found[0]?.[2] ?? ''
  if (found.length !== 1 || !/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary))
    throw malformed('noBoundary')
  return boundary
}

/**
 * Returns the position of the two dashes. Only empty lines may precede them: no client sends a preamble, and parsers
 * differ about it.
 */
function firstBoundary(body: Buffer, delimiter: Buffer): number {
  let at = 0
  while (isAt(body, at, LINE_BREAK)) at += LINE_BREAK.length
  const dashes = delimiter.subarray(LINE_BREAK.length)
  if (!body.subarray(at, at + dashes.length).equals(dashes)) throw malformed('otherStart')
  return at
}

const isAt = (body: Buffer, at: number, text: string): boolean =>
  body.toString('latin1', at, at + text.length) === text

function skipPadding(body: Buffer, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at += 1
  return at
}

/** @returns where the content begins */
function endOfHeaders(body: Buffer, start: number): number {
  const reach = body.subarray(start, start + MULTIPART_BOUNDS.headerBytesMax)
  const end = reach.indexOf('\r\n\r\n', 0, 'latin1')
  if (end === -1) throw malformed('endlessHeaders')
  return start + end + 4
}

function readPart(body: Buffer, start: number, content: number, end: number): FormPart {
  const { name, filename, contentType, statesLength } = readPartHeaders(body.subarray(start, content - 4))
  const place = { headers: start, content, end, statesLength }
  const bytes = body.subarray(content, end)
  if (filename !== undefined) return { kind: 'file', name, filename, contentType, bytes, place }
  return { kind: 'field', name, value: decodeFormText(bytes, name), place }
}

/**
 * Fields of OpenAI's forms that are numbers or booleans in JSON. All others are text, even if they look like numbers.
 */
const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  'n',
  'temperature',
  'output_compression',
  'partial_images',
])
const FLAG_FIELDS: ReadonlySet<string> = new Set(['stream'])
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
])

/**
 * Converts a form to the equivalent JSON body for checks, filters and counters. Repeated names and `name[]` become
 * arrays under `name`. A file becomes `{ filename, content_type, bytes }`, with its size instead of its content.
 * Invalid numbers stay texts, so that the checks reject them.
 */
export function formToJson(form: MultipartForm): JsonObject {
  const json: JsonObject = {}
  for (const part of form.parts) {
    const isList = part.name.endsWith('[]')
    const name = isList ? part.name.slice(0, -2) : part.name
    const value = toValue(name, part)
    const known = Object.hasOwn(json, name) ? json[name] : undefined
    if (known === undefined) json[name] = isList ? [value] : value
    else if (Array.isArray(known)) known.push(value)
    else json[name] = [known, value]
  }
  return json
}

function toValue(name: string, part: FormPart): JsonValue {
  if (part.kind === 'file')
    return { filename: part.filename, content_type: part.contentType, bytes: part.bytes.length }
  const { value } = part
  if (NUMBER_FIELDS.has(name) && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value)
  if (FLAG_FIELDS.has(name)) return FLAGS.get(value) ?? value
  return value
}
