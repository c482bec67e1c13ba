import { asArray, asObject, isObject } from '../../protocols/json-access.ts'
import { readElements, readMembers } from '../../protocols/json-members.ts'
import { mayHoldLongNumber, parseExactly } from '../../protocols/parse-json.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'

/**
 * Longer turns stay as `JSON.parse` reads them, because parsing exact numbers takes ten times as long and would hold up
 * other requests.
 */
const TURN_LENGTH_MAX = 262_144

/** How many turns are searched in one step. */
const TURNS_AT_ONCE = 4096

/** The members that hold the turns in each format, and within a turn the parts that may be calls and results. */
const turnLists = ['messages', 'contents'] as const
const partLists = ['content', 'parts', 'tool_calls'] as const

/** Where a part holds text written by a model or a tool: the object that contains it, and the name of the member. */
const writtenBy: readonly (readonly [holder: string | undefined, member: string])[] = [
  // Messages
  [undefined, 'input'],
  // Ollama
  ['function', 'arguments'],
  // Gemini, which takes both spellings
  ['functionCall', 'args'],
  ['function_call', 'args'],
  ['functionResponse', 'response'],
  ['function_response', 'response'],
]

/**
 * Restores the digits of whole numbers beyond 2^53 in the arguments and results of earlier calls, which we write out
 * again for other formats. Many services use such numbers as ids.
 *
 * @param body what `JSON.parse` made of `text`; changed in place
 * @returns steps; each takes some milliseconds at most
 */
export function* keepDigits(body: JsonObject, text: string): Generator<undefined> {
  if (!mayHoldLongNumber(text)) return
  for (const list of turnLists) {
    const turns = asArray(body[list]) ?? []
    const long: number[] = []
    for (const [index, turn] of turns.entries()) {
      if (writtenIn(turn).some(isLossy)) long.push(index)
      if (index % TURNS_AT_ONCE === TURNS_AT_ONCE - 1) yield
    }
    if (long.length === 0) continue
    const places = placesOf(text, list)
    for (const index of long) {
      const place = places[index]
      if (place && place.end - place.start <= TURN_LENGTH_MAX)
        takeOver(writtenIn(turns[index]), writtenIn(parseExactly(text.slice(place.start, place.end))))
      yield
    }
  }
}

/** A value written by a model or a tool, and its place. */
interface Written {
  readonly holder: JsonObject
  readonly member: string
}

function writtenIn(turn: JsonValue | undefined): readonly Written[] {
  if (!isObject(turn)) return []
  const written: Written[] = []
  for (const list of partLists)
    for (const part of asArray(turn[list]) ?? []) {
      if (!isObject(part)) continue
      for (const [name, member] of writtenBy) {
        const holder = name === undefined ? part : asObject(part[name])
        if (holder && isObject(holder[member])) written.push({ holder, member })
      }
    }
  return written
}

const isLossy = ({ holder, member }: Written): boolean => hasLongNumber(holder[member])

function hasLongNumber(value: JsonValue | undefined): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongNumber)
}

/** Returns the positions of the turns in the text. If the list occurs twice, the last one counts. */
function placesOf(text: string, list: string) {
  const member = readMembers(text).findLast(({ key }) => key === list)
  return member ? readElements(text, member.valueStart) : []
}

/** Both lists come from the same text, so their entries correspond. */
function takeOver(written: readonly Written[], exact: readonly Written[]): void {
  for (const [index, { holder, member }] of written.entries()) {
    const source = exact[index]
    const value = source?.holder[source.member]
    if (value !== undefined) holder[member] = value
  }
}
