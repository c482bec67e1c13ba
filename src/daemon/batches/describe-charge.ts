import { storeCall } from '../call-log/store-call.ts'
import type { UsageLogRow } from '../ledger/operations.ts'
import { type Amount, toExactQuota } from '../money/amount.ts'
import { quoteInWords, recordExtras } from '../pricing/price-record.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import { upstreamModelOf } from '../relay/route/wire.ts'
import type { Batch } from './batch.ts'
import { type BatchUsage, extrasOf } from './sum-answers.ts'

/** Returns the log row of a batch: a single one for all of its requests, with the total of their tokens. */
export function describeCharge(
  batch: Batch,
  used: BatchUsage,
  { cost, atMs, path }: { readonly cost: Amount; readonly atMs: number; readonly path: string },
  { channels }: Pick<Snapshot, 'channels'>,
): UsageLogRow {
  const { requestId, payer, model, place, price, held } = batch
  const { usage, unstated } = used
  const columns = {
    requestId,
    tokenName: payer.tokenName,
    group: payer.group,
    model,
    promptTokens: usage.inputTokens,
    completionTokens: usage.outputTokens,
    isStream: false,
    useTimeMs: atMs - batch.createdMs,
    usageSource: unstated > 0 ? 'held' : 'upstream',
  } as const
  const channel = channels.get(place.channelId)
  const offered = {
    channel_id: place.channelId,
    channel_name: channel?.name ?? '',
    priority: channel?.priority ?? 0,
    weight: channel?.weight ?? 0,
  }
  const extras = extrasOf(used, price.kind)
  const explained = {
    path,
    model,
    upstream_model: channel ? upstreamModelOf(channel, model) : model,
    group: payer.group,
    token: payer.tokenName,
    pinned: true,
    affinity: 'state',
    candidates: [offered],
    attempts: [{ ...offered, status: 200, took_ms: columns.useTimeMs }],
    ...recordExtras(extras),
    first_byte_ms: columns.useTimeMs,
    usage: {
      ...usage,
      source: columns.usageSource,
      rule: 'P1',
      flags: [...(unstated > 0 ? ['usage_estimated'] : []), ...(cost > held ? ['overrun'] : [])],
    },
    hold: {
      amount: toExactQuota(held),
      final: toExactQuota(held),
      prompt_tokens_estimate: batch.promptTokens,
      at_ms: batch.createdMs,
      settled_ms: atMs,
    },
  }
  const task = { task_id: batch.vendorId, action: 'BATCH' }
  return {
    ...columns,
    atMs,
    type: 2,
    userId: batch.userId,
    username: payer.username,
    tokenId: batch.tokenId ?? 0,
    channelId: place.channelId,
    quota: cost,
    ip: payer.address,
    ...storeCall(columns, { explained, extras: task, content: quoteInWords(price, extras) }, price),
  }
}
