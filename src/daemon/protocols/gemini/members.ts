import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/*
 * Google's JSON has two spellings: `inlineData` is standard, `inline_data` is also accepted and is sent by several
 * SDKs, even mixed within one body. All functions in this file take the lowerCamelCase name.
 */

const snakeNames = new Map<string, string>()

export function toSnakeCase(name: string): string {
  const known = snakeNames.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  // Names of unknown members come from outside, so only about as many are cached as the protocol itself has.
  if (snakeNames.size < 512) snakeNames.set(name, snake)
  return snake
}

export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** Returns a member by its lowerCamelCase name in either spelling; null counts as absent. */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  return object[name] ?? object[toSnakeCase(name)] ?? undefined
}

export const objectMember = (object: JsonObject, name: string): JsonObject | undefined =>
  asObject(member(object, name))

export const textMember = (object: JsonObject, name: string): string | undefined =>
  asText(member(object, name))

export const objectsMember = (object: JsonObject, name: string): JsonObject[] =>
  objectsOf(listMember(object, name))

export function textsMember(object: JsonObject, name: string): string[] {
  const value = member(object, name)
  if (typeof value === 'string') return [value]
  return (asArray(value) ?? []).filter((each): each is string => typeof each === 'string')
}

/** Returns a list. Google also accepts a single element; its examples write `contents` and `parts` that way. */
export function listMember(object: JsonObject, name: string): JsonValue[] | undefined {
  const value = member(object, name)
  const only = asObject(value)
  return only ? [only] : asArray(value)
}

/** Returns a finite number; proto JSON writes 64-bit integers as text. */
export function numberMember(object: JsonObject, name: string): number | undefined {
  const value = member(object, name)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Returns the spelling under which an object has a member, for writing it. */
export const spellingOf = (object: JsonObject, name: string): string =>
  object[name] === undefined && object[toSnakeCase(name)] !== undefined ? toSnakeCase(name) : name

/** Returns the parts of a content; an empty list if it has no list of objects. */
export const partsOf = (content: JsonObject | undefined): JsonObject[] =>
  content ? objectsMember(content, 'parts') : []
