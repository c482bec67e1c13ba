import { googleMimeType, refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { heldTo } from '../conversation/strict-schema.ts'
import type { AnswerFormat, ConversationRequest, Effort, ReasoningWish, Turn } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import { readModel } from '../openai/request-checks.ts'
import type { JsonObject } from '../types.ts'
import { decodeContents, decodeSystemParts } from './contents-decoder.ts'
import {
  member,
  numberMember,
  objectMember,
  objectsMember,
  partsOf,
  textMember,
  textsMember,
  toCamelCase,
  toSnakeCase,
} from './members.ts'
import { readContents } from './request-facts.ts'
import { fromSchemaSubset } from './subset-schema.ts'
import { decodeToolChoice, decodeTools } from './tools-decoder.ts'

/** Members of the body that this file reads. */
const READ: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'cachedContent',
  'serviceTier',
])

const READ_CONFIG: ReadonlySet<string> = new Set([
  'temperature',
  'topP',
  'topK',
  'seed',
  'maxOutputTokens',
  'stopSequences',
  'candidateCount',
  'presencePenalty',
  'frequencyPenalty',
  'responseLogprobs',
  'logprobs',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'thinkingConfig',
])

/** Thresholds that turn filters off. Other vendors' models have no such filters anyway. */
const OPEN_THRESHOLDS: ReadonlySet<string> = new Set(['OFF', 'BLOCK_NONE'])

/**
 * Decodes a client's `generateContent` body to the neutral form. `model` and `stream` come from the path.
 *
 * @throws AppError `invalid_request`, `translation_unsupported`
 */
export function decodeGeminiRequest(body: JsonObject, losses: Losses): ConversationRequest {
  const config = objectMember(body, 'generationConfig') ?? {}
  noteOthers(body, READ, losses)
  noteOthers(config, READ_CONFIG, losses)
  if (member(body, 'cachedContent') !== undefined) losses.refuse('cached_content', refusals.googleCache)
  const settings = objectsMember(body, 'safetySettings')
  if (!settings.every((each) => OPEN_THRESHOLDS.has(textMember(each, 'threshold') ?? '')))
    losses.add('safety_settings')
  const toolChoice = decodeToolChoice(body, losses)
  const serviceTier = decodeServiceTier(body)
  return {
    model: readModel(body),
    isStream: body.stream === true,
    turns: [...decodeSystem(body), ...decodeContents(readContents(body), losses)],
    ...decodeTools(body, losses),
    ...(toolChoice && { toolChoice }),
    ...decodeConfig(config, losses),
    ...(serviceTier !== undefined && { serviceTier }),
  }
}

function noteOthers(object: JsonObject, known: ReadonlySet<string>, losses: Losses): void {
  for (const [key, value] of Object.entries(object)) {
    const name = toCamelCase(key)
    if (!known.has(name) && value !== null) losses.add(toSnakeCase(name))
  }
}

function decodeSystem(body: JsonObject): Turn[] {
  const stated = member(body, 'systemInstruction')
  const text = asText(stated)
  if (text !== undefined) return [{ role: 'system', parts: [{ kind: 'text', text }] }]
  const parts = decodeSystemParts(partsOf(asObject(stated)))
  return parts.length > 0 ? [{ role: 'system', parts }] : []
}

type Settings = Omit<Partial<ConversationRequest>, 'model' | 'isStream' | 'turns' | 'tools'>

function decodeConfig(config: JsonObject, losses: Losses): Settings {
  if ((numberMember(config, 'candidateCount') ?? 1) > 1) losses.refuse('n', refusals.oneCandidate)
  const modalities = textsMember(config, 'responseModalities').map((each) => each.toUpperCase())
  if (modalities.some((each) => each === 'IMAGE' || each === 'AUDIO'))
    losses.refuse('modalities', refusals.otherModalities)
  const stop = textsMember(config, 'stopSequences').filter((each) => each !== '')
  const format = decodeFormat(config, losses)
  const reasoning = decodeThinking(config)
  const numbers = {
    outputTokensMax: numberMember(config, 'maxOutputTokens') || undefined,
    temperature: numberMember(config, 'temperature'),
    topP: numberMember(config, 'topP'),
    topK: numberMember(config, 'topK'),
    seed: numberMember(config, 'seed'),
    presencePenalty: numberMember(config, 'presencePenalty'),
    frequencyPenalty: numberMember(config, 'frequencyPenalty'),
    logprobs:
      member(config, 'responseLogprobs') === true ? (numberMember(config, 'logprobs') ?? 0) : undefined,
  }
  return {
    ...withoutAbsent(numbers),
    ...(stop.length > 0 && { stop }),
    ...(format && { format }),
    ...(reasoning && { reasoning }),
  }
}

function withoutAbsent<Name extends string>(
  numbers: Record<Name, number | undefined>,
): Partial<Record<Name, number>> {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)) as Partial<
    Record<Name, number>
  >
}

function decodeFormat(config: JsonObject, losses: Losses): AnswerFormat | undefined {
  const mimeType = textMember(config, 'responseMimeType')
  if (mimeType === undefined || mimeType === 'text/plain') return undefined
  if (mimeType !== 'application/json') losses.refuse('response_format', googleMimeType(mimeType))
  const subset = objectMember(config, 'responseSchema')
  const schema = objectMember(config, 'responseJsonSchema') ?? (subset && fromSchemaSubset(subset))
  return schema ? heldTo(schema) : { kind: 'json' }
}

const EFFORTS: ReadonlySet<string> = new Set<Effort>(['minimal', 'low', 'medium', 'high'])

function decodeThinking(config: JsonObject): ReasoningWish | undefined {
  const thinking = objectMember(config, 'thinkingConfig')
  if (!thinking) return undefined
  const level = textMember(thinking, 'thinkingLevel')?.toLowerCase() ?? ''
  const budgetTokens = numberMember(thinking, 'thinkingBudget')
  const shown = member(thinking, 'includeThoughts')
  const wish: ReasoningWish = {
    ...(EFFORTS.has(level) && { effort: level as Effort }),
    ...(budgetTokens === 0 && { effort: 'none' }),
    ...(budgetTokens !== undefined && budgetTokens !== 0 && { budgetTokens }),
    ...(typeof shown === 'boolean' && { wantsText: shown }),
  }
  return Object.keys(wish).length > 0 ? wish : undefined
}

/** Returns the service tier by OpenAI's name. */
function decodeServiceTier(body: JsonObject): string | undefined {
  const tier = textMember(body, 'serviceTier')
    ?.toLowerCase()
    .replace(/^service_tier_/, '')
  if (tier === undefined || tier === 'unspecified') return undefined
  return tier === 'standard' ? 'default' : tier
}
