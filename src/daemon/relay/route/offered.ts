import type { Channel, ChannelSwitch, ChannelType } from '../../channel-types/types.ts'
import { isVideoModel } from '../../channel-types/video-models.ts'
import type { Options } from '../../options/registry.ts'

/**
 * Whether models of channels of this type are offered: this version calls them, and no option switches them off. The one
 * place of this rule: what is not offered gets no route, and lists, prices and pickers are read from the routes.
 *
 * @param type undefined = one that this version does not call
 */
export function isOffered(
  type: Pick<ChannelType, 'switchedBy'> | undefined,
  options: Pick<Options, ChannelSwitch>,
): boolean {
  if (type === undefined) return false
  return type.switchedBy === undefined || options[type.switchedBy]
}

/**
 * The channel with the models of it that are offered; undefined when none is. A type that serves more than tasks keeps
 * its other models where tasks are switched off.
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
