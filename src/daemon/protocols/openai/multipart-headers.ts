import { AppError } from '../../errors/app-error.ts'
import { inWords, type ValuesOf } from '../../errors/fill-in.ts'
import type { PhraseName, PlaceholderOf } from '../../errors/phrases/phrases.ts'
import { invalid } from './request-checks.ts'

/** The information in the headers of one part. */
export interface PartHeaders {
  readonly name: string
  /** Present = the part is a file, even if the name is empty. */
  readonly filename: string | undefined
  /** Empty if the client stated none. */
  readonly contentType: string
  /** Whether the part states its own length, as some clients do. */
  readonly statesLength: boolean
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })
const LINE_BREAK = '\r\n'
const NAME_CHARS_MAX = 256

/** @param why the phrase that completes the message, and its values */
export function malformed<Name extends PhraseName>(
  why: Name,
  ...values: ValuesOf<PlaceholderOf<Name>>
): AppError {
  return new AppError('invalid_request', { phrase: 'brokenForm', values: { why: inWords(why, ...values) } })
}

/**
 * Reads the headers of a part of a multipart form.
 *
 * @param bytes without the empty line that ends them
 * @throws AppError `invalid_request` where two parsers could interpret them differently
 */
export function readPartHeaders(bytes: Buffer): PartHeaders {
  const headers = readHeaders(bytes)
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['binary', '8bit', '7bit'].includes(encoding)) throw malformed('partEncoded', { encoding: encoding })
  return {
    ...readDisposition(headers.get('content-disposition')),
    contentType: headers.get('content-type') ?? '',
    statesLength: headers.has('content-length'),
  }
}

/** @param field the field that the text belongs to; undefined for headers */
export function decodeFormText(bytes: Buffer, field: string | undefined): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw field === undefined ? malformed('headerNotUtf8') : invalid(field, 'notUtf8')
  }
}

/** Reads the headers; their names are in lower case. */
function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of decodeFormText(bytes, undefined).split(LINE_BREAK)) {
    const match = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):(.*)$/.exec(line)
    const name = match?.[1]?.toLowerCase()
    if (name === undefined || match?.[2] === undefined) throw malformed('badHeader')
    if (headers.has(name)) throw malformed('headerTwice', { name: name })
    headers.set(name, match[2].trim())
  }
  return headers
}

const PARAMETER = /;[ \t]*([A-Za-z0-9*_-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))[ \t]*/y

/** @throws AppError when the name is missing or stated twice */
function readDisposition(header: string | undefined): {
  readonly name: string
  readonly filename: string | undefined
} {
  const kind = /^form-data[ \t]*/i.exec(header ?? '')
  if (header === undefined || !kind) throw malformed('noDisposition')
  const parameters = new Map<string, string>()
  PARAMETER.lastIndex = kind[0].length
  let read = PARAMETER.lastIndex
  for (let match = PARAMETER.exec(header); match; match = PARAMETER.exec(header)) {
    const key = (match[1] ?? '').toLowerCase()
    if (parameters.has(key)) throw malformed('parameterTwice', { name: key })
    parameters.set(key, match[2] ?? match[3] ?? '')
    read = PARAMETER.lastIndex
  }
  const name = parameters.get('name')
  if (read !== header.length || name === undefined || name === '') throw malformed('badDisposition')
  // Parsers differ about backslashes, which no field name needs.
  if (name.includes('\\') || name.startsWith('__proto__') || name.length > NAME_CHARS_MAX)
    throw malformed('badPartName')
  const filename = parameters.get('filename')
  return {
    name: unescaped(name),
    filename: filename === undefined ? readExtended(parameters.get('filename*')) : unescaped(filename),
  }
}

/** Decodes a name. Browsers percent-encode these three characters, other clients put a backslash before a quote. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(["\\])/g, '$1').replaceAll(/%(?:22|0D|0A)/g, (code) => decodeURIComponent(code))

/** Decodes `UTF-8''name` of RFC 5987. RFC 7578 forbids it, but some clients send it, and it also marks a file. */
function readExtended(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const text = value.slice(value.lastIndexOf("'") + 1)
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
