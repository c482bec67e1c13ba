import { AppError } from '../errors/app-error.ts'
import type { JsonObject } from './types.ts'

/** The position of one member of a JSON object in its text. Positions are UTF-16 indices; ends are exclusive. */
export interface JsonMember {
  /** The name with its escapes resolved. */
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * Finds the top-level members of a JSON object in the order of the text, including repeated names, without parsing
 * their values.
 *
 * @param text valid JSON: call `JSON.parse` on it before, because errors inside a value are not detected
 * @throws AppError `invalid_json` when the text is not an object or ends inside one
 */
export function readMembers(text: string): JsonMember[] {
  const members: JsonMember[] = []
  let at = skipSpace(text, 0)
  if (text.charCodeAt(at) !== OPEN_BRACE) throw new AppError('invalid_json')
  at = skipSpace(text, at + 1)
  if (text.charCodeAt(at) === CLOSE_BRACE) return members
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) throw new AppError('invalid_json')
    const keyStart = at
    const keyEnd = skipString(text, at)
    at = skipSpace(text, keyEnd)
    if (text.charCodeAt(at) !== COLON) throw new AppError('invalid_json')
    const valueStart = skipSpace(text, at + 1)
    const valueEnd = skipValue(text, valueStart)
    members.push({ key: decodeKey(text.slice(keyStart, keyEnd)), keyStart, valueStart, valueEnd })
    at = skipSpace(text, valueEnd)
    const separator = text.charCodeAt(at)
    if (separator === CLOSE_BRACE) return members
    if (separator !== COMMA) throw new AppError('invalid_json')
    at = skipSpace(text, at + 1)
  }
}

/** The position of a value in a JSON text. `end` is the position after its last character. */
export interface JsonPlace {
  readonly start: number
  readonly end: number
}

/**
 * Finds the elements of a JSON array without parsing them.
 *
 * @param text valid JSON
 * @param from the position of the array's opening bracket
 * @returns an empty list if no array begins there
 * @throws AppError `invalid_json` when the text ends inside the array
 */
export function readElements(text: string, from: number): JsonPlace[] {
  if (text.charCodeAt(from) !== OPEN_BRACKET) return []
  const places: JsonPlace[] = []
  let at = skipSpace(text, from + 1)
  while (text.charCodeAt(at) !== CLOSE_BRACKET) {
    const end = skipValue(text, at)
    places.push({ start: at, end })
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
    else if (text.charCodeAt(at) !== CLOSE_BRACKET) throw new AppError('invalid_json')
  }
  return places
}

/**
 * Replaces, deletes and adds top-level members of a JSON object and leaves every other character unchanged.
 *
 * A repeated name is replaced or deleted wherever it occurs, so that parsers that take the first occurrence and parsers
 * that take the last agree. New members go to the end, in the order of the edits.
 *
 * @param text valid JSON, an object
 * @param edits maps names to raw JSON text; undefined deletes
 * @throws AppError `invalid_json` when the text is not an object
 */
export function editTopLevel(text: string, edits: ReadonlyMap<string, string | undefined>): string {
  if (edits.size === 0) return text
  const members = readMembers(text)
  const missing = new Map(edits)
  let edited = ''
  let copied = 0
  let keptEnd = -1
  for (const [index, member] of members.entries()) {
    if (!edits.has(member.key)) {
      keptEnd = member.valueEnd
      continue
    }
    const value = edits.get(member.key)
    missing.delete(member.key)
    if (value !== undefined) {
      edited += text.slice(copied, member.valueStart) + value
      copied = member.valueEnd
      keptEnd = member.valueEnd
    } else if (keptEnd === -1) {
      // Nothing precedes it, so the comma after it is removed as well.
      edited += text.slice(copied, member.keyStart)
      copied = members[index + 1]?.keyStart ?? member.valueEnd
    } else {
      // The comma before it is removed as well. Another deletion may already have removed the text up to this point.
      edited += text.slice(copied, keptEnd)
      copied = member.valueEnd
    }
  }
  const added = [...missing].flatMap(([key, value]) =>
    value === undefined ? [] : [`${JSON.stringify(key)}:${value}`],
  )
  if (added.length > 0) {
    const end = Math.max(copied, keptEnd, text.indexOf('{') + 1)
    edited += `${text.slice(copied, end)}${keptEnd === -1 ? '' : ','}${added.join(',')}`
    copied = end
  }
  return edited + text.slice(copied)
}

const NO_EDITS: ReadonlyMap<string, string | undefined> = new Map()

/**
 * Returns the edits that turn one parsed body into another, found by comparing the top-level values by identity. Use it
 * with {@link editTopLevel} after code that copies a body and changes some members.
 */
export function topLevelEdits(
  before: JsonObject,
  after: JsonObject,
): ReadonlyMap<string, string | undefined> {
  if (before === after) return NO_EDITS
  const edits = new Map<string, string | undefined>()
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) edits.set(key, undefined)
  for (const [key, value] of Object.entries(after))
    if (!Object.hasOwn(before, key) || before[key] !== value) edits.set(key, JSON.stringify(value))
  return edits
}

/**
 * Whether a name occurs twice at the top level. Parsers differ in the occurrence they use, so the value that we checked
 * might not be the one that an upstream uses. Such a body is rewritten instead of passed through.
 */
export function hasRepeatedMembers(text: string): boolean {
  const members = readMembers(text)
  return new Set(members.map((each) => each.key)).size < members.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at += 1
  }
}

/** @param from position of the opening quote @returns position after the closing one */
function skipString(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new AppError('invalid_json')
    let before = quote - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    // An even number of backslashes escape each other and not the quote.
    if ((quote - before) % 2 === 1) return quote + 1
    at = quote + 1
  }
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return skipString(text, from)
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(text, from)
  let at = from
  while (at < text.length && !endsLiteral(text.charCodeAt(at))) at += 1
  if (at === from || at === text.length) throw new AppError('invalid_json')
  return at
}

function skipNested(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = skipString(text, at)
      continue
    }
    at += 1
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  throw new AppError('invalid_json')
}

function endsLiteral(code: number): boolean {
  return (
    code === COMMA ||
    code === CLOSE_BRACE ||
    code === CLOSE_BRACKET ||
    code === 0x20 ||
    code === 0x0a ||
    code === 0x0d ||
    code === 0x09
  )
}

function decodeKey(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}
