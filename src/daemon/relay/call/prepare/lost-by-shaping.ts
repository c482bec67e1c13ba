import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../../protocols/types.ts'

/** Said by us, not by the client. */
const OURS: ReadonlySet<string> = new Set(['model', 'stream', 'stream_options', 'store'])

/**
 * Members that a vendor's last edits took out of a translated body: wishes of the client that its models do not know. A
 * member that only got another name, or a value in the vendor's words, is still there.
 */
export function lostByShaping(before: JsonObject, after: JsonObject): readonly string[] {
  if (before === after) return []
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  return Object.keys(before).filter(
    (name) =>
      !OURS.has(name) &&
      !Object.hasOwn(after, name) &&
      before[name] !== null &&
      !added.some((other) => isRenamed(name, before, other, after)),
  )
}

/** The same value, or a name that speaks of the same thing (`reasoning_effort`, `thinking`, `enable_thinking`). */
const isRenamed = (name: string, before: JsonObject, other: string, after: JsonObject): boolean =>
  isDeepStrictEqual(before[name], after[other]) ||
  (name.startsWith('reasoning') && /think|reasoning/.test(other))
