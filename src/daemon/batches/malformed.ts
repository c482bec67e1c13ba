import { AppError } from '../errors/app-error.ts'
import type { Batch } from './batch.ts'

/** What a vendor says of a batch cannot be read. It is looked at again. */
export const malformed = ({ vendorId, place }: Batch, what: string): AppError =>
  new AppError('upstream_malformed', { detail: { batch: vendorId, channelId: place.channelId, what } })
