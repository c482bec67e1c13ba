import { randomBytes } from 'node:crypto'
import { asObject } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { member, textMember } from './members.ts'

/** Generates an id for a call without one; Google's ids are optional. */
export const newCallId = (): string => `call_${randomBytes(12).toString('hex')}`

/** Returns the arguments of a call as JSON text; an empty object if there are none. */
export const argumentsText = (call: JsonObject): string => JSON.stringify(member(call, 'args') ?? {})

/**
 * Converts arguments to the object for `functionCall`. Free text goes where the emulation of custom tools expects it;
 * malformed JSON is kept as text so that it is not lost.
 */
export function argumentsObject(text: string, isCustom: boolean): JsonObject {
  if (isCustom) return { input: text }
  if (text.trim() === '') return {}
  return asObject(parseExactly(text)) ?? { _raw: text }
}

/** Converts the result of a function to the object for `functionResponse`. */
export function toResponse(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text }
  return asObject(parseExactly(text)) ?? { result: text }
}

/** Converts a `functionResponse` object to the result. An object that only wraps a text becomes that text. */
export function fromResponse(response: JsonValue | undefined): { text: string; isError: boolean } {
  const object = asObject(response)
  if (!object) return { text: response === undefined ? '' : textOf(response), isError: false }
  const keys = Object.keys(object)
  const only = keys.length === 1 ? keys[0] : undefined
  const value = only === undefined ? undefined : object[only]
  if (only === 'error' && value !== undefined && value !== null) return { text: textOf(value), isError: true }
  if ((only === 'result' || only === 'output') && typeof value === 'string')
    return { text: value, isError: false }
  return { text: JSON.stringify(object), isError: false }
}

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const callName = (call: JsonObject): string | undefined => textMember(call, 'name')
