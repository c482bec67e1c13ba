import { AppError } from '../errors/app-error.ts'
import type { Ledger } from '../ledger/operations.ts'
import type { Amount } from '../money/amount.ts'
import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { batchQuote } from '../pricing/batch-price.ts'
import { estimateHold } from '../pricing/hold-estimate.ts'
import { quote } from '../pricing/price-book.ts'
import type { Quote } from '../pricing/quote.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Entered } from '../relay/admit/admit.ts'
import { type RefusalDeps, readRefusal } from '../relay/hold/read-refusal.ts'
import { stripPrefix } from '../relay/route/model-name.ts'
import { upstreamModelOf } from '../relay/route/wire.ts'
import { askBatches } from './ask-batches.ts'
import type { Payer } from './batch.ts'
import type { BatchForm, BatchOrder, ReadOrderDeps, Submission } from './batch-form.ts'
import type { BatchesStore } from './batches-store.ts'
import { BATCHES } from './choose-account.ts'
import { freeBatch, holdBatch } from './hold-batch.ts'

export interface SubmitBatchDeps extends ReadOrderDeps, RefusalDeps {
  readonly ledger: Ledger
  readonly batches: BatchesStore
}

/** Matches IDs that fit in a URL. */
const ID = /^[\w.:-]{1,256}$/

/**
 * Submits a batch. The maximum cost of its requests is held first, as for a single request; only then is the vendor
 * called. A batch that the vendor refuses costs nothing.
 *
 * @returns the vendor's description of the batch
 * @throws AppError from reading the form or making the hold, and for anything the vendor refuses
 */
export async function submitBatch(
  form: BatchForm,
  submission: Submission,
  deps: SubmitBatchDeps,
): Promise<JsonObject> {
  const { entered, requestId } = submission
  const { caller, snapshot } = entered
  const order = await form.readOrder(submission, deps)
  const price = priceOf(order, entered)
  const held = amountOf(order, price)
  const { channel, place, model, endpoint, requests, promptTokens } = order
  const payer: Payer = {
    username: caller.username,
    tokenName: caller.tokenName,
    group: entered.group,
    address: caller.showsIpInLogs ? submission.address : '',
  }
  const owner = { userId: caller.userId, tokenId: caller.tokenId === 0 ? null : caller.tokenId }
  const atMs = deps.clock.now()
  const hold = { id: requestId, ...owner, channelId: channel.id, model, amount: held, payer, atMs }
  const outcome = await holdBatch(hold, snapshot.options, deps.ledger)
  if (!outcome.ok) {
    readRefusal(outcome, held, { admitted: { caller }, snapshot }, deps)
    throw new AppError('internal')
  }
  const batch = { ...owner, place, model, endpoint, requests, promptTokens, payer, price, held }
  try {
    await deps.batches.insert({ requestId, ...batch, createdMs: atMs })
    const answer = await askBatches(place, order.call, snapshot, deps)
    const id = form.readId(answer)
    const described = form.withoutAnswers?.(answer) ?? answer
    if (id === undefined || !ID.test(id) || !(await deps.batches.accept(requestId, id, described)))
      throw new AppError('upstream_malformed', { detail: { channelId: channel.id } })
    deps.health.noteSuccess({ channelId: channel.id, ...BATCHES })
    return described
  } catch (error) {
    if (isOfChannel(error)) deps.health.noteFailure({ channelId: channel.id, ...BATCHES }, undefined)
    await giveUp(requestId, deps)
    throw error
  }
}

/**
 * Whether the error is the channel's fault: a server without batches, or one that is down. The next batch then goes to
 * another channel, if there is one.
 */
const isOfChannel = (error: unknown): boolean =>
  error instanceof AppError && (error.status >= 500 || error.status === 404 || error.status === 405)

/** Drops a submission. Never rejects: if it cannot be dropped now, a later pass does so (`watch-batches.ts`). */
async function giveUp(requestId: string, { batches, ledger, clock, log }: SubmitBatchDeps): Promise<void> {
  try {
    await freeBatch(requestId, clock.now(), ledger)
    await batches.drop(requestId)
  } catch (error) {
    log.warn({ err: error, requestId }, 'a batch that was not taken could not be dropped')
  }
}

/** Returns the price of a batch. @throws AppError `model_price_error` */
function priceOf({ channel, model }: BatchOrder, { caller, group, snapshot }: Entered): Quote {
  const price = quote(snapshot.prices, {
    requestedModel: stripPrefix(model, channel.modelPrefix),
    upstreamModel: upstreamModelOf(channel, model),
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  if (!price) throw new AppError('model_price_error', { values: { model } })
  return batchQuote(price)
}

/** Returns the amount to hold. @throws AppError `charge_too_large` */
const amountOf = ({ requests, promptTokens, outputTokens }: BatchOrder, price: Quote): Amount =>
  estimateHold(price, {
    promptTokens,
    outputTokensCap: outputTokens,
    preConsumedQuota: 0,
    ...(price.kind === 'per-call' && { units: (BigInt(requests) * RATIO_SCALE) as Ratio }),
  })
