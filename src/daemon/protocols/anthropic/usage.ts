import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE, type Usage } from '../usage.ts'
import { isContentEvent } from './stream.ts'

const NONE: UsageReading = { kind: 'none' }
const METRICS = 'amazon-bedrock-invocationMetrics'
const STATES_USAGE = /"usage"\s*:\s*\{/

/** Counters that make up the prompt: Anthropic counts them apart from each other. */
const INPUT_COUNTERS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const

/**
 * Reads the usage of a complete answer or of a single stream event. A `message_delta` that states only its output says
 * nothing by itself: {@link readAnthropicStreamUsage} puts the pieces together.
 */
export function readAnthropicUsage(document: JsonValue): UsageReading {
  return readAnthropicStreamUsage([document])
}

/**
 * Reads what the events of one stream state together: `message_start` opens the count, later fields that are not null
 * replace earlier ones. Bedrock's invocation metrics, in the last event, fill in what nobody stated. Output that only
 * `message_start` states is a count from before the answer: some relays leave the usage out of `message_delta`.
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

/** Cheap test whether an event may state usage. Inside a JSON string the quotes would be escaped. */
export const mayStateAnthropicUsage = (data: string): boolean =>
  !isContentEvent(data) && (STATES_USAGE.test(data) || data.includes(METRICS))

/**
 * Lays a later statement over an earlier one. A later prompt of nothing at all is a relay that does not know it, and does
 * not replace one that was stated.
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
 * Reads one usage object. Anthropic counts exclusively: cached tokens stand beside `input_tokens`, so the whole prompt is
 * the sum. `output_tokens` contains thinking.
 */
function readUsageObject(usage: JsonObject): UsageReading {
  const counters = new Counters()
  let whole = countsOf(usage, counters)
  const iterations = objectsOf(usage.iterations)
  // The totals leave compaction out, unless a fallback model answered in the end. What an advisor consumed is another
  // model's and is in neither.
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
  // Zeros all over come from relays that know no usage: the counted values are right then.
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

/** Usage as this protocol states it. What does not add up is cut to zero: no counter is ever negative. */
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

/** Bedrock's own names for the same counters. */
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

/** Reads counters and remembers the first that is no count at all. */
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
