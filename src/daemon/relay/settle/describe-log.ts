import { toExactQuota } from '../../money/amount.ts'
import { ratioToNumber } from '../../money/ratio.ts'
import { quoteInWords, recordExtras, recordQuote } from '../../pricing/price-record.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { Charge } from '../../pricing/settlement.ts'
import { type VideoCharge, videoCharge } from '../../pricing/video-units.ts'
import { asObject, parseJson } from '../../protocols/json-access.ts'
import { lossesOf } from '../call/prepare/translation.ts'
import { type Finished, otherModel } from './finished.ts'

/**
 * The spec's `other` and the explanation of a consumption row, as JSON texts. They are written for every charged request,
 * so what is the same for all requests of one price is written once and joined in. The derivation of the price is not
 * stored: it is made again, exactly, from the recorded quote when somebody asks.
 */
export function describeLog(
  finished: Finished,
  charge: Charge,
  settledMs: number,
): { readonly content: string; readonly other: string; readonly explanation: string } {
  const { quote } = charge
  const video = videoOf(finished)
  return {
    content: quoteInWords(quote, { ...charge, video }),
    other: joinObjects(ratiosOf(quote), JSON.stringify(describeOther(finished, charge))),
    explanation: joinObjects(
      `{"price":${recordQuote(quote)}}`,
      JSON.stringify(explain(finished, charge, settledMs)),
    ),
  }
}

/** What was charged, where it was a video. */
function videoOf({ answer, asked }: Finished): VideoCharge | undefined {
  const { call, wire } = answer.prepared
  if (wire.operation !== 'video') return undefined
  const told = answer.kind === 'plain' ? asObject(parseJson(answer.body.toString('utf8'))) : undefined
  return videoCharge(call.model, asked.admitted.body, told)
}

/** Two texts of non-empty JSON objects as one. */
const joinObjects = (first: string, second: string): string => `${first.slice(0, -1)},${second.slice(1)}`

const ratios = new WeakMap<Quote, string>()

/** The ratios of `other`, as the family's console reads them: numbers; -1 and 0 for what does not apply. */
function ratiosOf(quote: Quote): string {
  const known = ratios.get(quote)
  if (known !== undefined) return known
  const isPerCall = quote.kind === 'per-call'
  const made = JSON.stringify({
    model_ratio: isPerCall ? 0 : ratioToNumber(quote.modelRatio),
    completion_ratio: isPerCall ? 0 : ratioToNumber(quote.completionRatio),
    model_price: isPerCall ? ratioToNumber(quote.modelPrice) : -1,
    group_ratio: ratioToNumber(quote.groupRatio),
    ...(quote.userGroupRatio === undefined ? {} : { user_group_ratio: ratioToNumber(quote.userGroupRatio) }),
    cache_ratio: isPerCall ? 0 : ratioToNumber(quote.cacheRatio),
  })
  ratios.set(quote, made)
  return made
}

function describeOther(finished: Finished, charge: Charge) {
  const { answer, attempts } = finished
  const { inbound, admitted, snapshot } = finished.asked
  const { wire, call } = answer.prepared
  const losses = lossesOf(answer)
  const isMapped = call.model !== admitted.facts.model
  const answeredModel = otherModel(finished)
  return {
    cache_tokens: charge.usage.cacheReadTokens,
    frt: answer.kind === 'stream' ? answer.firstByteMs : -1000,
    usage_source: charge.source,
    ...(charge.flags.length === 0 ? {} : { usage_flags: charge.flags }),
    ...describeCacheWrites(charge, finished),
    ...describeAudio(charge, wire.operation === 'realtime'),
    ...(losses.length === 0 ? {} : { translation_lost: losses }),
    ...(wire.id === inbound.codec.id ? {} : { upstream_format: wire.id }),
    ...(charge.usage.reasoningTokens === 0 ? {} : { reasoning_tokens: charge.usage.reasoningTokens }),
    ...(admitted.facts.reasoningEffort === undefined
      ? {}
      : { reasoning_effort: admitted.facts.reasoningEffort }),
    ...(isMapped ? { is_model_mapped: true, upstream_model_name: call.model } : {}),
    ...(answeredModel === undefined ? {} : { answered_model: answeredModel }),
    ...(finished.task === undefined ? {} : { task_id: finished.task.id, action: finished.task.action }),
    ...describeBroken(finished),
    admin_info: { use_channel: attempts.map((each) => String(each.channelId)) },
    ...(snapshot.options.LogChatContentEnabled ? describeContent(finished) : {}),
  }
}

/** Why a stream broke off, in the words that its client was told. */
function describeBroken({ broken }: Finished) {
  if (!broken) return {}
  const { error } = broken
  return {
    error_type: error.options.upstream?.type || 'tollgate_error',
    error_code: error.options.upstream?.code || error.code,
    status_code: error.status,
  }
}

/** Tokens written to a cache: always shown for Anthropic's protocol, for others where there are some. */
function describeCacheWrites(charge: Charge, { asked: { inbound } }: Finished) {
  const { cacheWriteTokens } = charge.usage
  const isClaude = inbound.codec.operation === 'messages'
  if (!isClaude && cacheWriteTokens === 0) return {}
  const { quote } = charge
  return {
    ...(isClaude ? { claude: true } : {}),
    cache_creation_tokens: cacheWriteTokens,
    cache_creation_ratio: quote.kind === 'per-call' ? 0 : ratioToNumber(quote.cacheWriteRatio),
  }
}

/** Always for a realtime session, which says `ws` where others say `audio`. */
function describeAudio(charge: Charge, isRealtime: boolean) {
  const { inputTokens, outputTokens, audioInputTokens, audioOutputTokens } = charge.usage
  if (!isRealtime && audioInputTokens === 0 && audioOutputTokens === 0) return {}
  const { quote } = charge
  return {
    ...(isRealtime ? { ws: true } : { audio: true }),
    audio_input: audioInputTokens,
    audio_output: audioOutputTokens,
    text_input: inputTokens - audioInputTokens,
    text_output: outputTokens - audioOutputTokens,
    audio_ratio: ratioToNumber(quote.audioRatio),
    // The quote has the price of sound over that of text; the family's console multiplies the two.
    audio_completion_ratio: overAudio(quote),
  }
}

/** Spoken output over spoken input, as the family has it. A price per call has neither. */
const overAudio = ({ audioOutputRatio, audioRatio }: Quote): number =>
  audioRatio === 0n ? 0 : Number((ratioToNumber(audioOutputRatio) / ratioToNumber(audioRatio)).toFixed(6))

function describeContent(finished: Finished) {
  const { inbound, admitted } = finished.asked
  const texts = inbound.codec.readTexts(admitted.body)
  return {
    system_prompt: texts.system,
    context: texts.context,
    input_content: texts.input,
    output_content: finished.outputText(),
  }
}

function explain(finished: Finished, charge: Charge, settledMs: number) {
  const { plan, hold, attempts, answer } = finished
  const { admitted, inbound } = finished.asked
  return {
    path: inbound.path,
    model: admitted.facts.model,
    upstream_model: answer.prepared.call.model,
    group: admitted.group,
    token: admitted.caller.tokenName,
    pinned: plan.isPinned,
    candidates: plan.candidates.map(({ id, name, priority, weight }) => ({
      channel_id: id,
      channel_name: name,
      priority,
      weight,
      ...(plan.failedLately.includes(id) ? { failed_lately: true } : {}),
    })),
    ...(plan.skipped.length === 0
      ? {}
      : { skipped: plan.skipped.map((each) => ({ channel_id: each.channelId, reason: each.reason })) }),
    attempts: attempts.map((each) => ({
      channel_id: each.channelId,
      channel_name: each.channelName,
      priority: each.priority,
      weight: each.weight,
      status: each.status,
      took_ms: each.tookMs,
      ...(each.error === undefined ? {} : { error: each.error, reason: each.reason }),
    })),
    ...recordExtras(charge),
    first_byte_ms: answer.firstByteMs,
    usage: {
      ...charge.usage,
      source: charge.source,
      rule: charge.rule,
      flags: charge.flags,
      ...(charge.rejection === undefined ? {} : { rejection: charge.rejection }),
    },
    hold: {
      amount: toExactQuota(hold.amount),
      final: toExactQuota(finished.held),
      prompt_tokens_estimate: hold.promptTokens,
      at_ms: hold.atMs,
      settled_ms: settledMs,
    },
  }
}
