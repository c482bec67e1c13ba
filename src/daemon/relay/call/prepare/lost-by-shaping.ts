import { isDeepStrictEqual } from 'node:util'
import { asArray, asObject, isObject, objectsOf } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'

/** Members that the gateway sets rather than the client, and bookkeeping that changes no answer. */
const UNTOLD: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'stream_options',
  'store',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
])

type Value = JsonValue | undefined

/** Values that ask for what every vendor does anyway. */
const ASKS_NOTHING: ReadonlyMap<string, readonly Value[]> = new Map([
  ['n', [1]],
  ['temperature', [1]],
  ['top_p', [1]],
  ['presence_penalty', [0]],
  ['frequency_penalty', [0]],
  ['logprobs', [false]],
  ['top_logprobs', [0]],
  ['parallel_tool_calls', [true]],
  ['service_tier', ['auto', 'default']],
  ['verbosity', ['medium']],
  ['tool_choice', ['auto', 'none']],
])

/**
 * Returns what the client asked for and the vendor's last edits removed from the body or weakened. A member that was
 * only renamed, or whose value was put into the vendor's terms, is not lost.
 */
export function lostByShaping(before: JsonObject, after: JsonObject): readonly string[] {
  if (before === after) return []
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  const lost = Object.keys(before).filter((name) => {
    if (UNTOLD.has(name) || asksNothing(name, before)) return false
    if (Object.hasOwn(after, name)) return isWeaker.get(name)?.(before[name], after[name]) ?? false
    return !added.some((other) => isRenamed(name, before, other, after)) && !isMoved(name, after)
  })
  if (hasOtherEffort(before, after)) lost.push('reasoning.effort')
  return before.messages === after.messages
    ? lost
    : [...new Set([...lost, ...lostInMessages(asArray(before.messages), asArray(after.messages))])]
}

/** Whether a member can be removed without any effect. */
export function asksNothing(name: string, body: JsonObject): boolean {
  const value = body[name]
  if (value === null || ASKS_NOTHING.get(name)?.includes(value)) return true
  if (Array.isArray(value) && value.length === 0) return true
  // Other empty objects ask for something: `web_search_options: {}` asks for a search.
  if (name === 'logit_bias') return isObject(value) && Object.keys(value).length === 0
  // With `none` no tool may be called, so nothing is lost with the tools.
  if (name === 'tools') return body.tool_choice === 'none'
  if (name === 'response_format') return asObject(value)?.type === 'text'
  return name === 'modalities' && isDeepStrictEqual(value, ['text'])
}

/** In Responses the effort is inside `reasoning`, which stays for its other members. */
function hasOtherEffort(before: JsonObject, after: JsonObject): boolean {
  const wanted = asObject(before.reasoning)?.effort
  return typeof wanted === 'string' && isObject(after.reasoning) && after.reasoning.effort !== wanted
}

/**
 * Whether a member still exists under another name: with the same value, or as a name with the same meaning
 * (`reasoning_effort`, `thinking`, `enable_thinking`).
 */
const isRenamed = (name: string, before: JsonObject, other: string, after: JsonObject): boolean =>
  isDeepStrictEqual(before[name], after[other]) ||
  (name.startsWith('reasoning') && /think|^reasoning(_effort)?$/.test(other))

/** Anthropic's cache mark for the end of a request moves to the last block for Bedrock. */
const isMoved = (name: string, { messages }: JsonObject): boolean =>
  name === 'cache_control' && JSON.stringify(messages ?? null).includes('"cache_control"')

/** Whether a call is forced, of any tool or of a certain one. */
const isForced = (choice: Value): boolean => {
  const kind = asObject(choice)?.type ?? choice
  return kind !== undefined && kind !== null && kind !== 'auto' && kind !== 'none'
}

/** Whether only one call at a time is allowed, in Anthropic's terms. */
const isSerial = (choice: Value): boolean => asObject(choice)?.disable_parallel_tool_use === true

const followsSchema = (format: Value): boolean => asObject(format)?.type === 'json_schema'

const countStops = (stop: Value): number =>
  Array.isArray(stop) ? stop.length : Number(typeof stop === 'string')

/** Vendors whose bounds are exclusive take 0.01 for 0 and 0.99 for 1. */
const BOUND = 0.0101

const isOtherNumber = (before: Value, after: Value): boolean =>
  typeof before === 'number' && typeof after === 'number' && Math.abs(before - after) > BOUND

/** Checks for members that keep their name while their value asks for less. */
const isWeaker: ReadonlyMap<string, (before: Value, after: Value) => boolean> = new Map([
  [
    'tool_choice',
    (before, after) => (isForced(before) && !isForced(after)) || (isSerial(before) && !isSerial(after)),
  ],
  ['response_format', (before, after) => followsSchema(before) && !followsSchema(after)],
  ['stop', (before, after) => countStops(before) > countStops(after)],
  ['reasoning_effort', (before, after) => typeof after === 'string' && before !== after],
  ['temperature', isOtherNumber],
  ['top_p', isOtherNumber],
])

/** Returns what was removed from earlier turns: members of messages, and kinds of blocks within them. */
function lostInMessages(
  before: readonly JsonValue[] = [],
  after: readonly JsonValue[] = [],
): readonly string[] {
  // If turns were added or joined, their content is expressed differently rather than lost.
  if (before.length !== after.length) return []
  return before.flatMap((message, place) => {
    const shaped = after[place]
    if (message === shaped || !isObject(message) || !isObject(shaped)) return []
    const names = Object.keys(message).filter(
      (name) => !Object.hasOwn(shaped, name) && !asksNothing(name, message),
    )
    if (!Array.isArray(message.content) || !Array.isArray(shaped.content)) return names
    const kept = new Set(objectsOf(shaped.content).map(({ type }) => type))
    const blocks = objectsOf(message.content).flatMap(({ type }) =>
      typeof type === 'string' && !kept.has(type) ? type : [],
    )
    return [...names, ...blocks]
  })
}
