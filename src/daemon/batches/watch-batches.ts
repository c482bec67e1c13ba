import type { Knex } from 'knex'
import type { Snapshot } from '../relay/route/snapshot.ts'
import { reachAccount } from '../relay/stored/ask-account.ts'
import { sideBySide } from '../side-by-side.ts'
import { endLease, takeLease } from '../tasks/lease.ts'
import { type AdvanceBatchDeps, advanceBatch } from './advance-batch.ts'
import { askBatch } from './ask-batch.ts'
import type { Batch } from './batch.ts'
import { formOf } from './forms/index.ts'
import { freeBatch, holdBatch } from './hold-batch.ts'

export interface WatchBatchesDeps extends AdvanceBatchDeps {
  readonly knex: Knex
  readonly instanceId: string
  readonly snapshot: () => Snapshot
}

/** Polls the batches that vendors are working on. */
export interface BatchWatch {
  /** Polls every open batch once, unless another daemon does so. Errors of vendors do not reject. */
  pass(): Promise<void>
  /** Stops polling and leaves it to other daemons. */
  end(): Promise<void>
}

/** How often vendors are polled. */
export const WATCH_BATCHES_MS = 60_000

const LEASE = { name: 'watch-batches', forMs: 10 * WATCH_BATCHES_MS } as const
const AT_ONCE = 8
/** A vendor gets a minute to respond, so a submission older than this was interrupted by the death of its daemon. */
const SUBMISSION_MS_MAX = 10 * 60_000
/** A vendor has a day for a batch. If the answers still cannot be read long after that, they never will be. */
const BATCH_MS_MAX = 4 * 86_400_000

export function watchBatches(deps: WatchBatchesDeps): BatchWatch {
  const { knex, instanceId, batches, log } = deps
  let running: Promise<void> = Promise.resolve()
  let isEnding = false

  const lookAfter = async (batch: Batch): Promise<void> => {
    if (isEnding) return
    try {
      if (!reachAccount(batch.place, deps.snapshot())) return await giveUpIfOld(batch, deps)
      const mayGoOn = await keepHeld(batch, deps)
      const news = await askBatch(batch, mayGoOn ? 'show' : 'cancel', deps.snapshot(), deps)
      await advanceBatch(batch, news, deps.snapshot(), deps)
    } catch (error) {
      log.warn(
        { err: error, batchId: batch.vendorId, requestId: batch.requestId },
        'a batch could not be polled',
      )
      await giveUpIfOld(batch, deps)
    }
  }

  const work = async (): Promise<void> => {
    if (isEnding || !(await takeLease(knex, { ...LEASE, instanceId }))) return
    for (const { requestId, holdId } of await batches.cutOff(deps.clock.now() - SUBMISSION_MS_MAX)) {
      await freeBatch(holdId, deps.clock.now(), deps.ledger)
      await batches.drop(requestId)
    }
    const open = await batches.open((requestId, cause) =>
      log.error({ err: cause, requestId }, 'a stored batch cannot be read and is not polled'),
    )
    await sideBySide(open, AT_ONCE, lookAfter)
  }

  return {
    pass() {
      running = running.catch(() => undefined).then(work)
      return running
    },
    async end() {
      isEnding = true
      await endLease(knex, { name: LEASE.name, instanceId })
    },
  }
}

/** Gives up an old batch that nobody, including its owner, can read any more, and releases its hold. */
async function giveUpIfOld(batch: Batch, { batches, clock, ledger }: WatchBatchesDeps): Promise<void> {
  const atMs = clock.now()
  if (atMs - batch.createdMs < BATCH_MS_MAX) return
  const described = formOf(batch).giveUp(batch.described)
  // A daemon may have died between the charge and recording the end.
  await batches.close(batch, { described, cost: await batches.chargedFor(batch), atMs })
  await freeBatch(await batches.holdOf(batch), atMs, ledger)
}

/**
 * Renews the hold of a batch if it is gone, because a hold ends with the daemon that made it. The same amount is held.
 * @returns false if the balance no longer covers the amount: the batch must then be stopped
 */
async function keepHeld(batch: Batch, deps: WatchBatchesDeps): Promise<boolean> {
  if (await deps.batches.hasHold(batch)) return true
  const atMs = deps.clock.now()
  const id = `${batch.requestId}.${atMs}`
  const { userId, tokenId, model, held, payer, place } = batch
  const hold = { id, userId, tokenId, channelId: place.channelId, model, amount: held, payer, atMs }
  const outcome = await holdBatch(hold, deps.snapshot().options, deps.ledger)
  if (!outcome.ok)
    return outcome.reason !== 'wallet' && outcome.reason !== 'token' && outcome.reason !== 'period'
  if (!(await deps.batches.holdBy(batch, id))) await freeBatch(id, atMs, deps.ledger)
  return true
}
