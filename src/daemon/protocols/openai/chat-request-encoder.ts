import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget } from '../conversation/codec.ts'
import { leaveOutWebSearch } from '../conversation/hosted-tools.ts'
import { JSON_ONLY, speaksOfJson } from '../conversation/json-wish.ts'
import { withInstruction } from '../conversation/system-prompt.ts'
import type { AnswerFormat, ConversationRequest, SystemTurn, Turn, WebSearch } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { encodeMessages } from './chat-messages-encoder.ts'
import { encodeEffort } from './chat-reasoning-wish.ts'
import { encodeTools } from './chat-tools-encoder.ts'

const STOPS_MAX = 4
/** OpenAI's limit for `user`. */
const USER_CHARS_MAX = 64

/**
 * Encodes the neutral form as a Chat Completions body, in the vendor's variant. Rules that depend only on the model's
 * name are left to the channel type.
 *
 * @throws AppError `translation_unsupported`
 */
export function encodeChatRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const tools = encodeTools(request, target)
  const format = encodeFormat(request, target)
  const turns = withInstructions(request.turns, [tools.instruction, format.instruction])
  const effort = encodeEffort(request.reasoning, target.losses)
  return {
    model: target.model,
    messages: encodeMessages(turns, target),
    ...(target.isStream && { stream: true }),
    ...tools.members,
    ...encodeSampling(request, target),
    ...format.members,
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(request.verbosity !== undefined && { verbosity: request.verbosity }),
    ...(request.serviceTier !== undefined && { service_tier: request.serviceTier }),
    ...encodeUser(request.user, target),
    ...(request.cacheKey !== undefined && { prompt_cache_key: request.cacheKey }),
    ...(request.webSearch && encodeWebSearch(request.webSearch, target)),
  }
}

/** Adds instructions to the end of the system prompt, for options that no member can express. */
function withInstructions(
  turns: readonly Turn[],
  instructions: readonly (string | undefined)[],
): readonly Turn[] {
  const added = instructions.filter((text) => text !== undefined)
  if (added.length === 0) return turns
  const found = turns.findIndex((turn) => turn.role !== 'system')
  const place = found < 0 ? turns.length : found
  const last = turns[place - 1]
  const isThere = last?.role === 'system'
  const before: SystemTurn = isThere ? last : { role: 'system', parts: [] }
  const turn = added.reduce(withInstruction, before)
  return isThere ? turns.with(place - 1, turn) : turns.toSpliced(place, 0, turn)
}

function encodeSampling(request: ConversationRequest, { traits, losses }: EncodeTarget): JsonObject {
  const { outputTokensMax, stop, logprobs, topK } = request
  const cap = traits.takesCompletionTokensCap === false ? 'max_tokens' : 'max_completion_tokens'
  const takesTopK = traits.takesTopK !== false
  if (topK !== undefined && !takesTopK) losses.add('top_k')
  if (stop && stop.length > STOPS_MAX) losses.add('stop')
  return {
    ...(outputTokensMax !== undefined && { [cap]: outputTokensMax }),
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(request.topP !== undefined && { top_p: request.topP }),
    ...(topK !== undefined && takesTopK && { top_k: topK }),
    ...(request.seed !== undefined && { seed: request.seed }),
    ...(request.presencePenalty !== undefined && { presence_penalty: request.presencePenalty }),
    ...(request.frequencyPenalty !== undefined && { frequency_penalty: request.frequencyPenalty }),
    ...(stop && stop.length > 0 && { stop: stop.slice(0, STOPS_MAX) }),
    ...(logprobs !== undefined && { logprobs: true, ...(logprobs > 0 && { top_logprobs: logprobs }) }),
  }
}

interface EncodedFormat {
  readonly members: JsonObject
  readonly instruction?: string
}

function encodeFormat(
  { format, turns }: ConversationRequest,
  { traits, losses }: EncodeTarget,
): EncodedFormat {
  if (!format) return { members: {} }
  const members = { response_format: { type: 'json_object' } }
  if (format.kind === 'json') return speaksOfJson(turns) ? { members } : { members, instruction: JSON_ONLY }
  if (traits.takesStructuredOutput !== false) return { members: { response_format: encodeSchema(format) } }
  losses.add('response_format')
  const instruction = `${JSON_ONLY} It must be valid against this JSON Schema:\n${JSON.stringify(format.schema)}`
  return { members, instruction }
}

/** Encodes a schema. This format requires a name for it, which other protocols do not have. */
function encodeSchema(format: AnswerFormat & { kind: 'schema' }): JsonObject {
  const { name = 'response', description, schema, isStrict } = format
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description !== undefined && { description }),
      schema,
      ...(isStrict !== undefined && { strict: isStrict }),
    },
  }
}

function encodeUser(user: string | undefined, { losses }: EncodeTarget): JsonObject {
  if (user === undefined) return {}
  if (user.length > USER_CHARS_MAX) losses.add('user')
  return { user: user.slice(0, USER_CHARS_MAX) }
}

function encodeWebSearch(webSearch: WebSearch, { losses, traits }: EncodeTarget): JsonObject {
  if (traits.takesWebSearch === false) {
    leaveOutWebSearch(webSearch, losses, refusals.noWebSearch)
    return {}
  }
  const { contextSize, allowedDomains, userLocation } = webSearch
  if (allowedDomains?.length) losses.add('allowed_domains')
  return {
    web_search_options: {
      ...(contextSize !== undefined && { search_context_size: contextSize }),
      ...(userLocation && { user_location: nestLocation(userLocation) }),
    },
  }
}

/** Nests the location under its type, as chat requires; the neutral form is flat. */
function nestLocation(location: JsonObject): JsonObject {
  const { type = 'approximate', approximate, ...place } = location
  return { type, approximate: approximate ?? place }
}
