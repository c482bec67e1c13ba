import type { ModelAdapters } from '../conversation/codec.ts'
import { untagState } from '../conversation/opaque-state.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { type ClaudeFamily, claudeFamily } from './model-families.ts'
import { withoutForeignSearches } from './search-blocks.ts'
import { THINKING_BUDGET_MIN } from './thinking-levels.ts'

const THINKING_SUFFIX = '-thinking'
/** Minimum output for a model with the suffix: room for the smallest budget and an answer. */
const THINKING_OUTPUT_MIN = 1280
/** `default` in the administrator's map as shipped: the cap for models whose maximum output is unknown. */
const OUTPUT_TOKENS_DEFAULT = 8192

/** The first API version without sampling parameters: it rejects `temperature` like any unknown member. */
const FIRST_VERSION_WITHOUT_SAMPLING = '2026-10-21'

/** Appended after an assistant turn for models that do not accept one as the last turn. */
export const CONTINUE_MESSAGE: JsonObject = { role: 'user', content: 'Continue.' }

/**
 * Adapts a Messages body to its Claude model: converts a `-thinking` suffix to thinking parameters, fills in a missing
 * `max_tokens`, and removes thinking from the history that is unsigned or signed by another vendor. Returns the same
 * object if nothing changes, so that the bytes of a request can pass through.
 *
 * @param model the upstream's name, including the suffix
 * @param version the API version used for the upstream; absent = one that has sampling parameters
 */
export function adaptClaudeRequest(
  body: JsonObject,
  model: string,
  adapters: ModelAdapters,
  version = '',
): JsonObject {
  const family = claudeFamily(model)
  let result = withoutForeignSearches(body)
  if (family.isClaude) result = withoutUnsignedParts(result)
  if (result.max_tokens === undefined || result.max_tokens === null)
    result = { ...result, max_tokens: defaultOutputTokens(model, adapters) }
  if (!hasThinkingSuffix(model, adapters)) return result
  const named = { ...result, model: upstreamModelOf(model, adapters) }
  const thinking = withSuffixThinking(named, family, adapters)
  if (thinking.temperature === undefined || version < FIRST_VERSION_WITHOUT_SAMPLING) return thinking
  const { temperature: _temperature, ...rest } = thinking
  return rest
}

/** Returns the administrator's extra headers for a model. They override the default headers. */
export function claudeHeaders(model: string, adapters: ModelAdapters): Readonly<Record<string, string>> {
  const found =
    adapters.claudeHeaders.get(model) ?? adapters.claudeHeaders.get(upstreamModelOf(model, adapters))
  if (!found) return {}
  return Object.fromEntries([...found].map(([name, values]) => [name.toLowerCase(), values.join(',')]))
}

/** Returns the name without the suffix, which only the gateway knows. */
export const upstreamModelOf = (model: string, adapters: ModelAdapters): string =>
  hasThinkingSuffix(model, adapters) ? model.slice(0, -THINKING_SUFFIX.length) : model

/** Whether the name has the suffix. Names of other vendors' models may end in the same word. */
export const hasThinkingSuffix = (model: string, adapters: ModelAdapters): boolean =>
  adapters.claudeThinkingSuffix && model.endsWith(THINKING_SUFFIX) && claudeFamily(model).isClaude

/**
 * Returns `max_tokens` for a client that set none: the administrator's value for the model or for all, up to the
 * model's maximum. If the administrator changed nothing, it is the maximum itself, because a client that sets no cap
 * expects complete answers.
 */
export function defaultOutputTokens(model: string, adapters: ModelAdapters): number {
  const { claudeOutputTokens } = adapters
  const most = claudeFamily(model).outputTokensMax
  const forAll = claudeOutputTokens.get('default') ?? OUTPUT_TOKENS_DEFAULT
  const figure =
    claudeOutputTokens.get(model) ??
    claudeOutputTokens.get(upstreamModelOf(model, adapters)) ??
    (forAll === OUTPUT_TOKENS_DEFAULT ? (most ?? forAll) : forAll)
  return Math.min(figure, most ?? figure)
}

/**
 * Whether the last turn of a tool loop in progress has lost its thinking. With a thinking budget, the API rejects such
 * a conversation.
 */
export function hasLostThinking(messages: readonly JsonObject[]): boolean {
  const place = messages.findLastIndex((each) => each.role === 'assistant')
  const blocks = objectsOf(messages[place]?.content)
  if (!blocks.some((each) => each.type === 'tool_use')) return false
  return blocks[0]?.type !== 'thinking' && blocks[0]?.type !== 'redacted_thinking'
}

function withSuffixThinking(body: JsonObject, family: ClaudeFamily, adapters: ModelAdapters): JsonObject {
  if (family.takesAdaptiveThinking) return withAdaptiveThinking(body, family)
  const messages = objectsOf(body.messages)
  if (!family.takesThinkingBudget || hasLostThinking(messages)) return body
  const { top_p: _topP, top_k: _topK, ...rest } = body
  const given = typeof body.max_tokens === 'number' ? body.max_tokens : 0
  const maxTokens = Math.max(given, THINKING_OUTPUT_MIN)
  const budget = Math.max(Math.trunc(maxTokens * adapters.claudeThinkingShare), THINKING_BUDGET_MIN)
  return withoutPrefill(
    withRelaxedChoice({
      ...rest,
      max_tokens: maxTokens,
      temperature: 1,
      thinking: { type: 'enabled', budget_tokens: Math.min(budget, maxTokens - 1) },
    }),
  )
}

function withAdaptiveThinking(body: JsonObject, family: ClaudeFamily): JsonObject {
  const { temperature: _temperature, top_p: _topP, top_k: _topK, ...rest } = body
  const adapted: JsonObject = {
    ...rest,
    thinking: { type: 'adaptive', display: 'summarized' },
    output_config: { effort: 'high', ...asObject(body.output_config) },
  }
  return withoutPrefill(family.takesForcedTools ? adapted : withRelaxedChoice(adapted))
}

/** Relaxes a forced tool choice, because a thinking model must be free to choose its tools. */
function withRelaxedChoice(body: JsonObject): JsonObject {
  const choice = asObject(body.tool_choice)
  if (choice?.type !== 'any' && choice?.type !== 'tool') return body
  const { name: _name, ...rest } = choice
  return { ...body, tool_choice: { ...rest, type: 'auto' } }
}

/** Ends the conversation with a user message, because thinking models do not continue an answer begun by the client. */
function withoutPrefill(body: JsonObject): JsonObject {
  const messages = asArray(body.messages) ?? []
  return asObject(messages.at(-1))?.role === 'assistant'
    ? { ...body, messages: [...messages, CONTINUE_MESSAGE] }
    : body
}

/**
 * Removes parts written by another vendor's model from a conversation that clients send back: thinking with an empty
 * signature and citations without an index. Claude answers 400 to both.
 */
function withoutUnsignedParts(body: JsonObject): JsonObject {
  const messages = asArray(body.messages)
  if (!messages) return body
  const cleaned = messages.map((each) => (isObject(each) ? withoutUnsignedBlocks(each) : each))
  if (cleaned.every((each, index) => each === messages[index])) return body
  const { thinking, ...rest } = body
  const mustNotThink = asObject(thinking)?.type === 'enabled' && hasLostThinking(cleaned.filter(isObject))
  return { ...(mustNotThink ? rest : body), messages: cleaned }
}

function withoutUnsignedBlocks(message: JsonObject): JsonObject {
  const content = message.role === 'assistant' ? asArray(message.content) : undefined
  if (!content?.some(isUnsigned)) return message
  const kept = content
    .filter((each) => !isUnsignedThinking(each))
    .map((each) => {
      if (!isObject(each) || !isUnsigned(each)) return each
      const { citations: _citations, ...rest } = each
      return rest
    })
  // A message must not be empty, so one that had nothing but thinking gets a placeholder.
  return { ...message, content: kept.length > 0 ? kept : [{ type: 'text', text: '...' }] }
}

const isUnsigned = (block: JsonValue): boolean =>
  isUnsignedThinking(block) ||
  objectsOf(asObject(block)?.citations).some(
    (each) => each.type === 'web_search_result_location' && each.encrypted_index === '',
  )

const isUnsignedThinking = (block: JsonValue): boolean => {
  if (!isObject(block)) return false
  if (block.type === 'redacted_thinking') return isForeign(asText(block.data))
  if (block.type !== 'thinking') return false
  const signature = asText(block.signature)
  return signature === undefined || isForeign(signature)
}

/** Whether another vendor did the thinking; the signature that we gave the client says so. */
const isForeign = (state: string | undefined): boolean =>
  state !== undefined && untagState(state, 'anthropic').origin !== 'anthropic'
