import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'

const NONE: UsageReading = { kind: 'none' }

/**
 * Reads the usage of an answer or stream chunk in OpenAI's form, in all variants of compatible vendors.
 *
 * - Place: `usage`; `choices[].usage` (Moonshot's older form); `x_groq.usage` (Groq, when no usage chunk was asked
 *   for).
 * - Cache reads: `prompt_tokens_details.cached_tokens`, `prompt_token_details` (Mistral), `prompt_cache_hit_tokens`
 *   (DeepSeek), `cached_tokens` (Moonshot), `num_cached_tokens` (Mistral), `cache_read_input_tokens` (Databricks,
 *   Venice).
 * - Cache writes: `prompt_tokens_details.cache_write_tokens`, `cache_creation_input_tokens`.
 * - `completion_tokens` includes reasoning and `prompt_tokens` includes cache tokens, unless the vendor's own total
 *   shows that they are separate (xAI; relays of Anthropic): then they are added.
 *
 * Details are returned as stated even if one exceeds its total; the plausibility check handles that.
 *
 * A chunk that states the prompt and leaves the rest null (Databricks) does not count yet, and neither do all zeros
 * (relays that do not know the usage): then the gateway's own count is used.
 */
export function readOpenAiUsage(document: JsonValue): UsageReading {
  const stated = findUsage(document)
  return stated ? readUsageObject(stated, true) : NONE
}

/** Reads the usage of answers without generated text, where only the prompt counts. */
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
 * @param needsOutput false if no output tokens are expected; they then count as zero
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

/** Reads counters and remembers the first value that is not a valid count. */
class Counters {
  reason: string | undefined

  /** Returns the first of these counters that has a value other than null. */
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
