import type { OperationName } from '../protocols/types.ts'
import type { Call, Channel, ChannelType, FoundFormat, SpokenFormat } from './types.ts'

/**
 * Determines which of OpenAI's two conversation formats the server of a channel speaks. A type lists the formats of its
 * vendor, but a channel with its own base URL may have a server that supports only one of them.
 */

export const isSpokenFormat = (operation: Call['operation']): operation is SpokenFormat =>
  operation === 'chat' || operation === 'responses'

/** Reports whether a channel lacks an operation, by its setting or because its server was found not to support it. */
export function lacksFormat(
  { serves }: ChannelType,
  { setting, speaksFound }: Channel,
  operation: OperationName,
): boolean {
  if (!isSpokenFormat(operation)) return false
  const only = setting.speaks ?? (speaksFound === 'both' ? undefined : speaksFound)
  return only !== undefined && only !== operation && serves[only] !== undefined
}

/** Reports whether the formats of a channel must be probed: they are not set, and its server may lack one. */
export const mustFindFormats = (type: ChannelType, channel: Channel): boolean =>
  channel.setting.speaks === undefined &&
  type.serves.chat !== undefined &&
  type.serves.responses !== undefined &&
  !(type.servesAll?.(channel) ?? channel.baseUrl === '')

/** Returns the formats that may be used with a channel: the setting, or the probed result; undefined = unknown or not applicable. */
export function spokenBy(type: ChannelType | undefined, channel: Channel): FoundFormat | undefined {
  if (type?.serves.chat === undefined || type.serves.responses === undefined) return undefined
  return channel.setting.speaks ?? (mustFindFormats(type, channel) ? channel.speaksFound : 'both')
}
