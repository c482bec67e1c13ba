import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'

/**
 * Reads the usage of an answer, of the last event of a stream (`delta.usage`), of embeddings or of a reranking
 * (`meta`).
 *
 * Cohere states two counts: `tokens` includes the prompt that it adds to every call, `billed_units` does not. The
 * billed ones are used. Cache reads belong to the prompt that is not billed, so they are only reported if there are no
 * billed counts.
 */
export function readCohereUsage(document: JsonValue): UsageReading {
  const body = asObject(document)
  const usage = asObject(body?.usage) ?? asObject(asObject(body?.delta)?.usage) ?? asObject(body?.meta)
  if (!usage) return { kind: 'none' }
  const billed = asObject(usage.billed_units)
  const tokens = asObject(usage.tokens)
  const isBilled = isStated(billed)
  const source = isBilled ? billed : tokens
  if (!source || !isStated(source)) return { kind: 'none' }
  const counts = [source.input_tokens, source.output_tokens, tokens?.reasoning_tokens, usage.cached_tokens]
  const bad = counts.find((each) => each !== undefined && each !== null && !isCount(each))
  if (bad !== undefined) return { kind: 'invalid', reason: `a count is ${JSON.stringify(bad)}` }
  const [inputTokens = 0, outputTokens = 0, reasoning = 0, cached = 0] = counts.map(toCount)
  return {
    kind: 'stated',
    usage: {
      ...NO_USAGE,
      inputTokens,
      outputTokens,
      cacheReadTokens: isBilled ? 0 : cached,
      // From the other count, so it may exceed the billed total.
      reasoningTokens: Math.min(reasoning, outputTokens),
    },
  }
}

/** Returns the usage for the neutral form, if stated. */
export function findCohereUsage(document: JsonValue): Usage | undefined {
  const reading = readCohereUsage(document)
  return reading.kind === 'stated' ? reading.usage : undefined
}

const isStated = (counts: JsonObject | undefined): boolean =>
  (counts?.input_tokens ?? counts?.output_tokens ?? null) !== null

const isCount = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const toCount = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0)
