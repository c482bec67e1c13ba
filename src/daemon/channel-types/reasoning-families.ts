import { splitEffortSuffix } from '../protocols/effort-suffix.ts'
import { asObject, asText } from '../protocols/json-access.ts'
import type { JsonObject } from '../protocols/types.ts'
import { mapMessages, renamed, without } from './openai-family.ts'

/** What a family of OpenAI models does about reasoning. */
interface ReasoningFamily {
  readonly prefix: RegExp
  readonly reasonsByDefault: boolean
  /** `reasoning_effort: none` turns reasoning off, any other effort turns it on. */
  readonly canSwitch: boolean
}

/**
 * First match wins, so the special ones stand before the general. Verified live by others in July 2026; `protocols.md`
 * A.8 has the table.
 */
const FAMILIES: readonly ReasoningFamily[] = [
  { prefix: /^gpt-5\.\d+-(?:chat|codex)|^gpt-5\.[245]-pro/, reasonsByDefault: true, canSwitch: false },
  { prefix: /^gpt-5\.[56]/, reasonsByDefault: true, canSwitch: true },
  { prefix: /^gpt-5\.[1-4]/, reasonsByDefault: false, canSwitch: true },
  { prefix: /^gpt-5-chat/, reasonsByDefault: false, canSwitch: false },
  { prefix: /^gpt-5/, reasonsByDefault: true, canSwitch: false },
  { prefix: /^o[1-9]/, reasonsByDefault: true, canSwitch: false },
]

/** Sampling is the model's own while it reasons: these are answered with 400. */
const SAMPLING = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
] as const

/** The first o1 models knew neither a system nor a developer role; what they are sent is left alone. */
const WITHOUT_DEVELOPER_ROLE = /^o1-(?:mini|preview)/

/**
 * Fits a chat request to OpenAI's reasoning families: `max_completion_tokens` instead of `max_tokens`, no sampling
 * parameters while the model reasons, `developer` instead of `system` for the o-series, and an effort suffix of the name
 * as `reasoning_effort`. Other models' requests are returned as they are.
 *
 * @param upstreamModel the name the upstream will see, suffix and publisher prefix (`openai/`) included
 */
export function shapeForReasoning(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort } = splitEffortSuffix(upstreamModel)
  const name = model.replace(/^openai\//, '')
  const family = FAMILIES.find((each) => each.prefix.test(name))
  if (!family) return body
  let result = effort === undefined ? body : { ...body, model, reasoning_effort: effort }
  result = renamed(result, 'max_tokens', 'max_completion_tokens')
  if (isReasoning(family, asText(result.reasoning_effort))) result = without(result, ...SAMPLING)
  if (/^o\d/.test(name) && !WITHOUT_DEVELOPER_ROLE.test(name))
    result = mapMessages(result, (message) =>
      message.role === 'system' ? { ...message, role: 'developer' } : message,
    )
  return result
}

/** The same for Responses, which has the newer cap by itself: an effort suffix, and no sampling while the model reasons. */
export function shapeResponsesForReasoning(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort } = splitEffortSuffix(upstreamModel)
  const family = FAMILIES.find((each) => each.prefix.test(model))
  if (!family) return body
  const reasoning = asObject(body.reasoning)
  const result = effort === undefined ? body : { ...body, model, reasoning: { ...reasoning, effort } }
  const isThinking = isReasoning(family, effort ?? asText(reasoning?.effort))
  return isThinking ? without(result, 'temperature', 'top_p', 'top_logprobs') : result
}

function isReasoning(family: ReasoningFamily, effort: string | undefined): boolean {
  return family.canSwitch && effort !== undefined ? effort !== 'none' : family.reasonsByDefault
}

/** Models that OpenAI, and Azure with it, serves by Responses alone. */
export const isResponsesOnly = (model: string): boolean =>
  /^(?:o\d|gpt-5)[\w.]*-(?:pro|deep-research)|-codex|^codex-|^computer-use/.test(model)
