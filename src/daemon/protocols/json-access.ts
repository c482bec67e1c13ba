import type { JsonObject, JsonValue } from './json-value.ts'

/** Readers for JSON from outside: whatever does not fit is undefined, never an exception. */

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

export function asArray(value: JsonValue | undefined): JsonValue[] | undefined {
  return Array.isArray(value) ? value : undefined
}

/** Objects of an array; other elements are left out. */
export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return (asArray(value) ?? []).filter(isObject)
}

/** A string with something in it. Vendors send `""` where others send nothing. */
export function asText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
