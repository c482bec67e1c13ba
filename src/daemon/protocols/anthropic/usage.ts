import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'
import { isContentEvent } from './stream.ts'

const NONE: UsageReading = { kind: 'none' }
const METRICS = 'amazon-bedrock-invocationMetrics'
const STATES_USAGE = /"usage"\s*:\s*\{/

/** Counters that make up the prompt; Anthropic counts each separately. */
const INPUT_COUNTERS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const

/**
 * Reads the usage of a complete answer or of a single stream event. A `message_delta` that states only its output is
 * not enough by itself: {@link readAnthropicStreamUsage} combines the events.
 */
export function readAnthropicUsage(document: JsonValue): UsageReading {
  return readAnthropicStreamUsage([document])
}

/**
 * Combines the usage stated by the events of one stream: `message_start` comes first, and later fields that are not
 * null replace earlier ones. Bedrock's invocation metrics, in the last event, fill in missing fields. Output stated
 * only in `message_start` was counted before the answer: some relays leave the usage out of `message_delta`.
 */
export function readAnthropicStreamUsage(documents: readonly JsonValue[]): UsageReading {
  let usage: JsonObject = {}
  let metrics: JsonObject | undefined
  let isGrowing = false
  for (const document of documents) {
    const body = asObject(document)
    if (!body) continue
    const found = asObject(body.usage) ?? asObject(asObject(body.message)?.usage)
    if (found) usage = mergeUsage(usage, found)
    if (isCount(found?.output_tokens)) isGrowing = body.type === 'message_start'
    metrics = asObject(body[METRICS]) ?? metrics
  }
  const reading = readUsageObject(metrics ? { ...fromMetrics(metrics), ...usage } : usage)
  return isGrowing && reading.kind === 'stated' ? { ...reading, isGrowing } : reading
}

/** Quick test whether an event may state usage. Inside a JSON string, the quotes would be escaped. */
export const mayStateAnthropicUsage = (data: string): boolean =>
  !isContentEvent(data) && (STATES_USAGE.test(data) || data.includes(METRICS))

/**
 * Merges a later statement into an earlier one. Relays that do not know the prompt state zero for it; that does not
 * replace an earlier value.
 */
function mergeUsage(earlier: JsonObject, later: JsonObject): JsonObject {
  const forgetsPrompt =
    INPUT_COUNTERS.some((each) => isCount(earlier[each]) && earlier[each] !== 0) &&
    INPUT_COUNTERS.every((each) => later[each] === undefined || later[each] === null || later[each] === 0)
  const merged = { ...earlier }
  for (const [name, value] of Object.entries(later)) {
    if (value === null) continue
    if (forgetsPrompt && (INPUT_COUNTERS.some((each) => each === name) || name === 'cache_creation')) continue
    merged[name] = value
  }
  return merged
}

/**
 * Reads one usage object. Anthropic's counters exclude each other: cached tokens are not part of `input_tokens`, so the
 * whole prompt is the sum. `output_tokens` includes thinking.
 */
function readUsageObject(usage: JsonObject): UsageReading {
  const counters = new Counters()
  let whole = countsOf(usage, counters)
  const iterations = objectsOf(usage.iterations)
  // The totals exclude compaction, unless a fallback model gave the final answer. The tokens of an advisor belong to
  // another model and are in neither.
  if (
    iterations.some((each) => each.type === 'compaction') &&
    !iterations.some((each) => each.type === 'fallback_message')
  )
    whole = iterations
      .filter((each) => each.type === 'message' || each.type === 'compaction')
      .map((each) => countsOf(each, counters))
      .reduce(added)
  const thinking = counters.read(asObject(usage.output_tokens_details) ?? {}, 'thinking_tokens') ?? 0
  if (counters.reason !== undefined) return { kind: 'invalid', reason: counters.reason }
  const { input, cacheRead, cacheWrite, hourWrite, output } = whole
  if (output === undefined || (input === undefined && cacheRead + cacheWrite === 0)) return NONE
  const inputTokens = (input ?? 0) + cacheRead + cacheWrite
  // All zeros come from relays that do not know the usage; then the gateway's own count is used.
  if (inputTokens + output === 0) return NONE
  return {
    kind: 'stated',
    usage: {
      ...NO_USAGE,
      inputTokens,
      outputTokens: output,
      cacheReadTokens: cacheRead,
      cacheWriteTokens: cacheWrite,
      cacheWriteHourTokens: Math.min(hourWrite, cacheWrite),
      reasoningTokens: Math.min(thinking, output),
    },
  }
}

/** Encodes usage in this protocol's form. Values that do not add up become zero, so that no counter is negative. */
export function encodeUsage(usage: Usage): JsonObject {
  const { cacheReadTokens, cacheWriteTokens, cacheWriteHourTokens, reasoningTokens } = usage
  const hourWrite = Math.min(cacheWriteHourTokens, cacheWriteTokens)
  return {
    input_tokens: Math.max(0, usage.inputTokens - cacheReadTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cacheReadTokens,
    ...(cacheWriteTokens > 0 && {
      cache_creation: {
        ephemeral_5m_input_tokens: cacheWriteTokens - hourWrite,
        ephemeral_1h_input_tokens: hourWrite,
      },
    }),
    output_tokens: usage.outputTokens,
    ...(reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  }
}

interface Counts {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cacheRead: number
  readonly cacheWrite: number
  /** The part of `cacheWrite` that is kept for an hour. */
  readonly hourWrite: number
}

function countsOf(usage: JsonObject, counters: Counters): Counts {
  const byAge = asObject(usage.cache_creation) ?? {}
  const shortLived = counters.read(byAge, 'ephemeral_5m_input_tokens') ?? 0
  const longLived = counters.read(byAge, 'ephemeral_1h_input_tokens') ?? 0
  return {
    input: counters.read(usage, 'input_tokens'),
    output: counters.read(usage, 'output_tokens'),
    cacheRead: counters.read(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite: counters.read(usage, 'cache_creation_input_tokens') ?? shortLived + longLived,
    hourWrite: longLived,
  }
}

const added = (left: Counts, right: Counts): Counts => ({
  input: (left.input ?? 0) + (right.input ?? 0),
  output: (left.output ?? 0) + (right.output ?? 0),
  cacheRead: left.cacheRead + right.cacheRead,
  cacheWrite: left.cacheWrite + right.cacheWrite,
  hourWrite: left.hourWrite + right.hourWrite,
})

/** Maps Bedrock's names to those of the same counters in the API. */
function fromMetrics(metrics: JsonObject): JsonObject {
  const named: [string, JsonValue | undefined][] = [
    ['input_tokens', metrics.inputTokenCount],
    ['output_tokens', metrics.outputTokenCount],
    ['cache_read_input_tokens', metrics.cacheReadInputTokenCount],
    ['cache_creation_input_tokens', metrics.cacheWriteInputTokenCount],
  ]
  const usage: JsonObject = {}
  for (const [name, value] of named) if (isCount(value)) usage[name] = value
  return usage
}

const isCount = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Reads counters and remembers the first value that is not a valid count. */
class Counters {
  reason: string | undefined

  read(source: JsonObject, name: string): number | undefined {
    const value = source[name]
    if (value === undefined || value === null) return undefined
    if (isCount(value)) return value
    this.reason ??= `${name} is ${typeof value === 'number' ? value : typeof value}`
    return undefined
  }
}
