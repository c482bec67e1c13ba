import { toExactQuota } from '../billing/amount.ts'
import { explainPrice, type PriceExplanation } from '../billing/price-explanation.ts'
import { ratioToNumber } from '../billing/ratio.ts'
import type { Charge } from '../billing/settlement.ts'
import type { Options } from '../options/registry.ts'
import type { Finished } from './settle.ts'

/** The spec's `other` and the explanation of a consumption row, as JSON texts. */
export function describeLog(
  finished: Finished,
  charge: Charge,
  settledMs: number,
  options: Options,
): { readonly content: string; readonly other: string; readonly explanation: string } {
  const price = explainPrice(finished.hold.quote, charge.usage)
  return {
    content: price.line,
    other: JSON.stringify({ ...describeOther(finished, charge), ...describeContent(finished, options) }),
    explanation: JSON.stringify(explain(finished, charge, settledMs, price)),
  }
}

function describeOther(finished: Finished, charge: Charge) {
  const { answer, admitted, attempts, hold } = finished
  const { quote } = hold
  const { prepared } = answer
  const isPerCall = quote.kind === 'per-call'
  const isMapped = prepared.upstreamModel !== admitted.facts.model
  return {
    model_ratio: isPerCall ? 0 : ratioToNumber(quote.modelRatio),
    completion_ratio: isPerCall ? 0 : ratioToNumber(quote.completionRatio),
    model_price: isPerCall ? ratioToNumber(quote.modelPrice) : -1,
    group_ratio: ratioToNumber(quote.groupRatio),
    ...(quote.userGroupRatio === undefined ? {} : { user_group_ratio: ratioToNumber(quote.userGroupRatio) }),
    cache_tokens: charge.usage.cacheReadTokens,
    cache_ratio: isPerCall ? 0 : ratioToNumber(quote.cacheRatio),
    frt: answer.kind === 'stream' ? answer.firstByteMs : -1000,
    usage_source: charge.source,
    ...(charge.flags.length === 0 ? {} : { usage_flags: charge.flags }),
    ...(charge.usage.reasoningTokens === 0 ? {} : { reasoning_tokens: charge.usage.reasoningTokens }),
    ...(admitted.facts.reasoningEffort === undefined
      ? {}
      : { reasoning_effort: admitted.facts.reasoningEffort }),
    ...(isMapped ? { is_model_mapped: true, upstream_model_name: prepared.upstreamModel } : {}),
    admin_info: { use_channel: attempts.map((each) => String(each.channelId)) },
  }
}

function describeContent(finished: Finished, options: Options) {
  if (!options.LogChatContentEnabled) return {}
  const texts = finished.inbound.codec.readTexts(finished.admitted.body)
  return {
    system_prompt: texts.system,
    context: texts.context,
    input_content: texts.input,
    output_content: finished.outputText(),
  }
}

function explain(finished: Finished, charge: Charge, settledMs: number, price: PriceExplanation) {
  const { admitted, inbound, plan, hold, attempts, answer } = finished
  return {
    path: inbound.path,
    model: admitted.facts.model,
    upstream_model: answer.prepared.upstreamModel,
    group: admitted.group,
    token: admitted.caller.tokenName,
    pinned: plan.isPinned,
    candidates: plan.candidates.map(({ id, name, priority, weight }) => ({
      channel_id: id,
      channel_name: name,
      priority,
      weight,
    })),
    skipped: plan.skipped.map((each) => ({ channel_id: each.channelId, reason: each.reason })),
    attempts: attempts.map((each) => ({
      channel_id: each.channelId,
      channel_name: each.channelName,
      priority: each.priority,
      weight: each.weight,
      status: each.status,
      took_ms: each.tookMs,
      ...(each.error === undefined ? {} : { error: each.error, reason: each.reason }),
    })),
    first_byte_ms: answer.firstByteMs,
    price,
    usage: {
      ...charge.usage,
      source: charge.source,
      rule: charge.rule,
      flags: charge.flags,
      rejection: charge.rejection,
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
