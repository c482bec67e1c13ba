import type { JsonValue } from '../protocols/types.ts'

/** Parses, or says undefined: for text that others wrote and that may be anything. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
