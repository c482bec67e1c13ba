import type { EncodeTarget } from '../conversation/codec.ts'
import type { ConversationRequest } from '../conversation/types.ts'
import { asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { limitCacheMarks, markPrefix } from './cache-marks.ts'
import {
  adaptClaudeRequest,
  CONTINUE_MESSAGE,
  defaultOutputTokens,
  hasLostThinking,
  hasThinkingSuffix,
} from './claude-adapters.ts'
import { planThinking } from './encode-reasoning.ts'
import { planTools } from './encode-tools.ts'
import { encodeTurns } from './encode-turns.ts'
import type { Message } from './message.ts'
import { type ClaudeFamily, claudeFamily } from './model-families.ts'
import { planFormat } from './structured-answer.ts'

/** From this value up, top_p has no noticeable effect; families without sampling accept it. */
const TOP_P_NEUTRAL = 0.99

/**
 * Encodes a request for a Messages upstream, according to the features of the model's family.
 *
 * @throws AppError `translation_unsupported`
 */
export function encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { model, adapters, traits, losses } = target
  const family = claudeFamily(model)
  const { system, messages } = encodeTurns(request.turns, family, target)
  const plan = planThinking(
    request.reasoning,
    family,
    {
      maxTokens: outputTokens(request, family, target),
      isLost: hasLostThinking(messages.map(toJson)),
    },
    losses,
  )
  const type = plan.thinking?.type
  const isThinking = type === 'enabled' || type === 'adaptive' || hasThinkingSuffix(model, adapters)
  const canForce = canForceTools(
    family,
    target,
    type === 'enabled' || (isThinking && !family.takesAdaptiveThinking),
  )
  const format = planFormat(request.format, {
    family,
    takesStructuredOutput: traits.takesStructuredOutput !== false,
    canForceTool: canForce && !isThinking && request.toolChoice?.kind !== 'tool',
  })
  if (format.instruction !== undefined) losses.add('response_format')
  const tools = planTools(request, { family, canForce, answerTool: format.tool, messages }, target)
  closePrefill(messages, family, isThinking, target)
  for (const instruction of [format.instruction, tools.instruction])
    if (instruction !== undefined) system.push({ type: 'text', text: instruction })
  const blocks = messages.flatMap((each) => each.content)
  if (mayMark(family, target)) markPrefix(tools.tools, system, blocks)
  const marked = [...tools.tools, ...system, ...blocks]
  limitCacheMarks(marked, losses, traits.takesCacheMarks !== false)
  announceLosses(request, target)
  const outputConfig: JsonObject = {
    ...(plan.effort !== undefined && { effort: plan.effort }),
    ...(format.format && { format: format.format }),
  }
  const body: JsonObject = {
    model,
    max_tokens: plan.maxTokens,
    ...(system.length > 0 && { system: encodeSystem(system) }),
    messages: messages.map(toJson),
    ...(target.isStream && { stream: true }),
    ...encodeSampling(request, family, isThinking, target),
    ...encodeStop(request, target),
    ...(tools.tools.length > 0 && { tools: [...tools.tools] }),
    ...(tools.choice && { tool_choice: tools.choice }),
    ...(plan.thinking && { thinking: plan.thinking }),
    ...(Object.keys(outputConfig).length > 0 && { output_config: outputConfig }),
    ...(request.user !== undefined && { metadata: { user_id: request.user } }),
    ...encodeServiceTier(request, target),
  }
  return adaptClaudeRequest(body, model, adapters)
}

const toJson = ({ role, content }: Message): JsonObject => ({ role, content })

function outputTokens(request: ConversationRequest, family: ClaudeFamily, target: EncodeTarget): number {
  const wished = request.outputTokensMax ?? defaultOutputTokens(target.model, target.adapters)
  return Math.min(wished, family.outputTokensMax ?? wished)
}

/** Whether the gateway decides what is cached. */
const mayMark = (family: ClaudeFamily, { adapters, traits, clientMarksCache }: EncodeTarget): boolean =>
  adapters.claudeCacheMarks &&
  clientMarksCache !== true &&
  family.takesCacheMarks &&
  traits.takesCacheMarks !== false

const canForceTools = (family: ClaudeFamily, { traits }: EncodeTarget, hasBudget: boolean): boolean =>
  family.takesForcedTools && traits.takesForcedToolChoice !== false && !hasBudget

/** Writes a single plain text as a string, which every vendor of the protocol accepts. */
function encodeSystem(blocks: readonly JsonObject[]): string | JsonObject[] {
  const only = blocks.length === 1 ? blocks[0] : undefined
  const text = only && only.cache_control === undefined ? asText(only.text) : undefined
  return text ?? [...blocks]
}

/** Handles an answer that the client began. Only older models continue it, and only without thinking. */
function closePrefill(
  messages: Message[],
  family: ClaudeFamily,
  isThinking: boolean,
  { losses }: EncodeTarget,
): void {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return
  const block = last.content.at(-1)
  if (block?.type === 'text' && family.takesPrefill && !isThinking) {
    block.text = String(block.text).trimEnd()
    return
  }
  losses.add('prefill')
  messages.push({ role: 'user', content: [{ type: 'text', text: String(CONTINUE_MESSAGE.content) }] })
}

function encodeSampling(
  { temperature, topP, topK }: ConversationRequest,
  family: ClaudeFamily,
  isThinking: boolean,
  { traits, losses }: EncodeTarget,
): JsonObject {
  if (!family.takesSampling || isThinking) {
    if (temperature !== undefined && temperature !== 1) losses.add('temperature')
    if (topP !== undefined && topP < TOP_P_NEUTRAL) losses.add('top_p')
    if (topK !== undefined) losses.add('top_k')
    return {}
  }
  const sampling: JsonObject = {}
  if (temperature !== undefined) sampling.temperature = Math.min(temperature, 1)
  if (temperature !== undefined && temperature > 1) losses.add('temperature')
  if (topP !== undefined && (temperature === undefined || !family.isClaude)) sampling.top_p = topP
  else if (topP !== undefined && topP < 1) losses.add('top_p')
  if (topK !== undefined && traits.takesTopK !== false) sampling.top_k = topK
  else if (topK !== undefined) losses.add('top_k')
  return sampling
}

function encodeStop({ stop }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  const sequences = (stop ?? []).filter((each) => each.trim() !== '')
  if (sequences.length < (stop?.length ?? 0)) losses.add('stop')
  return sequences.length > 0 ? { stop_sequences: sequences } : {}
}

function encodeServiceTier({ serviceTier }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  if (serviceTier === undefined) return {}
  if (serviceTier === 'default') return { service_tier: 'standard_only' }
  if (serviceTier !== 'auto') losses.add('service_tier')
  return { service_tier: 'auto' }
}

/** Records the members that the API does not have. */
function announceLosses(request: ConversationRequest, { losses }: EncodeTarget): void {
  if (request.seed !== undefined) losses.add('seed')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.logprobs !== undefined) losses.add('logprobs')
  if (request.verbosity !== undefined) losses.add('verbosity')
  if (request.cacheKey !== undefined) losses.add('prompt_cache_key')
}
