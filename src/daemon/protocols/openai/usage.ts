import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'

const NONE: UsageReading = { kind: 'none' }

/**
 * Reads the usage of an OpenAI-shaped answer, stream chunk or final, in every variant that compatible vendors send.
 *
 * - Place: `usage`; `choices[].usage` (Moonshot's older form); `x_groq.usage` (Groq, when no usage chunk was asked for).
 * - Cache reads: `prompt_tokens_details.cached_tokens`, `prompt_token_details` (Mistral), `prompt_cache_hit_tokens`
 *   (DeepSeek), `cached_tokens` (Moonshot), `num_cached_tokens` (Mistral), `cache_read_input_tokens` (Databricks, Venice).
 * - Cache writes: `prompt_tokens_details.cache_write_tokens`, `cache_creation_input_tokens`.
 * - Reasoning stands inside `completion_tokens` and cache tokens inside `prompt_tokens`, except where the vendor's own
 *   total says that they were left out (xAI; relays of Anthropic): then they are added.
 *
 * Details are given as stated even where one exceeds its whole: what to make of that is for the plausibility rule.
 *
 * A chunk that states the prompt and leaves the rest null (Databricks) says nothing yet, and neither do zeros all over
 * (relays that know no usage): the counted values are right then.
 */
export function readOpenAiUsage(document: JsonValue): UsageReading {
  const stated = findUsage(document)
  return stated ? readUsageObject(stated, true) : NONE
}

/** The same for answers without generated text, where only the prompt counts. */
export function readInputUsage(document: JsonValue): UsageReading {
  const stated = findUsage(document)
  return stated ? readUsageObject(stated, false) : NONE
}

function findUsage(document: JsonValue): JsonObject | undefined {
  const body = asObject(document)
  if (!body) return undefined
  const direct = asObject(body.usage)
  if (direct) return direct
  for (const choice of objectsOf(body.choices)) {
    const usage = asObject(choice.usage)
    if (usage) return usage
  }
  return asObject(asObject(body.x_groq)?.usage)
}

/**
 * Reads one usage object.
 *
 * @param needsOutput false where no output tokens are to be expected; they count as zero then
 */
export function readUsageObject(usage: JsonObject, needsOutput: boolean): UsageReading {
  const counters = new Counters()
  const inDetails =
    asObject(usage.prompt_tokens_details) ??
    asObject(usage.prompt_token_details) ??
    asObject(usage.input_tokens_details) ??
    {}
  const outDetails = asObject(usage.completion_tokens_details) ?? asObject(usage.output_tokens_details) ?? {}

  const total = counters.first(usage, 'total_tokens')
  const prompt = counters.first(usage, 'prompt_tokens', 'input_tokens')
  const completion = counters.first(usage, 'completion_tokens', 'output_tokens')
  const reasoning =
    counters.first(outDetails, 'reasoning_tokens') ?? counters.first(usage, 'reasoning_tokens') ?? 0
  const cacheRead = counters.largest(
    counters.first(inDetails, 'cached_tokens'),
    counters.first(
      usage,
      'prompt_cache_hit_tokens',
      'cached_tokens',
      'num_cached_tokens',
      'cache_read_input_tokens',
    ),
  )
  const cacheWrite = counters.largest(
    counters.first(inDetails, 'cache_write_tokens', 'cache_creation_tokens'),
    counters.first(usage, 'cache_write_tokens', 'cache_creation_input_tokens'),
  )
  const audioInput = counters.first(inDetails, 'audio_tokens') ?? 0
  const audioOutput = counters.first(outDetails, 'audio_tokens') ?? 0
  const imageInput = counters.first(inDetails, 'image_tokens') ?? 0
  const imageOutput = counters.first(outDetails, 'image_tokens') ?? 0
  if (counters.reason !== undefined) return { kind: 'invalid', reason: counters.reason }

  const base = prompt ?? rest(total, needsOutput ? completion : (completion ?? 0))
  const visible = completion ?? (needsOutput ? rest(total, prompt) : 0)
  if (base === undefined || visible === undefined || base + visible === 0) return NONE

  const cached = cacheRead + cacheWrite
  const isCacheApart = cached > 0 && total === base + visible + cached
  const isReasoningApart =
    reasoning > 0 && (total === undefined ? reasoning > visible : total === base + visible + reasoning)
  const inputTokens = isCacheApart ? base + cached : base
  const outputTokens = isReasoningApart && !isCacheApart ? visible + reasoning : visible
  return stated({
    ...NO_USAGE,
    inputTokens,
    outputTokens,
    cacheReadTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    reasoningTokens: reasoning,
    audioInputTokens: audioInput,
    audioOutputTokens: audioOutput,
    imageInputTokens: imageInput,
    imageOutputTokens: imageOutput,
  })
}

function stated(usage: Usage): UsageReading {
  return { kind: 'stated', usage }
}

function rest(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined || total < part ? undefined : total - part
}

/** Reads counters and remembers the first that is no count at all. */
class Counters {
  reason: string | undefined

  /** The first of the names that states a number. Null and absent state nothing. */
  first(source: JsonObject, ...names: readonly string[]): number | undefined {
    for (const name of names) {
      const value = source[name]
      if (value === undefined || value === null) continue
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
      this.reason ??= `${name} is ${typeof value === 'number' ? value : typeof value}`
    }
    return undefined
  }

  largest(...values: readonly (number | undefined)[]): number {
    return Math.max(0, ...values.map((each) => each ?? 0))
  }
}
