import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/*
 * Google's JSON comes in two spellings: `inlineData` is the rule, `inline_data` is taken as well and sent by several
 * SDKs, mixed even within one body. Everything here is asked for by its lowerCamelCase name.
 */

const snakeNames = new Map<string, string>()

export function toSnakeCase(name: string): string {
  const known = snakeNames.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  // Names of unknown members come from outside: only as many are kept as the protocol has itself.
  if (snakeNames.size < 512) snakeNames.set(name, snake)
  return snake
}

export const toCamelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** A member by its lowerCamelCase name, whichever way it is spelled; null counts as absent. */
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

/** Reads a list. Google also takes a single element without the list; its examples write `contents` and `parts` that way. */
export function listMember(object: JsonObject, name: string): JsonValue[] | undefined {
  const value = member(object, name)
  const only = asObject(value)
  return only ? [only] : asArray(value)
}

/** A finite number; proto JSON writes 64-bit integers as text. */
export function numberMember(object: JsonObject, name: string): number | undefined {
  const value = member(object, name)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Under which spelling an object holds a member: the one to write when it is changed. */
export const spellingOf = (object: JsonObject, name: string): string =>
  object[name] === undefined && object[toSnakeCase(name)] !== undefined ? toSnakeCase(name) : name

/** The parts of a content; one that is no list of objects has none. */
export const partsOf = (content: JsonObject | undefined): JsonObject[] =>
  content ? objectsMember(content, 'parts') : []
