import type { CallColumns, CallTexts, Explained } from '../../src/daemon/call-log/call.ts'
import { ratioToNumber } from '../../src/daemon/money/ratio.ts'
import { quoteInWords, readRecordedExtras, recordQuote } from '../../src/daemon/pricing/price-record.ts'
import type { Quote } from '../../src/daemon/pricing/quote.ts'

/** The source values of a charge's row, in the terms of the version that wrote it. */
export interface FormerCall {
  readonly columns: CallColumns
  readonly quote: Quote
  readonly explained: Explained
  readonly isStreamAnswer: boolean
  readonly isClaude: boolean
  readonly isRealtime: boolean
  readonly losses: readonly string[]
  readonly upstreamFormat: string | undefined
  readonly reasoningEffort: string | undefined
  readonly contents: Readonly<Record<string, unknown>> | undefined
}

/**
 * Builds the texts of a charge as they were written before rows were packed (as of version 0.1 of the format, with the
 * whole quote and every zero in each row). This is a separate implementation, so that packing and unpacking are tested
 * against something other than themselves.
 */
export function writeFormerly(call: FormerCall): CallTexts {
  const { quote, explained, columns } = call
  return {
    usageSource: columns.usageSource,
    content: quoteInWords(quote, readRecordedExtras(explained)),
    other: joinObjects(JSON.stringify(ratiosOf(quote)), JSON.stringify(describeOther(call))),
    explanation: joinObjects(`{"price":${recordQuote(quote)}}`, JSON.stringify(explained)),
  }
}

const joinObjects = (first: string, second: string): string => `${first.slice(0, -1)},${second.slice(1)}`

function ratiosOf(quote: Quote) {
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

function describeOther(call: FormerCall) {
  const { columns, explained, losses, reasoningEffort } = call
  const { usage, attempts } = explained
  return {
    cache_tokens: usage.cacheReadTokens,
    frt: call.isStreamAnswer ? explained.first_byte_ms : -1000,
    usage_source: usage.source,
    ...(usage.flags.length === 0 ? {} : { usage_flags: usage.flags }),
    ...describeCacheWrites(call),
    ...describeAudio(call),
    ...(losses.length === 0 ? {} : { translation_lost: losses }),
    ...(call.upstreamFormat === undefined ? {} : { upstream_format: call.upstreamFormat }),
    ...(usage.reasoningTokens === 0 ? {} : { reasoning_tokens: usage.reasoningTokens }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(explained.upstream_model === columns.model
      ? {}
      : { is_model_mapped: true, upstream_model_name: explained.upstream_model }),
    admin_info: { use_channel: attempts.map((each) => String(each.channel_id)) },
    ...call.contents,
  }
}

function describeCacheWrites({ explained, quote, isClaude }: FormerCall) {
  const { cacheWriteTokens } = explained.usage
  if (!isClaude && cacheWriteTokens === 0) return {}
  return {
    ...(isClaude ? { claude: true } : {}),
    cache_creation_tokens: cacheWriteTokens,
    cache_creation_ratio: quote.kind === 'per-call' ? 0 : ratioToNumber(quote.cacheWriteRatio),
  }
}

function describeAudio({ explained, quote, isRealtime }: FormerCall) {
  const { inputTokens, outputTokens, audioInputTokens, audioOutputTokens } = explained.usage
  if (!isRealtime && audioInputTokens === 0 && audioOutputTokens === 0) return {}
  return {
    ...(isRealtime ? { ws: true } : { audio: true }),
    audio_input: audioInputTokens,
    audio_output: audioOutputTokens,
    text_input: inputTokens - audioInputTokens,
    text_output: outputTokens - audioOutputTokens,
    audio_ratio: ratioToNumber(quote.audioRatio),
    audio_completion_ratio:
      quote.audioRatio === 0n
        ? 0
        : Number((ratioToNumber(quote.audioOutputRatio) / ratioToNumber(quote.audioRatio)).toFixed(6)),
  }
}
