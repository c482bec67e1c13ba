import { nestsDeeperThan } from './json-depth.ts'
import type { JsonValue } from './json-value.ts'

/** Real answers are far from this deep. On much deeper values, recursive functions would overflow the stack. */
const DEPTH_MAX = 1000

/**
 * Parses JSON from outside. A byte order mark at the start is skipped, as HTTP clients do (RFC 8259, 8.1).
 *
 * @returns undefined if the text is not JSON, or is nested more than a thousand levels deep
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
