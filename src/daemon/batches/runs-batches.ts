import { channelTypes } from '../channel-types/index.ts'
import type { BatchProtocol, Channel } from '../channel-types/types.ts'

/** Whether a channel's vendor supports batches of this form. */
export const runsBatches = ({ type }: Channel, protocol: BatchProtocol): boolean =>
  channelTypes.get(type)?.runsBatches === protocol
