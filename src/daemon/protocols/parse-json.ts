import { nestsDeeperThan } from './json-depth.ts'
import type { JsonValue } from './json-value.ts'

/** Real answers are far from this deep. On much deeper values, recursive functions would overflow the stack. */
const DEPTH_MAX = 1000

/**
 * Parses JSON from outside. A byte order mark at the start is skipped, as HTTP clients do (RFC 8259, 8.1).
 *
 * @returns undefined if the text is not JSON, or is nested more than a thousand levels deep
 */
export const parseJson = (text: string): JsonValue | undefined => parse(text)

/**
 * The same for what is written out again, such as the arguments of calls: whole numbers beyond 2^53, which ids often are,
 * keep all their digits. They are objects of `JSON.rawJSON`, which only `JSON.stringify` can read.
 */
export const parseExactly = (text: string): JsonValue | undefined =>
  parse(text, mayHoldLongNumber(text) ? exactly : undefined)

const LONG_NUMBER = /\d{16}/

/** Whether a text may hold a number of which not all digits fit. Most texts do not, and are parsed faster. */
export const mayHoldLongNumber = (text: string): boolean => LONG_NUMBER.test(text)

/** The features of JSON that the language has had since 2025 and its type declarations do not know yet. */
const rawJson = (JSON as unknown as { rawJSON(text: string): JsonValue }).rawJSON

function exactly(
  _key: string,
  value: JsonValue,
  { source = '' }: { readonly source?: string } = {},
): JsonValue {
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
  return isLong ? rawJson(source) : value
}

function parse(text: string, revive?: typeof exactly): JsonValue | undefined {
  // The text that is none most often, once in every stream: an exception costs as much as parsing ten chunks.
  if (text === '[DONE]' || nestsDeeperThan(text, DEPTH_MAX)) return undefined
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, revive) as JsonValue
  } catch {
    return undefined
  }
}
