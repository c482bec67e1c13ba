import { createHash } from 'node:crypto'
import { asArray, asObject, asText, isObject, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import { mapMessages, renamed, without } from '../openai-family.ts'
import type { Call } from '../types.ts'

/** OpenAI's fields that Mistral answers with 422. */
const UNKNOWN_IN_CHAT = [
  'stream_options',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'user',
  'store',
  'service_tier',
  'verbosity',
  'modalities',
  'audio',
  'web_search_options',
  'safety_identifier',
  'prompt_cache_retention',
  'prompt_cache_options',
] as const

/** Members that other vendors' answers add to an assistant message. Clients send them back. */
const UNKNOWN_IN_MESSAGES = [
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'refusal',
  'annotations',
  'audio',
] as const

const CALL_ID_CHARS = 9

/** An assistant message for the gap; it must not be empty. */
const BRIDGE: JsonObject = { role: 'assistant', content: 'Understood.' }

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Renames members that Mistral names differently and removes those it does not know. A request in its own format is returned unchanged. */
export function shapeMistralRequest(body: JsonObject, call: Call): JsonObject {
  if (call.operation === 'embedding') return without(renamed(body, 'dimensions', 'output_dimension'), 'user')
  if (call.operation !== 'chat') return body
  let result = renamed(body, 'max_completion_tokens', 'max_tokens')
  result = renamed(result, 'seed', 'random_seed')
  result = without(result, ...UNKNOWN_IN_CHAT)
  const names = readCallNames(result)
  const last = Array.isArray(result.messages) ? result.messages.length - 1 : -1
  return withBridges(mapMessages(result, (message, index) => shapeMessage(message, names, index === last)))
}

/**
 * Inserts an assistant message between a tool result and a user message. Users who interrupt the assistant write right after
 * the result, and Mistral refuses that order (`invalid_request_message_order`, code 3230).
 *
 * @see https://github.com/NousResearch/hermes-agent/issues/20154 (read 2026-11-29)
 */
function withBridges(body: JsonObject): JsonObject {
  const messages = asArray(body.messages) ?? []
  const bridged = messages.flatMap((message, index) =>
    asObject(message)?.role === 'user' && asObject(messages[index - 1])?.role === 'tool'
      ? [BRIDGE, message]
      : [message],
  )
  return bridged.length === messages.length ? body : { ...body, messages: bridged }
}

function shapeMessage(message: JsonObject, names: ReadonlyMap<string, string>, isLast: boolean): JsonObject {
  switch (message.role) {
    case 'developer':
      return { ...message, role: 'system' }
    case 'tool':
      return shapeToolMessage(message, names)
    case 'assistant': {
      const known = shapeCalls(without(message, ...UNKNOWN_IN_MESSAGES))
      // Mistral continues the last assistant message only if it has `prefix`.
      return isLast && known.prefix === undefined && !known.tool_calls ? { ...known, prefix: true } : known
    }
    default:
      return message
  }
}

function shapeCalls(message: JsonObject): JsonObject {
  const calls = objectsOf(message.tool_calls)
  if (calls.every((each) => hasGoodId(each.id))) return message
  const renamedCalls = calls.map((each): JsonValue => {
    const id = asText(each.id)
    return id === undefined ? each : { ...each, id: toCallId(id) }
  })
  return { ...message, tool_calls: renamedCalls }
}

function shapeToolMessage(message: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const id = asText(message.tool_call_id)
  if (id === undefined) return message
  const name = message.name === undefined ? names.get(id) : undefined
  if (hasGoodId(id) && name === undefined) return message
  return { ...message, tool_call_id: toCallId(id), ...(name !== undefined && { name }) }
}

/** Returns function names by call id, because Mistral requires the name next to the result. */
function readCallNames(body: JsonObject): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const message of objectsOf(body.messages))
    for (const call of objectsOf(message.tool_calls)) {
      const id = asText(call.id)
      const name = isObject(call.function) ? asText(call.function.name) : undefined
      if (id !== undefined && name !== undefined) names.set(id, name)
    }
  return names
}

const hasGoodId = (id: JsonValue | undefined): boolean =>
  typeof id !== 'string' || /^[a-zA-Z0-9]{9}$/.test(id)

/** Converts a call id to nine letters or digits, as Mistral requires. The same id yields the same result, so that calls and results still match. */
function toCallId(id: string): string {
  if (hasGoodId(id)) return id
  const digest = createHash('sha256').update(id).digest()
  return Array.from(digest.subarray(0, CALL_ID_CHARS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
