import { modelFamily, reasonsAt } from '../models/model-family.ts'
import { splitEffortSuffix } from '../protocols/effort-suffix.ts'
import { asObject, asText } from '../protocols/json-access.ts'
import type { JsonObject, OperationName } from '../protocols/types.ts'
import { mapMessages, renamed, without } from './openai-family.ts'
import type { Asks } from './types.ts'

/** Sampling parameters that a model refuses with 400 while it reasons. */
const SAMPLING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
] as const

/**
 * Fits a chat request to OpenAI's reasoning families: `max_completion_tokens` instead of `max_tokens`, no sampling
 * parameters while the model reasons, `developer` instead of `system` for the o-series, and an effort suffix of the name
 * as `reasoning_effort`. Requests for other models are returned unchanged.
 *
 * @param upstreamModel the name at the upstream, including suffix and publisher prefix (`openai/`)
 */
export function shapeForReasoning(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort } = splitEffortSuffix(upstreamModel)
  const family = modelFamily(model)
  if (!family?.needsNewerCap) return body
  let result = effort === undefined ? body : { ...body, model, reasoning_effort: effort }
  result = renamed(result, 'max_tokens', 'max_completion_tokens')
  if (reasonsAt(family, asText(result.reasoning_effort))) result = without(result, ...SAMPLING)
  const role = family.systemRole
  if (role)
    result = mapMessages(result, (message) => (message.role === 'system' ? { ...message, role } : message))
  return result
}

/** Shapes a Responses request, which always has the newer cap: applies an effort suffix and removes sampling while the model reasons. */
export function shapeResponsesForReasoning(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort } = splitEffortSuffix(upstreamModel)
  const family = modelFamily(model)
  if (!family?.needsNewerCap) return body
  const reasoning = asObject(body.reasoning)
  const result = effort === undefined ? body : { ...body, model, reasoning: { ...reasoning, effort } }
  const isThinking = reasonsAt(family, effort ?? asText(reasoning?.effort))
  return isThinking ? without(result, 'temperature', 'top_p', 'top_logprobs') : result
}

/**
 * Reports whether OpenAI, or a vendor with the same rules, serves a model in a format. Some models, and function tools of newer
 * models while they reason, need Responses. In chat, only search models search the web. `models/catalogue.json` lists all of
 * these.
 */
export function openaiSpeaks(
  operation: OperationName,
  upstreamModel: string,
  asks: Asks | undefined,
): boolean {
  if (operation !== 'chat') return true
  const { model, effort } = splitEffortSuffix(upstreamModel)
  const family = modelFamily(model)
  if (family?.only === 'responses') return false
  if (asks?.searches === true && family?.refuses.chat?.web_search_options !== undefined) return false
  return !(
    family?.toolsWithReasoning === 'responses' &&
    asks?.usesTools === true &&
    reasonsAt(family, effort ?? asks.effort)
  )
}
