import { randomBytes } from 'node:crypto'
import { asObject } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { member, textMember } from './members.ts'

/** An id for a call that came without one: Google's are optional. */
export const newCallId = (): string => `call_${randomBytes(12).toString('hex')}`

/** The arguments of a call as JSON text; no arguments are an empty object. */
export const argumentsText = (call: JsonObject): string => JSON.stringify(member(call, 'args') ?? {})

/**
 * Arguments as the object that `functionCall` takes. Free text goes where the emulation of custom tools expects it;
 * broken JSON is kept as text rather than lost.
 */
export function argumentsObject(text: string, isCustom: boolean): JsonObject {
  if (isCustom) return { input: text }
  if (text.trim() === '') return {}
  return asObject(parseExactly(text)) ?? { _raw: text }
}

/** What a function answered, as the object that `functionResponse` takes. */
export function toResponse(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text }
  return asObject(parseExactly(text)) ?? { result: text }
}

/** The way back: an object that only wraps a text is that text. */
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
