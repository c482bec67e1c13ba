import type { JsonValue } from './types.ts'

/** Parses JSON, or returns undefined: for text from outside that may be anything. */
export function parseJson(text: string): JsonValue | undefined {
  // The text that is none most often, once in every stream: an exception costs as much as parsing ten chunks.
  if (text === '[DONE]') return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
