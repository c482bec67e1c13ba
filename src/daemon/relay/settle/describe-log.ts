import type { CallColumns, Explained } from '../../call-log/call.ts'
import type { OtherExtras } from '../../call-log/other.ts'
import type { Call } from '../../call-log/packed-call.ts'
import { storeCall } from '../../call-log/store-call.ts'
import type { UsageLogRow } from '../../ledger/operations.ts'
import { toExactQuota } from '../../money/amount.ts'
import { longPromptOf } from '../../pricing/long-prompt.ts'
import { quoteInWords, recordExtras } from '../../pricing/price-record.ts'
import type { Charge } from '../../pricing/settlement.ts'
import { type VideoCharge, videoCharge } from '../../pricing/video-units.ts'
import { asObject } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { FailedAnswer } from '../call/answer.ts'
import { lossesOf } from '../call/prepare/translation.ts'
import { type Finished, otherModel } from './finished.ts'

/** The text columns of a consumption row, as in `UsageLogRow`. */
type LogTexts = Pick<UsageLogRow, 'usageSource' | 'content' | 'other' | 'explanation' | 'quote'>

/**
 * Returns the text columns of a consumption row, written for every charged request. They are compact: what they share
 * with other rows is in the quote (see `call-log`). The derivation of the price is not stored, because it can be
 * reproduced exactly from the recorded quote.
 */
export function describeLog(
  finished: Finished,
  charge: Charge,
  columns: Omit<CallColumns, 'usageSource'>,
  settledMs: number,
): LogTexts {
  const call: Call = {
    explained: explain(finished, charge, settledMs),
    extras: describeExtras(finished),
    content: contentOf(finished, charge),
  }
  return storeCall({ ...columns, usageSource: charge.source }, call, charge.quote)
}

/** Describes the price. The formula of the charge is left out: it is written when somebody reads it. */
const contentOf = (finished: Finished, { quote, units, surcharge, usage }: Charge): string =>
  quoteInWords(quote, {
    units,
    surcharge,
    video: videoOf(finished),
    longPrompt: longPromptOf(quote, usage.inputTokens),
  })

/** Returns the charge of a video; undefined for other operations. */
function videoOf({ answer, asked }: Finished): VideoCharge | undefined {
  const { call, wire } = answer.prepared
  if (wire.operation !== 'video') return undefined
  const told = answer.kind === 'plain' ? asObject(parseJson(answer.body.toString('utf8'))) : undefined
  return videoCharge(call.model, asked.admitted.body, told)
}

/** Returns members of `other` that do not follow from price, usage and attempts (see `call-log/other.ts`). */
function describeExtras(finished: Finished): OtherExtras | undefined {
  const { answer } = finished
  const { inbound, admitted, snapshot } = finished.asked
  const { wire } = answer.prepared
  const losses = lossesOf(answer)
  const answeredModel = otherModel(finished)
  const isStream = answer.kind === 'stream'
  const extras: Record<string, unknown> = {}
  if (isStream !== admitted.facts.isStream) extras.frt = isStream ? answer.firstByteMs : -1000
  if (losses.length > 0) extras.translation_lost = losses
  if (wire.id !== inbound.codec.id) extras.upstream_format = wire.id
  if (admitted.facts.reasoningEffort !== undefined) extras.reasoning_effort = admitted.facts.reasoningEffort
  if (answeredModel !== undefined) extras.answered_model = answeredModel
  if (finished.task) Object.assign(extras, { task_id: finished.task.id, action: finished.task.action })
  if (finished.broken) Object.assign(extras, describeBroken(finished.broken))
  if (snapshot.options.LogChatContentEnabled) Object.assign(extras, describeContent(finished))
  for (const _ in extras) return extras
  return undefined
}

/** Describes why a stream broke off, as its client was told. */
const describeBroken = ({ error }: FailedAnswer) => ({
  error_type: error.options.upstream?.type || 'tollgate_error',
  error_code: error.options.upstream?.code || error.code,
  status_code: error.status,
})

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

/** Members that do not apply are undefined rather than absent: V8 creates objects with fixed members much faster. */
function explain(finished: Finished, charge: Charge, settledMs: number): Explained {
  const { plan, hold, attempts, answer, passedOver } = finished
  const { admitted, inbound } = finished.asked
  const { units, surcharge } = recordExtras(charge)
  const heldAmount = toExactQuota(hold.amount)
  return {
    path: inbound.path,
    model: admitted.facts.model,
    upstream_model: answer.prepared.call.model,
    group: admitted.group,
    token: admitted.caller.tokenName,
    pinned: plan.isPinned,
    affinity: plan.affinity?.by,
    passed_over: passedOver?.length ? passedOver : undefined,
    candidates: plan.candidates.map(({ id, name, priority, weight }) => ({
      channel_id: id,
      channel_name: name,
      priority,
      weight,
      failed_lately: plan.failedLately.includes(id) || undefined,
    })),
    skipped:
      plan.skipped.length === 0
        ? undefined
        : plan.skipped.map((each) => ({ channel_id: each.channelId, reason: each.reason })),
    attempts: attempts.map((each) => ({
      channel_id: each.channelId,
      channel_name: each.channelName,
      priority: each.priority,
      weight: each.weight,
      status: each.status,
      took_ms: each.tookMs,
      error: each.error,
      reason: each.error === undefined ? undefined : each.reason,
    })),
    units,
    surcharge,
    first_byte_ms: answer.firstByteMs,
    usage: {
      ...charge.usage,
      source: charge.source,
      rule: charge.rule,
      flags: charge.flags,
      rejection: charge.rejection,
    },
    hold: {
      amount: heldAmount,
      final: finished.held === hold.amount ? heldAmount : toExactQuota(finished.held),
      prompt_tokens_estimate: hold.promptTokens,
      at_ms: hold.atMs,
      settled_ms: settledMs,
    },
  }
}
