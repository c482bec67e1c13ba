import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import type { AnswerFormat, ConversationRequest, WebSearch } from '../conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeMessages } from './chat-messages-decoder.ts'
import { decodeReasoningWish } from './chat-reasoning-wish.ts'
import { decodeToolChoice, decodeTools } from './chat-tools-decoder.ts'
import { inOpenAiWords } from './mistral-words.ts'

/** Members that are translated to the neutral form. */
const CARRIED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'n',
  'logprobs',
  'top_logprobs',
  'response_format',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'thinking_budget',
  'include_reasoning',
  'verbosity',
  'modalities',
  'service_tier',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'web_search_options',
])

/** Members without effect on the answer. */
const HARMLESS: ReadonlySet<string> = new Set([
  // Read by the relay: usage in the stream, and padding, which no other protocol has.
  'stream_options',
  // OpenRouter's request for usage, which is stated anyway.
  'usage',
  // Only relevant with the modality `audio`, which is refused.
  'audio',
])

/**
 * Decodes a Chat Completions body to the neutral form. Members of an undocumented type count as absent.
 *
 * @throws AppError `translation_unsupported` for several choices, audio answers, hosted tools and unknown parts
 */
export function decodeChatRequest(asked: JsonObject, losses: Losses): ConversationRequest {
  const body = inOpenAiWords(asked)
  if (typeof body.n === 'number' && body.n > 1) losses.refuse('n', refusals.oneAnswer)
  tellLosses(body, losses)
  const toolChoice = decodeToolChoice(body, losses)
  const reasoning = decodeReasoningWish(body, losses)
  const format = decodeFormat(asObject(body.response_format), losses)
  const webSearch = decodeWebSearch(body.web_search_options)
  const user = asText(body.user) ?? asText(body.safety_identifier)
  const verbosity = asText(body.verbosity)
  const serviceTier = asText(body.service_tier)
  const cacheKey = asText(body.prompt_cache_key)
  const { parallel_tool_calls: parallelToolCalls } = body
  return {
    model: asText(body.model) ?? '',
    isStream: body.stream === true,
    turns: decodeMessages(objectsOf(body.messages), losses),
    tools: decodeTools(body, losses),
    ...(toolChoice && { toolChoice }),
    ...(typeof parallelToolCalls === 'boolean' && { parallelToolCalls }),
    ...decodeSampling(body),
    ...(format && { format }),
    ...(reasoning && { reasoning }),
    ...(verbosity !== undefined && { verbosity }),
    ...(serviceTier !== undefined && { serviceTier }),
    ...(user !== undefined && { user }),
    ...(cacheKey !== undefined && { cacheKey }),
    ...(webSearch && { webSearch }),
  }
}

function tellLosses(body: JsonObject, losses: Losses): void {
  for (const [member, value] of Object.entries(body)) {
    if (CARRIED.has(member) || HARMLESS.has(member) || saysNothing(member, value)) continue
    losses.add(member)
  }
  const modalities = asArray(body.modalities) ?? []
  if (modalities.includes('audio')) losses.refuse('modalities', refusals.noSoundAnswer)
  if (modalities.some((each) => each !== 'text')) losses.add('modalities')
  if (body.logprobs !== true && typeof body.top_logprobs === 'number') losses.add('top_logprobs')
}

/** Whether a member asks for nothing: null, an empty object, or `store: false`, since answers are not stored. */
function saysNothing(member: string, value: JsonValue): boolean {
  if (value === null || (member === 'store' && value === false)) return true
  const object = asObject(value)
  return object !== undefined && Object.keys(object).length === 0
}

type Sampling = Pick<
  ConversationRequest,
  | 'outputTokensMax'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stop'
  | 'logprobs'
>

/** Decodes the members for sampling and for the end of the answer that chat and text completions share. */
export function decodeSampling(body: JsonObject): Sampling {
  const stop = readStop(body.stop)
  // The larger one if both are given; zero means no cap. The hold uses the same rule.
  const cap = Math.max(asNumber(body.max_completion_tokens) ?? 0, asNumber(body.max_tokens) ?? 0)
  const sampling = {
    temperature: asNumber(body.temperature),
    topP: asNumber(body.top_p),
    // Servers of open models accept -1 for "no limit".
    topK: typeof body.top_k === 'number' && body.top_k > 0 ? body.top_k : undefined,
    seed: asNumber(body.seed),
    presencePenalty: asNumber(body.presence_penalty),
    frequencyPenalty: asNumber(body.frequency_penalty),
    logprobs: body.logprobs === true ? (asNumber(body.top_logprobs) ?? 0) : undefined,
  }
  return {
    ...(cap > 0 && { outputTokensMax: cap }),
    ...(stop.length > 0 && { stop }),
    ...withoutUndefined(sampling),
  }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
}

const asNumber = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const readStop = (stop: JsonValue | undefined): readonly string[] =>
  (asArray(stop) ?? [stop ?? null]).flatMap((each) => asText(each) ?? [])

function decodeFormat(format: JsonObject | undefined, losses: Losses): AnswerFormat | undefined {
  switch (format?.type) {
    case undefined:
    case 'text':
      return undefined
    case 'json_object':
      return { kind: 'json' }
    case 'json_schema':
      return decodeSchema(asObject(format.json_schema) ?? {})
    default:
      losses.add('response_format')
      return undefined
  }
}

function decodeSchema({ name, description, schema, strict }: JsonObject): AnswerFormat {
  const object = asObject(schema)
  if (!object) return { kind: 'json' }
  return {
    kind: 'schema',
    schema: object,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { isStrict: strict }),
  }
}

/**
 * Decodes web search. Chat nests the location under its type (`approximate`); it is flat in all other formats and the
 * neutral form.
 */
function decodeWebSearch(value: JsonValue | undefined): WebSearch | undefined {
  const options = asObject(value)
  if (!options) return undefined
  const contextSize = asText(options.search_context_size)
  const location = asObject(options.user_location)
  const place = asObject(location?.approximate)
  const userLocation = location && place ? { type: 'approximate', ...place } : location
  return {
    ...(contextSize !== undefined && { contextSize }),
    ...(userLocation && { userLocation }),
  }
}
