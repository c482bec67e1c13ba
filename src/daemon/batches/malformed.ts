import { AppError } from '../errors/app-error.ts'
import type { Batch } from './batch.ts'

/** Creates the error for a vendor's response about a batch that cannot be read. A later pass tries again. */
export const malformed = ({ vendorId, place }: Batch, what: string): AppError =>
  new AppError('upstream_malformed', { detail: { batch: vendorId, channelId: place.channelId, what } })
