import { ratioToNumber } from '../money/ratio.ts'
import type { Quote } from '../pricing/quote.ts'
import type { CallColumns, Explained, Json, JsonMembers } from './call.ts'

/** The values from which `other` of a row is built. */
export interface OtherFacts {
  readonly columns: CallColumns
  readonly quote: Quote
  readonly explained: Explained
}

/** The members of `other` in their output order. */
const order = [
  'model_ratio',
  'completion_ratio',
  'model_price',
  'group_ratio',
  'user_group_ratio',
  'cache_ratio',
  'cache_tokens',
  'frt',
  'usage_source',
  'usage_flags',
  'claude',
  'cache_creation_tokens',
  'cache_creation_ratio',
  'ws',
  'audio',
  'audio_input',
  'audio_output',
  'text_input',
  'text_output',
  'audio_ratio',
  'audio_completion_ratio',
  'translation_lost',
  'upstream_format',
  'reasoning_tokens',
  'reasoning_effort',
  'is_model_mapped',
  'upstream_model_name',
  'answered_model',
  'task_id',
  'action',
  'error_type',
  'error_code',
  'status_code',
  'admin_info',
  'system_prompt',
  'context',
  'input_content',
  'output_content',
] as const

/** Members of `other` that cannot be derived from the rest of the row; null for a derivable member that is absent. */
export type OtherExtras = JsonMembers

/** Builds the spec's `other` of a charge. */
export function otherOf(facts: OtherFacts, extras: OtherExtras | undefined): JsonMembers {
  const predicted = predict(facts)
  if (extras === undefined) return predicted
  const merged: JsonMembers = { ...predicted, ...extras }
  const names = [
    ...order,
    ...Object.keys(extras).filter((name) => !(order as readonly string[]).includes(name)),
  ]
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] =>
      merged[name] === undefined || merged[name] === null ? [] : [[name, merged[name]]],
    ),
  )
}

/** Returns the parts of an `other` that {@link otherOf} cannot derive again; undefined = none. */
export function extrasOf(facts: OtherFacts, other: JsonMembers): OtherExtras | undefined {
  const predicted = predict(facts)
  const extras: Record<string, Json> = {}
  for (const [name, value] of Object.entries(other)) if (!isSame(predicted[name], value)) extras[name] = value
  for (const name of Object.keys(predicted)) if (!(name in other)) extras[name] = null
  return Object.keys(extras).length === 0 ? undefined : extras
}

const isSame = (a: Json, b: Json): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Derives the members that follow from price, usage and attempts. */
function predict({ columns, quote, explained }: OtherFacts): JsonMembers {
  const { usage, attempts } = explained
  const isMapped = explained.upstream_model !== columns.model
  return {
    ...ratiosOf(quote),
    cache_tokens: usage.cacheReadTokens,
    frt: columns.isStream ? explained.first_byte_ms : -1000,
    usage_source: columns.usageSource,
    ...(usage.flags.length === 0 ? {} : { usage_flags: usage.flags }),
    ...cacheWritesOf(explained, quote),
    ...audioOf(explained, quote),
    ...(usage.reasoningTokens === 0 ? {} : { reasoning_tokens: usage.reasoningTokens }),
    ...(isMapped ? { is_model_mapped: true, upstream_model_name: explained.upstream_model } : {}),
    admin_info: { use_channel: attempts.map((each) => String(each.channel_id)) },
  }
}

/** Returns the ratios in the form that the family's console reads: numbers, with -1 or 0 if they do not apply. */
function ratiosOf(quote: Quote): JsonMembers {
  const isPerCall = quote.kind === 'per-call'
  return {
    model_ratio: isPerCall ? 0 : ratioToNumber(quote.modelRatio),
    completion_ratio: isPerCall ? 0 : ratioToNumber(quote.completionRatio),
    model_price: isPerCall ? ratioToNumber(quote.modelPrice) : -1,
    group_ratio: ratioToNumber(quote.groupRatio),
    ...(quote.userGroupRatio === undefined ? {} : { user_group_ratio: ratioToNumber(quote.userGroupRatio) }),
    cache_ratio: isPerCall ? 0 : ratioToNumber(quote.cacheRatio),
  }
}

/** Returns the tokens written to a cache: always for Anthropic's protocol, for others only if there are any. */
function cacheWritesOf({ path, usage: { cacheWriteTokens } }: Explained, quote: Quote): JsonMembers {
  const isClaude = path === '/v1/messages'
  if (!isClaude && cacheWriteTokens === 0) return {}
  return {
    ...(isClaude ? { claude: true } : {}),
    cache_creation_tokens: cacheWriteTokens,
    cache_creation_ratio: quote.kind === 'per-call' ? 0 : ratioToNumber(quote.cacheWriteRatio),
  }
}

/** Returns the audio tokens: always for a realtime session, which says `ws` instead of `audio`. */
function audioOf({ path, usage }: Explained, quote: Quote): JsonMembers {
  const { inputTokens, outputTokens, audioInputTokens, audioOutputTokens } = usage
  const isRealtime = path === '/v1/realtime'
  if (!isRealtime && audioInputTokens === 0 && audioOutputTokens === 0) return {}
  return {
    ...(isRealtime ? { ws: true } : { audio: true }),
    audio_input: audioInputTokens,
    audio_output: audioOutputTokens,
    text_input: inputTokens - audioInputTokens,
    text_output: outputTokens - audioOutputTokens,
    audio_ratio: ratioToNumber(quote.audioRatio),
    // The quote has the price of audio relative to that of text; the family's console multiplies the two.
    audio_completion_ratio: overAudio(quote),
  }
}

/**
 * Returns the price of spoken output relative to spoken input, as the family defines it. A price per call has neither.
 */
const overAudio = ({ audioOutputRatio, audioRatio }: Quote): number =>
  audioRatio === 0n ? 0 : Number((ratioToNumber(audioOutputRatio) / ratioToNumber(audioRatio)).toFixed(6))
