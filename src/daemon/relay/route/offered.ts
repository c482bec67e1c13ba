import type { ChannelSwitch, ChannelType } from '../../channel-types/types.ts'
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
