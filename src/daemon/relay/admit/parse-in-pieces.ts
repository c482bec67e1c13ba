import { AppError } from '../../errors/app-error.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { Turn } from './turn.ts'

/** Shorter texts are parsed at once, which takes a millisecond or two. */
const PIECE_LENGTH = 131_072

/** A longer string is parsed in pieces of this length too. */
const STRING_LENGTH = 262_144

/** Deeper nesting is an attack that makes parsers and vendors alike fail. */
export const DEPTH_MAX = 64

/**
 * Limit for lists, objects and their members. The longest prompts have some ten thousand; a body full of them would
 * fill the heap.
 */
const PARTS_MAX = 1_000_000

/** How many steps through the text are taken between two checks of the clock. */
const STEPS = 4096

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** A text that is being parsed. */
interface Work {
  readonly text: string
  readonly turn: Turn
  /** The end of each list or object that is longer than a piece, by its start. */
  readonly ends: ReadonlyMap<number, number>
}

/**
 * Parses a long JSON text to the object that JSON.parse would give, without holding up other requests: lists and
 * objects longer than a piece are split up, and the pieces parsed one after another, yielding to the event loop in
 * between.
 *
 * @param partsMax for bodies that hold many requests
 * @throws AppError `invalid_json`, `body_not_object`, `body_too_deep`, `body_too_many_parts`
 */
export async function parseInPieces(text: string, partsMax: number = PARTS_MAX): Promise<JsonObject> {
  const turn = new Turn()
  const start = text.search(/[^ \t\n\r]/)
  if (text.charCodeAt(start) !== OPEN_OBJECT) throw new AppError('body_not_object')
  const { ends, end } = await findLong(text, start, turn, partsMax)
  if (/[^ \t\n\r]/.test(text.slice(end))) throw notJson()
  const parsed = await parseValue({ text, turn, ends }, start, end)
  return parsed as JsonObject
}

const notJson = (): AppError => new AppError('invalid_json')
export const tooDeep = (): AppError => new AppError('body_too_deep', { values: { max: DEPTH_MAX } })

/** Finds the end of the value that begins at `start`, and the long values within it. */
async function findLong(
  text: string,
  start: number,
  turn: Turn,
  partsMax: number,
): Promise<{ readonly ends: ReadonlyMap<number, number>; readonly end: number }> {
  const ends = new Map<number, number>()
  const open: number[] = []
  let isInString = false
  let parts = 0
  let steps = 0
  for (let at = start; at < text.length; at += 1) {
    steps += 1
    if (steps % STEPS === 0) await turn.mayEnd()
    if (isInString) {
      at = nextQuote(text, at)
      isInString = isEscaped(text, at, 0)
      continue
    }
    const code = text.charCodeAt(at)
    if (code === QUOTE) isInString = true
    else if (code === COLON) parts = counted(parts, partsMax)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      parts = counted(parts, partsMax)
      open.push(at)
      if (open.length > DEPTH_MAX) throw tooDeep()
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      const from = open.pop() ?? start
      if (at - from > PIECE_LENGTH) ends.set(from, at + 1)
      if (open.length === 0) return { ends, end: at + 1 }
    }
  }
  throw notJson()
}

function counted(parts: number, partsMax: number): number {
  if (parts === partsMax) throw new AppError('body_too_many_parts', { values: { max: partsMax } })
  return parts + 1
}

const nextQuote = (text: string, from: number): number => {
  const at = text.indexOf('"', from)
  if (at === -1) throw notJson()
  return at
}

/** @param from the start of the string, or of a part of it that does not begin within an escape */
function isEscaped(text: string, at: number, from: number): boolean {
  let slashes = 0
  while (at - 1 - slashes >= from && text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1
  return slashes % 2 === 1
}

/** @param end the position after its last character */
async function parseValue(work: Work, start: number, end: number): Promise<JsonValue> {
  if (work.text.charCodeAt(start) === QUOTE) return parseString(work, start, end)
  const isList = work.text.charCodeAt(start) === OPEN_LIST
  if (work.text.charCodeAt(end - 1) !== (isList ? CLOSE_LIST : CLOSE_OBJECT)) throw notJson()
  return isList ? parseList(work, start, end) : parseObject(work, start, end)
}

async function parseString({ text, turn }: Work, start: number, end: number): Promise<string> {
  let result = ''
  for (let from = start + 1; from < end - 1; ) {
    const to = cutOfString(text, from, end - 1)
    result += parsePiece(`"${text.slice(from, to)}"`) as string
    from = to
    await turn.mayEnd()
  }
  return result
}

/** Never cuts within an escape. A surrogate pair may be split: its halves are joined again. */
function cutOfString(text: string, from: number, end: number): number {
  let to = from + STRING_LENGTH
  if (to >= end) return end
  // An escape has at most six characters; one that crosses the cut begins with an unescaped backslash.
  for (let at = to - 1; at > to - 6; at -= 1)
    if (text.charCodeAt(at) === BACKSLASH) {
      to = isEscaped(text, at, from) ? at - 1 : at
      break
    }
  return to
}

async function parseList(work: Work, start: number, end: number): Promise<JsonValue[]> {
  const result: JsonValue[] = []
  await eachPiece(work, start, end, {
    pieces: (text) => {
      const values = parsePiece(`[${text}]`) as JsonValue[]
      for (const value of values) result.push(value)
      return values.length
    },
    long: async (before, from, to) => {
      if (/[^ \t\n\r]/.test(before)) throw notJson()
      result.push(await parseValue(work, from, to))
    },
  })
  return result
}

async function parseObject(work: Work, start: number, end: number): Promise<JsonObject> {
  const result: JsonObject = {}
  await eachPiece(work, start, end, {
    pieces: (text) => {
      const members = Object.entries(parsePiece(`{${text}}`) as JsonObject)
      for (const [name, value] of members) setMember(result, name, value)
      return members.length
    },
    long: async (before, from, to) => {
      const [name] = Object.keys(parsePiece(`{${before}[]}`) as JsonObject)
      if (name === undefined) throw notJson()
      setMember(result, name, await parseValue(work, from, to))
    },
  })
  return result
}

/**
 * Sets a member as JSON.parse does: `__proto__` is a name like any other, and the last of several equal names counts.
 */
function setMember(object: JsonObject, name: string, value: JsonValue): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Handlers for the content of a long list or object. */
interface Visitor {
  /** Takes some whole elements or members, with the commas between them. @returns how many there were */
  pieces(text: string): number
  /** @param before the text between the last comma and the long value: the name of a member */
  long(before: string, from: number, to: number): Promise<void>
}

/** Walks the content of a long list or object from comma to comma, and skips over the long values in it. */
async function eachPiece(work: Work, start: number, end: number, visitor: Visitor): Promise<void> {
  const { text, turn, ends } = work
  let pieceStart = start + 1
  let elementStart = pieceStart
  let depth = 0
  let isInString = false
  let stringStart = 0
  let steps = 0
  /** @returns where the walk continues; `end - 1` if nothing follows */
  const takeLong = async (from: number, to: number): Promise<number> => {
    if (elementStart > pieceStart) await flush(elementStart - 1)
    await visitor.long(text.slice(elementStart, from), from, to)
    const at = untilComma(text, to, end - 1)
    pieceStart = at + 1
    elementStart = pieceStart
    return at
  }
  const flush = async (to: number): Promise<void> => {
    const isWhole = pieceStart === start + 1 && to === end - 1
    if (visitor.pieces(text.slice(pieceStart, to)) === 0 && !isWhole) throw notJson()
    await turn.mayEnd()
  }
  for (let at = pieceStart; at < end - 1; at += 1) {
    steps += 1
    if (steps % STEPS === 0) await turn.mayEnd()
    if (isInString) {
      at = nextQuote(text, at)
      isInString = isEscaped(text, at, 0)
      if (isInString || depth > 0 || at - stringStart < STRING_LENGTH) continue
      at = await takeLong(stringStart, at + 1)
      if (at === end - 1) return
      continue
    }
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      isInString = true
      stringStart = at
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      const longEnd = depth === 0 ? ends.get(at) : undefined
      if (longEnd === undefined) depth += 1
      else {
        at = await takeLong(at, longEnd)
        if (at === end - 1) return
      }
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    else if (code === COMMA && depth === 0) {
      if (at - pieceStart > PIECE_LENGTH) {
        await flush(at)
        pieceStart = at + 1
      }
      elementStart = at + 1
    }
  }
  await flush(end - 1)
}

/** Skips the whitespace after a value. Anything else before the next comma or the end is invalid. */
function untilComma(text: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code === COMMA) return at
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) throw notJson()
  }
  return end
}

function parsePiece(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new AppError('invalid_json', { cause })
  }
}
