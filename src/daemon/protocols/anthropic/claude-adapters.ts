import type { ModelAdapters } from '../conversation/codec.ts'
import { untagState } from '../conversation/opaque-state.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { type ClaudeFamily, claudeFamily } from './model-families.ts'
import { withoutForeignSearches } from './search-blocks.ts'
import { THINKING_BUDGET_MIN } from './thinking-levels.ts'

const THINKING_SUFFIX = '-thinking'
/** What a call with the suffix gets at least: room for the smallest budget and an answer. */
const THINKING_OUTPUT_MIN = 1280
/** `default` of the administrator's map as it is shipped: what a model gets whose longest answer is not known. */
const OUTPUT_TOKENS_DEFAULT = 8192

/** From this version of the API on there is no sampling: a temperature is refused like any unknown member. */
const FIRST_VERSION_WITHOUT_SAMPLING = '2026-10-21'

/** Sent after an assistant's turn where the model takes none as the last one. */
export const CONTINUE_MESSAGE: JsonObject = { role: 'user', content: 'Continue.' }

/**
 * Fits a Messages body to the Claude model it goes to: a `-thinking` suffix becomes the thinking it stands for, a missing
 * `max_tokens` is filled in, and thinking that another maker signed, or nobody, is taken out of the history. The same
 * object when nothing changes, so that the bytes of a request can pass through.
 *
 * @param model the upstream's name, suffix included
 * @param version the API version that the upstream is asked in; absent = one that has sampling
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

/** The administrator's extra headers for a model. They replace the headers that would be sent otherwise. */
export function claudeHeaders(model: string, adapters: ModelAdapters): Readonly<Record<string, string>> {
  const found =
    adapters.claudeHeaders.get(model) ?? adapters.claudeHeaders.get(upstreamModelOf(model, adapters))
  if (!found) return {}
  return Object.fromEntries([...found].map(([name, values]) => [name.toLowerCase(), values.join(',')]))
}

/** The name without the suffix that only the gateway knows. */
export const upstreamModelOf = (model: string, adapters: ModelAdapters): string =>
  hasThinkingSuffix(model, adapters) ? model.slice(0, -THINKING_SUFFIX.length) : model

/** Other makers' names end in this word by themselves. */
export const hasThinkingSuffix = (model: string, adapters: ModelAdapters): boolean =>
  adapters.claudeThinkingSuffix && model.endsWith(THINKING_SUFFIX) && claudeFamily(model).isClaude

/**
 * `max_tokens` for a client that set none: the administrator's value for the model or for all, up to the model's maximum;
 * the maximum itself where the administrator changed nothing. A client that knows no cap expects whole answers.
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
 * Whether the last turn of a running tool loop lacks the thinking it began with: with a thinking budget the API refuses
 * such a conversation.
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

/** Thinking leaves the choice of tools to the model. */
function withRelaxedChoice(body: JsonObject): JsonObject {
  const choice = asObject(body.tool_choice)
  if (choice?.type !== 'any' && choice?.type !== 'tool') return body
  const { name: _name, ...rest } = choice
  return { ...body, tool_choice: { ...rest, type: 'auto' } }
}

/** A model that thinks does not take the beginning of its answer. */
function withoutPrefill(body: JsonObject): JsonObject {
  const messages = asArray(body.messages) ?? []
  return asObject(messages.at(-1))?.role === 'assistant'
    ? { ...body, messages: [...messages, CONTINUE_MESSAGE] }
    : body
}

/**
 * A conversation that another maker's model took part in, as clients of this protocol send it back: its thinking bears an
 * empty signature, its citations no index. Claude answers 400 to both.
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
  // A message must not be empty; one that only thought says nothing else.
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

/** Where another vendor did the thinking, the signature that we gave the client says so. */
const isForeign = (state: string | undefined): boolean =>
  state !== undefined && untagState(state, 'anthropic').origin !== 'anthropic'
