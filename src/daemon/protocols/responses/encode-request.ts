import { customNames } from '../conversation/allowed-tools.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { JSON_ONLY, speaksOfJson } from '../conversation/json-wish.ts'
import { isStrictSchema } from '../conversation/strict-schema.ts'
import type {
  AnswerFormat,
  ConversationRequest,
  CustomTool,
  FunctionTool,
  SystemTurn,
  ToolChoice,
  Turn,
  WebSearch,
} from '../conversation/types.ts'
import { splitEffortSuffix } from '../effort-suffix.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { encodeItems, encodeSystemItem } from './encode-items.ts'
import { effortFor, takesReasoning } from './reasoning-models.ts'

/** Minimum of `max_output_tokens`: the API answers 400 `integer_below_min_value` to less. */
const OUTPUT_TOKENS_MIN = 16

/** Encodes a request in the Responses format: stateless, with the whole history. */
export function encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { model, effort: suffix } = splitEffortSuffix(target.model)
  const named: EncodeTarget = { ...target, model }
  tellLosses(request, target)
  return {
    model,
    ...encodeInput(request, named),
    store: false,
    ...(target.isStream && { stream: true }),
    ...encodeTools(request, named),
    ...encodeSampling(request, named),
    ...encodeReasoning(request, suffix, named),
    ...encodeText(request, named),
    ...encodeInclude(request, model),
    ...(request.serviceTier !== undefined && { service_tier: request.serviceTier }),
    ...(request.user !== undefined && { user: request.user }),
    ...(request.cacheKey !== undefined && { prompt_cache_key: request.cacheKey }),
  }
}

/** Records the options that this format has no member for. */
function tellLosses(request: ConversationRequest, { losses }: EncodeTarget): void {
  if (request.topK !== undefined) losses.add('top_k')
  if (request.seed !== undefined) losses.add('seed')
  if (request.presencePenalty) losses.add('presence_penalty')
  if (request.frequencyPenalty) losses.add('frequency_penalty')
  if (request.stop && request.stop.length > 0) losses.add('stop')
}

/**
 * Encodes the input. The system prompt becomes the instructions; if there is no other item, it becomes an input item.
 */
function encodeInput(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { turns } = request
  const found = turns.findIndex((turn) => turn.role !== 'system')
  const count = found < 0 ? turns.length : found
  const leading = turns.slice(0, count).filter((turn): turn is SystemTurn => turn.role === 'system')
  const others = turns.slice(count)
  const items = encodeItems(others, target)
  if (items.length === 0) {
    const all = leading.map((turn) => encodeSystemItem(turn, target))
    return { input: [...encodeJsonWish(request, leading, target), ...all] }
  }
  const input = [...encodeJsonWish(request, others, target), ...items]
  const parts = leading.flatMap((turn) => turn.parts)
  if (parts.some((part) => part.cache)) target.losses.add('cache_control')
  const text = parts.map((part) => part.text).join('\n\n')
  return text === '' ? { input } : { instructions: text, input }
}

/** Asks for JSON in words, because OpenAI looks for the word JSON only in the input, not in the instructions. */
function encodeJsonWish(
  { format }: ConversationRequest,
  inInput: readonly Turn[],
  target: EncodeTarget,
): readonly JsonObject[] {
  if (format?.kind !== 'json' || target.traits.takesStructuredOutput === false) return []
  if (speaksOfJson(inInput)) return []
  return [encodeSystemItem({ role: 'system', parts: [{ kind: 'text', text: JSON_ONLY }] }, target)]
}

function encodeTools(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { tools, webSearch, toolChoice, parallelToolCalls } = request
  const list: JsonValue[] = tools.map((tool) =>
    tool.kind === 'custom' ? encodeCustom(tool) : encodeFunction(tool, target),
  )
  if (webSearch) list.push(encodeWebSearch(webSearch))
  if (list.length === 0) return {}
  const choice = toolChoice && encodeToolChoice(toolChoice, request, target)
  return {
    tools: list,
    ...(choice !== undefined && { tool_choice: choice }),
    ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
  }
}

/** Encodes a function. `strict` is always stated: by default, the API takes it as true and rewrites the schema. */
function encodeFunction(tool: FunctionTool, { losses }: EncodeTarget): JsonObject {
  if (tool.cache) losses.add('cache_control')
  const { isStrict = false, parameters = { type: 'object', properties: {} } } = tool
  const fits = tool.parameters === undefined || isStrictSchema(parameters)
  if (isStrict && !fits) losses.add('strict')
  return {
    type: 'function',
    name: tool.name,
    ...(tool.description !== undefined && { description: tool.description }),
    parameters,
    strict: isStrict && fits,
  }
}

function encodeCustom({ name, description, format }: CustomTool): JsonObject {
  return {
    type: 'custom',
    name,
    ...(description !== undefined && { description }),
    ...(format && { format: flatGrammar(format) }),
  }
}

/** Flattens the grammar, which chat nests; in this format, its members are next to the type. */
function flatGrammar(format: JsonObject): JsonObject {
  const { grammar, ...rest } = format
  return typeof grammar === 'object' && grammar !== null && !Array.isArray(grammar)
    ? { ...rest, ...grammar }
    : format
}

function encodeWebSearch({ contextSize, allowedDomains, userLocation }: WebSearch): JsonObject {
  return {
    type: 'web_search',
    ...(contextSize !== undefined && { search_context_size: contextSize }),
    ...(allowedDomains && { filters: { allowed_domains: [...allowedDomains] } }),
    ...(userLocation && { user_location: flatLocation(userLocation) }),
  }
}

/** Flattens the location, which chat nests under `approximate`; in this format, its members are next to the type. */
function flatLocation(location: JsonObject): JsonObject {
  const { approximate, ...rest } = location
  return typeof approximate === 'object' && approximate !== null && !Array.isArray(approximate)
    ? { type: 'approximate', ...rest, ...approximate }
    : location
}

function encodeToolChoice(
  choice: ToolChoice,
  { tools }: ConversationRequest,
  { traits, losses }: EncodeTarget,
): JsonValue {
  if (traits.takesForcedToolChoice === false && choice.kind !== 'none' && choice.kind !== 'auto') {
    losses.add('tool_choice')
    return 'auto'
  }
  const custom = customNames(tools)
  const named = (name: string): JsonObject => ({ type: custom.has(name) ? 'custom' : 'function', name })
  if (choice.kind === 'tool') return named(choice.name)
  if (choice.kind === 'allowed')
    return { type: 'allowed_tools', mode: choice.mode, tools: choice.names.map(named) }
  return choice.kind
}

function encodeSampling(request: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  const { outputTokensMax: cap, temperature, topP } = request
  if (cap !== undefined && cap < OUTPUT_TOKENS_MIN) losses.add('max_completion_tokens')
  return {
    ...(cap !== undefined && { max_output_tokens: Math.max(cap, OUTPUT_TOKENS_MIN) }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
  }
}

function encodeReasoning(
  { reasoning }: ConversationRequest,
  suffix: string | undefined,
  { model, losses }: EncodeTarget,
): JsonObject {
  const effort = suffix ?? (reasoning && effortFor(model, reasoning))
  const wantsText = reasoning?.wantsText === true
  if (!takesReasoning(model)) {
    const wanted = suffix ?? reasoning?.effort ?? (reasoning?.budgetTokens ? 'some' : 'none')
    if (wanted !== 'none') losses.add('reasoning_effort')
    return {}
  }
  if (reasoning?.effort !== undefined && suffix === undefined && effort !== reasoning.effort)
    losses.add('reasoning_effort')
  if (effort === undefined && !wantsText) return {}
  return {
    reasoning: { ...(effort !== undefined && { effort }), ...(wantsText && { summary: 'auto' }) },
  }
}

function encodeText(
  { format, verbosity }: ConversationRequest,
  { traits, losses }: EncodeTarget,
): JsonObject {
  if (format && traits.takesStructuredOutput === false) losses.add('response_format')
  const written = format && traits.takesStructuredOutput !== false ? encodeFormat(format) : undefined
  if (!written && verbosity === undefined) return {}
  return { text: { ...(written && { format: written }), ...(verbosity !== undefined && { verbosity }) } }
}

function encodeFormat(format: AnswerFormat): JsonObject {
  if (format.kind === 'json') return { type: 'json_object' }
  return {
    type: 'json_schema',
    name: format.name ?? 'response',
    schema: format.schema,
    ...(format.description !== undefined && { description: format.description }),
    ...(format.isStrict !== undefined && { strict: format.isStrict }),
  }
}

/** Requests encrypted reasoning, because nothing is stored. Models that do not reason reject that. */
function encodeInclude({ logprobs }: ConversationRequest, model: string): JsonObject {
  const include = [
    ...(takesReasoning(model) ? ['reasoning.encrypted_content'] : []),
    ...(logprobs === undefined ? [] : ['message.output_text.logprobs']),
  ]
  return {
    ...(include.length > 0 && { include }),
    ...(logprobs !== undefined && logprobs > 0 && { top_logprobs: logprobs }),
  }
}
