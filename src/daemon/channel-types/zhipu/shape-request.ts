import { asObject } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { mapMessages, renamed, without } from '../openai-family.ts'

/** Fields of OpenAI that the vendor does not know. */
const UNKNOWN_IN_CHAT = [
  'n',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'seed',
  'parallel_tool_calls',
  'service_tier',
  'store',
  'verbosity',
  'modalities',
  'audio',
  'prediction',
  'prompt_cache_key',
  'safety_identifier',
] as const

/** Bounds of shares such as `top_p`, because 0 and 1 themselves are refused. */
const SHARE_MIN = 0.01
const SHARE_MAX = 0.99

const USER_ID_CHARS = { min: 6, max: 128 } as const

/** Efforts that the newest model accepts. Other models can only switch thinking on and off. */
const NEAREST_EFFORT: ReadonlyMap<string, string> = new Map([
  ['none', 'low'],
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'high'],
  ['high', 'high'],
  ['xhigh', 'max'],
  ['max', 'max'],
])

/** Shapes an OpenAI body for GLM. Returns the same object if there is nothing to change. */
export function shapeZhipuRequest(body: JsonObject, model: string): JsonObject {
  let result = without(renamed(body, 'max_completion_tokens', 'max_tokens'), ...UNKNOWN_IN_CHAT)
  result = clamped(clamped(result, 'temperature'), 'top_p')
  result = withOneStop(result)
  result = withFreeChoice(result)
  result = withPlainFormat(result)
  result = withUserId(result)
  result = withThinking(result, model)
  return mapMessages(result, (message) =>
    message.role === 'developer' ? { ...message, role: 'system' } : message,
  )
}

function clamped(body: JsonObject, name: string): JsonObject {
  const value = body[name]
  if (typeof value !== 'number') return body
  const nearest = Math.min(Math.max(value, SHARE_MIN), SHARE_MAX)
  return nearest === value ? body : { ...body, [name]: nearest }
}

/** Keeps only one stop text, in a list. */
function withOneStop(body: JsonObject): JsonObject {
  const { stop } = body
  if (typeof stop === 'string') return { ...body, stop: [stop] }
  return Array.isArray(stop) && stop.length > 1 ? { ...body, stop: stop.slice(0, 1) } : body
}

/** Replaces the tool choice, because only `auto` is known. `none` is expressed by sending no tools. */
function withFreeChoice(body: JsonObject): JsonObject {
  const choice = body.tool_choice
  if (choice === undefined || choice === 'auto') return body
  const rest = without(body, 'tool_choice')
  return choice === 'none' ? without(rest, 'tools') : rest
}

/** Replaces a schema by plain JSON output, because the vendor does not know schemas. */
function withPlainFormat(body: JsonObject): JsonObject {
  return asObject(body.response_format)?.type === 'json_schema'
    ? { ...body, response_format: { type: 'json_object' } }
    : body
}

function withUserId(body: JsonObject): JsonObject {
  const { user } = body
  if (user === undefined) return body
  const fits =
    typeof user === 'string' && user.length >= USER_ID_CHARS.min && user.length <= USER_ID_CHARS.max
  return fits ? renamed(body, 'user', 'user_id') : without(body, 'user')
}

/** Keeps the client's own `thinking`, which takes precedence. */
function withThinking(body: JsonObject, model: string): JsonObject {
  const effort = body.reasoning_effort
  if (typeof effort !== 'string' || model.startsWith('glm-5.2')) return body
  if (model.startsWith('glm-5.3')) {
    const nearest = NEAREST_EFFORT.get(effort)
    if (nearest === effort) return body
    return nearest === undefined ? without(body, 'reasoning_effort') : { ...body, reasoning_effort: nearest }
  }
  const rest = without(body, 'reasoning_effort')
  if (rest.thinking !== undefined) return rest
  return { ...rest, thinking: { type: effort === 'none' ? 'disabled' : 'enabled' } }
}
