import type { JsonObject, JsonValue } from './json-value.ts'

/** Readers for untrusted JSON: they return undefined for a value of the wrong type and never throw. */

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

export function asArray(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined
}

/** Returns the objects of an array and skips other elements. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return (asArray(value) ?? []).filter(isObject)
}

/** Returns a non-empty string. Some vendors send `""` where others omit the member. */
export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
