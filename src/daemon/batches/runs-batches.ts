import { channelTypes } from '../channel-types/index.ts'
import type { BatchProtocol, Channel } from '../channel-types/types.ts'

/** Whether the vendor of a channel runs batches of a form, whose usage says what they cost. */
export const runsBatches = ({ type }: Channel, protocol: BatchProtocol): boolean =>
  channelTypes.get(type)?.runsBatches === protocol
