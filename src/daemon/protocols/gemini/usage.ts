import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'
import { member, objectMember, objectsMember } from './members.ts'

const NONE: UsageReading = { kind: 'none' }

/**
 * Reads `usageMetadata` of an answer, a chunk or an embedding. For a list of chunks (a stream without SSE), the last
 * one stated counts.
 *
 * - `promptTokenCount` includes cached tokens; tokens that tools add to the prompt are counted separately and added.
 * - `candidatesTokenCount` excludes thoughts; they are added.
 * - Counters of zero are omitted, so a missing one is computed from the total if that is stated.
 *
 * Before the last one, chunks of Vertex AI state only the traffic type, which is not usage.
 */
export function readGeminiUsage(document: JsonValue): UsageReading {
  if (Array.isArray(document)) {
    for (const each of objectsOf(document).reverse()) {
      const reading = readGeminiUsage(each)
      if (reading.kind !== 'none') return reading
    }
    return NONE
  }
  const body = asObject(document)
  const stated = body && objectMember(body, 'usageMetadata')
  return stated ? readUsageMetadata(stated) : NONE
}

function readUsageMetadata(metadata: JsonObject): UsageReading {
  const names = [
    'promptTokenCount',
    'toolUsePromptTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
    'cachedContentTokenCount',
    'totalTokenCount',
  ]
  for (const name of names) {
    const value = member(metadata, name)
    if (value !== undefined && !isCount(value))
      return { kind: 'invalid', reason: `${name} is ${typeof value === 'number' ? value : typeof value}` }
  }
  const tools = count(metadata, 'toolUsePromptTokenCount') ?? 0
  const thoughts = count(metadata, 'thoughtsTokenCount') ?? 0
  const total = count(metadata, 'totalTokenCount')
  const candidates = count(metadata, 'candidatesTokenCount')
  const prompt =
    count(metadata, 'promptTokenCount') ??
    // Without prompt and total (seen once, in an answer that broke off), the rest is no basis for a charge.
    (total === undefined ? undefined : Math.max(0, total - tools - thoughts - (candidates ?? 0)))
  if (prompt === undefined) return NONE
  const visible = candidates ?? Math.max(0, (total ?? 0) - prompt - tools - thoughts)
  const inputTokens = prompt + tools
  const outputTokens = visible + thoughts
  if (inputTokens + outputTokens === 0) return NONE
  return {
    kind: 'stated',
    usage: {
      ...NO_USAGE,
      inputTokens,
      outputTokens,
      cacheReadTokens: count(metadata, 'cachedContentTokenCount') ?? 0,
      reasoningTokens: thoughts,
      audioInputTokens: inputTokensOf(metadata, 'AUDIO'),
      audioOutputTokens: modalityTokens(metadata, 'candidatesTokensDetails', 'AUDIO'),
      imageInputTokens: inputTokensOf(metadata, 'IMAGE'),
      imageOutputTokens: modalityTokens(metadata, 'candidatesTokensDetails', 'IMAGE'),
    },
  }
}

const isCount = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

function count(metadata: JsonObject, name: string): number | undefined {
  const value = member(metadata, name)
  return value !== undefined && isCount(value) ? value : undefined
}

const inputTokensOf = (metadata: JsonObject, modality: string): number =>
  modalityTokens(metadata, 'promptTokensDetails', modality) +
  modalityTokens(metadata, 'toolUsePromptTokensDetails', modality)

function modalityTokens(metadata: JsonObject, name: string, modality: string): number {
  let tokens = 0
  for (const detail of objectsMember(metadata, name))
    if (detail.modality === modality) tokens += count(detail, 'tokenCount') ?? 0
  return tokens
}

/** Encodes usage in Google's form. Never negative, whatever the details state. */
export function toUsageMetadata(usage: Usage): JsonObject {
  const thoughts = Math.min(usage.reasoningTokens, usage.outputTokens)
  return {
    promptTokenCount: usage.inputTokens,
    candidatesTokenCount: usage.outputTokens - thoughts,
    totalTokenCount: usage.inputTokens + usage.outputTokens,
    ...(usage.cacheReadTokens > 0 && { cachedContentTokenCount: usage.cacheReadTokens }),
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    ...modalities('promptTokensDetails', usage.inputTokens, usage.audioInputTokens, usage.imageInputTokens),
    ...modalities(
      'candidatesTokensDetails',
      usage.outputTokens - thoughts,
      usage.audioOutputTokens,
      usage.imageOutputTokens,
    ),
  }
}

/**
 * Lists the modalities if audio or images are involved: all else is text as far as we know, and the list is optional.
 */
function modalities(name: string, total: number, audio: number, image: number): JsonObject {
  if (audio + image === 0) return {}
  const all: readonly (readonly [string, number])[] = [
    ['TEXT', total - audio - image],
    ['AUDIO', audio],
    ['IMAGE', image],
  ]
  const stated = all.filter(([, tokens]) => tokens > 0)
  return { [name]: stated.map(([modality, tokenCount]) => ({ modality, tokenCount })) }
}
