import { AppError } from '../errors/app-error.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Snapshot } from '../relay/route/snapshot.ts'
import type { AskAccountDeps } from '../relay/stored/ask-account.ts'
import { askBatches } from './ask-batches.ts'
import type { Batch } from './batch.ts'
import { formOf } from './forms/index.ts'

/**
 * Asks the vendor for the state of a batch, or to cancel it.
 *
 * @returns the vendor's current description of the batch
 * @throws AppError like {@link askBatches}, and `upstream_malformed` when the response is about another batch
 */
export async function askBatch(
  batch: Batch,
  action: 'show' | 'cancel',
  snapshot: Snapshot,
  deps: AskAccountDeps,
): Promise<JsonObject> {
  const form = formOf(batch)
  const { place, vendorId } = batch
  const answer = await askBatches(place, form.callFor(action, vendorId), snapshot, deps)
  const id = form.readId(answer)
  if (id === vendorId) return answer
  // Google responds to a cancellation with an empty object.
  if (action === 'cancel' && id === undefined) return askBatch(batch, 'show', snapshot, deps)
  throw new AppError('upstream_malformed', { detail: { channelId: place.channelId, vendorId, id } })
}
