import { isDeepStrictEqual } from 'node:util'
import { asObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

/** Said by us, not by the client. */
const OURS: ReadonlySet<string> = new Set(['model', 'stream', 'stream_options', 'store'])

/**
 * Wishes of the client that its model does not know and that a vendor's last edits took out of a body or made weaker. A
 * member that only got another name, or a value in the vendor's words, is still there.
 */
export function lostByShaping(before: JsonObject, after: JsonObject): readonly string[] {
  if (before === after) return []
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  return Object.keys(before).filter((name) => {
    if (OURS.has(name) || before[name] === null) return false
    if (Object.hasOwn(after, name)) return isWeaker[name]?.(before[name], after[name]) ?? false
    return !added.some((other) => isRenamed(name, before, other, after))
  })
}

/** The same value, or a name that speaks of the same thing (`reasoning_effort`, `thinking`, `enable_thinking`). */
const isRenamed = (name: string, before: JsonObject, other: string, after: JsonObject): boolean =>
  isDeepStrictEqual(before[name], after[other]) ||
  (name.startsWith('reasoning') && /think|reasoning/.test(other))

type Value = JsonValue | undefined

/** A call of some tool, or of a certain one. */
const isForced = (choice: Value): boolean => {
  const kind = asObject(choice)?.type ?? choice
  return kind !== undefined && kind !== null && kind !== 'auto' && kind !== 'none'
}

const followsSchema = (format: Value): boolean => asObject(format)?.type === 'json_schema'

const countStops = (stop: Value): number =>
  Array.isArray(stop) ? stop.length : Number(typeof stop === 'string')

/** Members that stay under their name while what they ask for does not. */
const isWeaker: Readonly<Record<string, (before: Value, after: Value) => boolean>> = {
  tool_choice: (before, after) => isForced(before) && !isForced(after),
  response_format: (before, after) => followsSchema(before) && !followsSchema(after),
  stop: (before, after) => countStops(before) > countStops(after),
}
