import type { EncodeTarget } from '../conversation/codec.ts'
import type { ConversationRequest, SystemTurn, Turn } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { outputModalities } from './adapt-request.ts'
import { encodeContents } from './contents-encoder.ts'
import { contentsScope, noteMarks } from './contents-scope.ts'
import { type GeminiFamily, geminiFamily } from './models.ts'
import { geminiSafetySettings } from './safety.ts'
import { toSchemaSubset } from './schema-subset.ts'
import { geminiModelName, suffixThinking, toThinkingConfig } from './thinking.ts'
import { encodeTools, takesSubsetOnly } from './tools-encoder.ts'

const STOPS_MAX = 5
const LOGPROBS_MAX = 20
const SEED_MAX = 2 ** 31 - 1

/**
 * Encodes a `generateContent` body for an upstream. It contains neither the model nor whether to stream: both are in
 * the URL, with the name that `geminiModelName` returns.
 *
 * @throws AppError `translation_unsupported`
 */
export function encodeGeminiRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const model = geminiModelName(target.model, target.adapters)
  const family = geminiFamily(model, target.adapters)
  const scope = contentsScope(target, family)
  const { system, rest } = splitSystem(request.turns)
  for (const turn of system) for (const part of turn.parts) noteMarks(part, scope)
  const tools = encodeTools(request, target, family)
  const format = encodeFormat(request, target, family)
  const instructions = [...system.flatMap((turn) => turn.parts.map((part) => part.text)), format.instruction]
    .filter((text) => text !== undefined && text !== '')
    .join('\n\n')
  const safetySettings = geminiSafetySettings(target.adapters)
  const config = encodeConfig(request, target, { model, family, format: format.config })
  noteUnsupported(request, target)
  return {
    contents: encodeContents(rest, scope),
    ...(instructions !== '' && { systemInstruction: { parts: [{ text: instructions }] } }),
    ...tools,
    ...(safetySettings.length > 0 && { safetySettings }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
    ...encodeServiceTier(request, target),
  }
}

/** Separates the system prompt: all system turns before the first other turn. */
function splitSystem(turns: readonly Turn[]): { system: SystemTurn[]; rest: readonly Turn[] } {
  const first = turns.findIndex((turn) => turn.role !== 'system')
  const end = first === -1 ? turns.length : first
  return {
    system: turns.slice(0, end).filter((turn): turn is SystemTurn => turn.role === 'system'),
    rest: turns.slice(end),
  }
}

interface Format {
  readonly config: JsonObject
  /** An instruction that asks for the format in words, for models that cannot enforce it. */
  readonly instruction: string | undefined
}

const NO_FORMAT: Format = { config: {}, instruction: undefined }

function encodeFormat(
  { format, tools }: ConversationRequest,
  { traits, losses }: EncodeTarget,
  family: GeminiFamily,
): Format {
  if (!format) return NO_FORMAT
  // Models before the third generation accept no format together with functions, and image models none at all.
  const isFree =
    family.isImage ||
    traits.takesStructuredOutput === false ||
    (tools.length > 0 && (family.generation ?? 3) < 3)
  if (isFree) {
    losses.add('response_format')
    const demand = 'Answer with one JSON value and nothing else.'
    const schema =
      format.kind === 'schema' ? ` It must follow this JSON Schema:\n${JSON.stringify(format.schema)}` : ''
    return { config: {}, instruction: demand + schema }
  }
  const responseMimeType = 'application/json'
  if (format.kind === 'json') return { config: { responseMimeType }, instruction: undefined }
  if (!takesSubsetOnly(family))
    return { config: { responseMimeType, responseJsonSchema: format.schema }, instruction: undefined }
  const { schema, isLossy } = toSchemaSubset(format.schema)
  if (isLossy) losses.add('response_format')
  return { config: { responseMimeType, responseSchema: schema }, instruction: undefined }
}

function encodeConfig(
  request: ConversationRequest,
  target: EncodeTarget,
  {
    model,
    family,
    format,
  }: { readonly model: string; readonly family: GeminiFamily; readonly format: JsonObject },
): JsonObject {
  const { outputTokensMax, temperature, topP, topK } = request
  const modalities = outputModalities(family)
  const thinkingConfig = encodeThinking(request, target, model, family)
  return {
    ...(outputTokensMax !== undefined && { maxOutputTokens: outputTokensMax }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...encodeSeed(request, target),
    ...encodeStop(request, target),
    ...encodePenalties(request, target, family),
    ...encodeLogprobs(request, target),
    ...format,
    ...(modalities && { responseModalities: [...modalities] }),
    ...(thinkingConfig && { thinkingConfig }),
  }
}

/** Encodes the seed, which has 32 bits in this API and 64 in others. */
function encodeSeed({ seed }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  if (seed === undefined) return {}
  if (Number.isInteger(seed) && Math.abs(seed) <= SEED_MAX) return { seed }
  losses.add('seed')
  return {}
}

function encodeStop({ stop }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  if (!stop || stop.length === 0) return {}
  if (stop.length > STOPS_MAX) losses.add('stop')
  return { stopSequences: stop.slice(0, STOPS_MAX) }
}

/** Encodes penalties. Thinking models answer 400 to them ("Penalty is not enabled for this model"). */
function encodePenalties(
  { presencePenalty, frequencyPenalty }: ConversationRequest,
  { losses }: EncodeTarget,
  { generation }: GeminiFamily,
): JsonObject {
  const takes = generation !== undefined && generation < 2.5
  if (!takes) {
    if (presencePenalty) losses.add('presence_penalty')
    if (frequencyPenalty) losses.add('frequency_penalty')
    return {}
  }
  return {
    ...(presencePenalty !== undefined && { presencePenalty }),
    ...(frequencyPenalty !== undefined && { frequencyPenalty }),
  }
}

function encodeLogprobs({ logprobs }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  if (logprobs === undefined) return {}
  if (logprobs > LOGPROBS_MAX) losses.add('top_logprobs')
  return {
    responseLogprobs: true,
    ...(logprobs > 0 && { logprobs: Math.min(logprobs, LOGPROBS_MAX) }),
  }
}

/** Encodes the thinking configuration. A suffix of the model name wins, because clients add it for a specific call. */
function encodeThinking(
  { reasoning, outputTokensMax }: ConversationRequest,
  { adapters, losses, model: suffixed }: EncodeTarget,
  model: string,
  family: GeminiFamily,
): JsonObject | undefined {
  const bySuffix = suffixThinking(suffixed, adapters, outputTokensMax)
  if (bySuffix) return Object.keys(bySuffix).length > 0 ? bySuffix : undefined
  if (!reasoning) return undefined
  const { config, isLossy } = toThinkingConfig(reasoning, model, family)
  if (isLossy) losses.add('reasoning_effort')
  return config
}

/** Encodes OpenAI's service tier. Tiers that Google does not have are left to its default. */
function encodeServiceTier({ serviceTier }: ConversationRequest, { losses }: EncodeTarget): JsonObject {
  switch (serviceTier) {
    case undefined:
    case 'auto':
      return {}
    case 'default':
      return { serviceTier: 'standard' }
    case 'flex':
    case 'priority':
      return { serviceTier }
    default:
      losses.add('service_tier')
      return {}
  }
}

function noteUnsupported(request: ConversationRequest, { losses }: EncodeTarget): void {
  if (request.user !== undefined) losses.add('user')
  if (request.cacheKey !== undefined) losses.add('prompt_cache_key')
  if (request.verbosity !== undefined) losses.add('verbosity')
}
