import type { Channel, ChannelSwitch, ChannelType } from '../../channel-types/types.ts'
import { isVideoModel } from '../../channel-types/video-models.ts'
import type { Options } from '../../options/registry.ts'

/**
 * Whether models of channels of this type are offered: this version can call them, and no option switches them off.
 * This is the only place with this rule: channels that are not offered get no routes, which lists, prices and pickers
 * are read from.
 *
 * @param type undefined = a type that this version cannot call
 */
export function isOffered(
  type: Pick<ChannelType, 'switchedBy'> | undefined,
  options: Pick<Options, ChannelSwitch>,
): boolean {
  if (type === undefined) return false
  return type.switchedBy === undefined || options[type.switchedBy]
}

/**
 * Returns the channel with only its offered models; undefined if there are none. If tasks are switched off, a type that
 * also serves other operations keeps its other models.
 */
export function offeredPart(
  channel: Channel,
  type: Pick<ChannelType, 'switchedBy'> | undefined,
  options: Pick<Options, ChannelSwitch>,
): Channel | undefined {
  if (!isOffered(type, options)) return undefined
  if (options.TaskEnabled) return channel
  const models = channel.models.filter((model) => !isVideoModel(channel.modelMapping.get(model) ?? model))
  if (models.length === channel.models.length) return channel
  return models.length === 0 ? undefined : { ...channel, models }
}
