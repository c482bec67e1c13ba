import * as registry from './registry.ts'
import type { ChannelType } from './types.ts'

/** The types that this version can call, by their number. */
export const channelTypes: ReadonlyMap<number, ChannelType> = new Map(
  Object.values(registry).map((each: ChannelType): [number, ChannelType] => [each.type, each]),
)
