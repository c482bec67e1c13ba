import type { OperationName } from '../protocols/types.ts'
import type { Call, Channel, ChannelType, FoundFormat, SpokenFormat } from './types.ts'

/**
 * Which of OpenAI's two conversation formats the server of a channel speaks. A type says what its vendor speaks; behind an
 * address of its own, a channel may have a server that has only one of them.
 */

export const isSpokenFormat = (operation: Call['operation']): operation is SpokenFormat =>
  operation === 'chat' || operation === 'responses'

/** Whether an operation is left out for a channel: by its setting, or because its server was found to lack it. */
export function lacksFormat(
  { serves }: ChannelType,
  { setting, speaksFound }: Channel,
  operation: OperationName,
): boolean {
  if (!isSpokenFormat(operation)) return false
  const only = setting.speaks ?? (speaksFound === 'both' ? undefined : speaksFound)
  return only !== undefined && only !== operation && serves[only] !== undefined
}

/** Whether the formats of a channel have to be found out: nobody has set them, and its server may lack one. */
export const mustFindFormats = (type: ChannelType, channel: Channel): boolean =>
  channel.setting.speaks === undefined &&
  type.serves.chat !== undefined &&
  type.serves.responses !== undefined &&
  !(type.servesAll?.(channel) ?? channel.baseUrl === '')

/** What a channel is asked in at most: the setting, or else what was found; undefined = not known, or nothing to know. */
export function spokenBy(type: ChannelType | undefined, channel: Channel): FoundFormat | undefined {
  if (type?.serves.chat === undefined || type.serves.responses === undefined) return undefined
  return channel.setting.speaks ?? (mustFindFormats(type, channel) ? channel.speaksFound : 'both')
}
