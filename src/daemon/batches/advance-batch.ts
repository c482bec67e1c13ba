import type { Logger } from 'pino'
import { AppError } from '../errors/app-error.ts'
import type { Ledger } from '../ledger/operations.ts'
import type { Meters } from '../meters.ts'
import type { Amount } from '../money/amount.ts'
import { asObject, asText } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import { aboutFile } from '../relay/files/about-file.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import type { OnCharged } from '../relay/settle/settle.ts'
import { type AskAccountDeps, askAccount, openAccount, reachAccount } from '../relay/stored/ask-account.ts'
import type { NewFile, VendorFiles } from '../relay/stored/vendor-files.ts'
import type { Batch } from './batch.ts'
import type { BatchForm, OpenContent } from './batch-form.ts'
import type { BatchesStore } from './batches-store.ts'
import { describeCharge } from './describe-charge.ts'
import { formOf } from './forms/index.ts'
import { freeBatch } from './hold-batch.ts'
import { type BatchUsage, costOf, sumAnswers } from './sum-answers.ts'

export interface AdvanceBatchDeps extends AskAccountDeps {
  readonly ledger: Ledger
  readonly files: VendorFiles
  readonly batches: BatchesStore
  readonly clock: { now(): number }
  readonly log: Logger
  readonly meters: Meters
  readonly onCharged: OnCharged
}

/**
 * Applies a vendor's description of an open batch. If the batch has ended, its answers are charged first; only then can
 * its owner see the end and the answers. Any number of daemons may do this at the same time, and any of them may die in
 * between: the charge has the ID of the submission, so the ledger books it only once.
 *
 * @returns the batch as its owner may currently see it
 * @throws AppError and TransportError when the answers cannot be read; the batch then stays open and is checked again
 */
export async function advanceBatch(
  batch: Batch,
  news: JsonObject,
  snapshot: Snapshot,
  deps: AdvanceBatchDeps,
): Promise<JsonObject> {
  const form = formOf(batch)
  if (!batch.isOpen) return news
  const described = form.withoutAnswers?.(news) ?? news
  if (!form.hasEnded(news)) {
    await deps.batches.describe(batch, described)
    return described
  }
  const answers = form.readAnswers(batch, news, opener(batch, snapshot, deps))
  const used = await sumAnswers(answers, batch, { form, counted: form.countAnswers?.(news) })
  const cost = costOf(used, batch)
  await charge(batch, used, cost, { form, snapshot, deps })
  for (const id of form.readFiles?.(news) ?? []) await noteFile(batch, id, snapshot, deps)
  const atMs = deps.clock.now()
  await deps.batches.close(batch, { described, cost, atMs })
  // The charge has released the first hold. A later hold may be newer than this copy of the batch.
  const holdId = await deps.batches.holdOf(batch)
  if (holdId !== batch.requestId) await freeBatch(holdId, atMs, deps.ledger)
  return news
}

const opener =
  ({ place, vendorId }: Batch, snapshot: Snapshot, deps: AdvanceBatchDeps): OpenContent =>
  async ({ at, path, query = {} }) => {
    const exchange = await openAccount(place, { method: 'GET', at, path, query }, snapshot, deps)
    if (exchange?.status === 200) return exchange
    exchange?.abort()
    throw new AppError('upstream_error', { detail: { batch: vendorId, status: exchange?.status } })
  }

/** Charges for a batch. @throws AppError `internal` when the ledger refuses to book it, which must be investigated */
async function charge(
  batch: Batch,
  used: BatchUsage,
  cost: Amount,
  {
    form,
    snapshot,
    deps,
  }: { readonly form: BatchForm; readonly snapshot: Snapshot; readonly deps: AdvanceBatchDeps },
): Promise<void> {
  const { requestId, userId, tokenId, place, model, held } = batch
  const { options } = snapshot
  const atMs = deps.clock.now()
  const outcome = await deps.ledger.submit({
    op: 'settle',
    id: requestId,
    userId,
    tokenId,
    channelId: place.channelId,
    cost,
    atMs,
    log: options.LogConsumeEnabled
      ? describeCharge(batch, used, { cost, atMs, path: form.path }, snapshot)
      : null,
    stat: options.DataExportEnabled
      ? {
          model,
          hourTime: Math.floor(atMs / 3_600_000) * 3600,
          tokens: used.usage.inputTokens + used.usage.outputTokens,
        }
      : null,
    note: cost > held ? 'overrun' : null,
  })
  if (!outcome.ok) throw new AppError('internal', { detail: { requestId, cost, outcome } })
  if (outcome.replayed) return
  deps.meters.served += used.answered
  deps.meters.charged += cost
  if (cost > held) deps.meters.overruns += 1
  if (cost === 0n) return
  const warningThreshold = await deps.batches.warningThresholdOf(batch)
  deps.onCharged({ userId, warningThreshold }, outcome.available)
}

/** How long Google's result files are remembered. Their name comes with the batch, so the vendor need not be asked. */
const GEMINI_FILE_MS = 30 * 86_400_000

/** Records a result file, so that its owner can read it. */
async function noteFile(batch: Batch, id: string, snapshot: Snapshot, deps: AdvanceBatchDeps): Promise<void> {
  const { userId, place } = batch
  const { protocol } = formOf(batch)
  const account = reachAccount(place, snapshot)
  const known = (await deps.files.ownersOf([id])).get(id)
  if (known || !account) return
  const described = protocol === 'gemini' ? { name: id } : await describeFile(batch, id, snapshot, deps)
  const { expires_at: seconds } = described
  const expiresMs = typeof seconds === 'number' ? seconds * 1000 : undefined
  const file: NewFile = {
    id,
    userId,
    protocol,
    account: { channelId: place.channelId, key: account.key },
    described,
    purpose: protocol === 'gemini' ? '' : (asText(described.purpose) ?? 'batch_output'),
    expiresMs: protocol === 'gemini' ? deps.clock.now() + GEMINI_FILE_MS : expiresMs,
  }
  try {
    await deps.files.add(file)
  } catch (error) {
    // The batch was checked by somebody else at the same time.
    const owner = (await deps.files.ownersOf([id])).get(id)
    if (owner?.userId !== userId) throw error
  }
}

async function describeFile(
  batch: Batch,
  id: string,
  snapshot: Snapshot,
  deps: AdvanceBatchDeps,
): Promise<JsonObject> {
  const about = aboutFile({ id, protocol: 'openai' }, 'GET')
  const answer = await askAccount(batch.place, about, snapshot, deps)
  const described = answer?.status === 200 ? asObject(parseJson(answer.body.toString('utf8'))) : undefined
  if (!described) throw new AppError('upstream_error', { detail: { batch: batch.vendorId } })
  return described
}
