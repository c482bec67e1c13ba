import type { Logger } from 'pino'
import { AppError } from '../errors/app-error.ts'
import type { Ledger } from '../ledger/operations.ts'
import type { Amount } from '../money/amount.ts'
import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { batchQuote } from '../pricing/batch-price.ts'
import { estimateHold } from '../pricing/hold-estimate.ts'
import { looksThingsUp } from '../pricing/model-limits.ts'
import { quote } from '../pricing/price-book.ts'
import type { Quote } from '../pricing/quote.ts'
import { asText } from '../protocols/json-access.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Entered } from '../relay/admit/admit.ts'
import { describeTransportFault } from '../relay/call/upstream-errors.ts'
import { type RefusalDeps, readRefusal } from '../relay/hold/read-refusal.ts'
import { channelsFor } from '../relay/route/snapshot.ts'
import { upstreamModelOf } from '../relay/route/wire.ts'
import { type AskAccountDeps, openAccount, reachAccount } from '../relay/stored/ask-account.ts'
import type { VendorFile, VendorFiles } from '../relay/stored/vendor-files.ts'
import { TransportError } from '../upstream/exchange.ts'
import { askBatches, runsBatches } from './ask-batches.ts'
import { BATCH_ENDPOINTS, type Payer } from './batch.ts'
import type { BatchesStore } from './batches-store.ts'
import { freeBatch, holdBatch } from './hold-batch.ts'
import { type BatchGoing, type BatchInput, readInput } from './read-input.ts'
import { readLines } from './read-lines.ts'

export interface SubmitBatchDeps extends AskAccountDeps, RefusalDeps {
  readonly ledger: Ledger
  readonly files: VendorFiles
  readonly batches: BatchesStore
  readonly log: Logger
}

/** A batch that somebody wants to have run. */
export interface Submission {
  readonly entered: Entered
  readonly requestId: string
  readonly address: string
  readonly body: JsonObject
}

/**
 * Submits a batch to the account that keeps its input file. All that its requests may cost is held first, as for a single
 * request; only then is the vendor asked. What the vendor refuses costs nothing.
 *
 * @returns what the vendor says of it
 * @throws AppError as {@link readInput} and a hold, and for what the vendor refuses
 */
export async function submitBatch(submission: Submission, deps: SubmitBatchDeps): Promise<JsonObject> {
  const { entered, requestId, body } = submission
  const { caller, snapshot } = entered
  const file = await findInput(submission, deps)
  const going = readGoing(submission, file)
  const input = await readFile(file, going, deps)
  checkChannel(input.model, going)
  const price = priceOf(input.model, entered)
  const held = amountOf(input, price)
  const { channelId } = file.place
  const payer: Payer = {
    username: caller.username,
    tokenName: caller.tokenName,
    group: entered.group,
    address: caller.showsIpInLogs ? submission.address : '',
  }
  const owner = { userId: caller.userId, tokenId: caller.tokenId === 0 ? null : caller.tokenId }
  const atMs = deps.clock.now()
  const hold = { id: requestId, ...owner, channelId, model: input.model, amount: held, payer, atMs }
  const outcome = await holdBatch(hold, snapshot.options, deps.ledger)
  if (!outcome.ok) {
    readRefusal(outcome, held, { admitted: { caller }, snapshot }, deps)
    throw new AppError('internal')
  }
  const { requests, promptTokens, model } = input
  const { endpoint } = going
  try {
    await deps.batches.insert({
      requestId,
      ...owner,
      place: file.place,
      model,
      endpoint,
      requests,
      promptTokens,
      payer,
      price,
      held,
      createdMs: atMs,
    })
    const described = await askBatches(
      file.place,
      { method: 'POST', path: '', body: vendorBody(body) },
      snapshot,
      deps,
    )
    const id = asText(described.id)
    if (
      id === undefined ||
      !/^[\w.:-]{1,256}$/.test(id) ||
      !(await deps.batches.accept(requestId, id, described))
    )
      throw new AppError('upstream_malformed', { detail: { channelId } })
    return described
  } catch (error) {
    await giveUp(requestId, deps)
    throw error
  }
}

/** Never rejects: what cannot be dropped now is dropped by a later pass (`watch-batches.ts`). */
async function giveUp(requestId: string, { batches, ledger, clock, log }: SubmitBatchDeps): Promise<void> {
  try {
    await freeBatch(requestId, clock.now(), ledger)
    await batches.drop(requestId)
  } catch (error) {
    log.warn({ err: error, requestId }, 'a batch that was not taken could not be dropped')
  }
}

/** @throws AppError `file_not_found` */
async function findInput({ entered, body }: Submission, { files }: SubmitBatchDeps): Promise<VendorFile> {
  const id = asText(body.input_file_id)
  if (id === undefined) throw invalid('input_file_id', "you must provide an 'input_file_id'")
  const file = await files.find(entered.caller.userId, 'openai', id)
  if (!file) throw new AppError('file_not_found', { values: { id: id.slice(0, 100) } })
  return file
}

/** @throws AppError `file_out_of_reach`, `invalid_request` */
function readGoing({ entered, body }: Submission, { id, place }: VendorFile): BatchGoing {
  const endpoint = asText(body.endpoint) ?? ''
  const codec = BATCH_ENDPOINTS.get(endpoint)
  if (!codec) throw invalid('endpoint', `'endpoint' must be one of ${[...BATCH_ENDPOINTS.keys()].join(', ')}`)
  const account = reachAccount(place, entered.snapshot)
  if (!account) throw new AppError('file_out_of_reach', { values: { id } })
  if (!runsBatches(account.channel.type))
    throw invalid('input_file_id', 'the channel that keeps the input file runs no batches')
  return { entered, ...account, place, endpoint, codec }
}

async function readFile(file: VendorFile, going: BatchGoing, deps: SubmitBatchDeps): Promise<BatchInput> {
  const question = {
    method: 'GET',
    at: 'files',
    path: `/${encodeURIComponent(file.id)}/content`,
    query: {},
  } as const
  try {
    const exchange = await openAccount(file.place, question, going.entered.snapshot, deps)
    if (exchange?.status !== 200) {
      exchange?.abort()
      throw new AppError('file_not_found', { values: { id: file.id } })
    }
    return await readInput(readLines(exchange), going, deps.files)
  } catch (error) {
    throw error instanceof TransportError ? describeTransportFault(error) : error
  }
}

/** The file goes to the vendor as it is, so a channel that would change its requests cannot take it. */
function checkChannel(model: string, { entered, channel }: BatchGoing): void {
  const { snapshot, group } = entered
  if (!channelsFor(snapshot.routes, group, model).some(({ id }) => id === channel.id))
    throw invalid('input_file_id', `the channel that keeps the input file does not serve ${model}`)
  if (looksThingsUp(model))
    throw invalid('input_file_id', `${model} searches by itself and cannot be used in a batch`)
  const { paramOverride, systemPrompt } = channel
  if (paramOverride || systemPrompt !== '' || upstreamModelOf(channel, model) !== model)
    throw invalid('input_file_id', `the channel that keeps the input file changes requests for ${model}`)
}

/** @throws AppError `model_price_error` */
function priceOf(model: string, { caller, group, snapshot }: Entered): Quote {
  const price = quote(snapshot.prices, {
    requestedModel: model,
    upstreamModel: model,
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  if (!price) throw new AppError('model_price_error', { values: { model } })
  return batchQuote(price)
}

/** @throws AppError `charge_too_large` */
const amountOf = ({ requests, promptTokens, outputTokens }: BatchInput, price: Quote): Amount =>
  estimateHold(price, {
    promptTokens,
    outputTokensCap: outputTokens,
    preConsumedQuota: 0,
    ...(price.kind === 'per-call' && { units: (BigInt(requests) * RATIO_SCALE) as Ratio }),
  })

/** What OpenAI's API has. Anything else could mean something to a vendor that is not charged here. */
const PASSED = ['input_file_id', 'endpoint', 'completion_window', 'metadata', 'output_expires_after'] as const

const vendorBody = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = body[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
