import { nestsDeeperThan } from './json-depth.ts'
import type { JsonValue } from './json-value.ts'

/** Nothing that is read here comes near. Much deeper, and functions that walk the value overflow the stack. */
const DEPTH_MAX = 1000

/**
 * Parses JSON, or returns undefined: for text from outside that may be anything. A byte order mark before it is ignored,
 * as HTTP clients do (RFC 8259, 8.1); what is nested deeper than a thousand levels counts as no JSON.
 */
export function parseJson(text: string): JsonValue | undefined {
  // The text that is none most often, once in every stream: an exception costs as much as parsing ten chunks.
  if (text === '[DONE]' || nestsDeeperThan(text, DEPTH_MAX)) return undefined
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text) as JsonValue
  } catch {
    return undefined
  }
}
