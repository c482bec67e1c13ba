import { nestsDeeperThan } from './json-depth.ts'
import type { JsonValue } from './json-value.ts'

/** Real responses are never nested this deep. Recursive functions would overflow the stack on much deeper values. */
const DEPTH_MAX = 1000

/**
 * Parses JSON from outside. A byte order mark at the start is skipped, as HTTP clients do (RFC 8259, 8.1).
 *
 * @returns undefined if the text is not JSON, or is nested more than a thousand levels deep
 */
export const parseJson = (text: string): JsonValue | undefined => parse(text)

/**
 * Parses JSON that will be written again, such as the arguments of calls. Integers beyond 2^53, which ids often are,
 * keep all their digits: they become objects of `JSON.rawJSON`, which only `JSON.stringify` can read.
 */
export const parseExactly = (text: string): JsonValue | undefined =>
  parse(text, mayHoldLongNumber(text) ? exactly : undefined)

const LONG_NUMBER = /\d{16}/

/** Whether a text may contain a number that would lose digits. Most texts do not, and are parsed faster. */
export const mayHoldLongNumber = (text: string): boolean => LONG_NUMBER.test(text)

/** `JSON.rawJSON`, part of the language since 2025 but still missing in its type declarations. */
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
  // The most frequent text that is not JSON, once per stream. An exception costs as much as parsing ten chunks.
  if (text === '[DONE]' || nestsDeeperThan(text, DEPTH_MAX)) return undefined
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, revive) as JsonValue
  } catch {
    return undefined
  }
}
