import type { Channel, ChannelType } from '../../channel-types/types.ts'
import type { Codec, OperationName } from '../../protocols/types.ts'
import { stripPrefix } from './model-name.ts'

/** The conversation formats, in the order they are tried when the vendor does not speak the client's own. */
const CONVERSATIONS: readonly OperationName[] = ['chat', 'messages', 'generate', 'responses']

/** What decides which format a channel is called in. */
export interface Wanted {
  /** The client's protocol. */
  readonly codec: Codec
  /** The name the client asks for: some vendors speak different formats for different models. */
  readonly model: string
  /** The request uses something that only a vendor of the client's own protocol keeps for its clients. */
  readonly needsOwn?: boolean
}

/**
 * The format a channel is called in: the client's own where the vendor speaks it, because bytes pass through then;
 * otherwise one that the client's can be translated into. undefined = the channel cannot serve the request.
 */
export function chooseWire(type: ChannelType, channel: Channel, wanted: Wanted): Codec | undefined {
  const { codec: client, needsOwn = false } = wanted
  const upstreamModel = upstreamModelOf(channel, wanted.model)
  const own = codecOf(type, channel, client.operation, upstreamModel)
  if (own?.id === client.id) return own
  if (!client.client) return own && isFormOf(own, client) ? own : undefined
  if (needsOwn) return undefined
  for (const operation of CONVERSATIONS) {
    const codec = codecOf(type, channel, operation, upstreamModel)
    if (codec?.upstream) return codec
  }
  return undefined
}

/** The format an operation is asked in, where the vendor takes it for this model. */
export function codecOf(
  type: ChannelType,
  channel: Channel,
  operation: OperationName,
  upstreamModel: string,
): Codec | undefined {
  const codec = type.serves[operation]
  if (!codec || type.speaks?.(operation, upstreamModel, channel) === false) return undefined
  return type.codecFor?.(operation, channel, upstreamModel) ?? codec
}

/** Whether bodies and answers can be changed from one form of an operation to another. */
const isFormOf = (wire: Codec, client: Codec): boolean => wire.form !== undefined || client.form !== undefined

/** The name the channel's upstream knows: prefix removed, mapping followed. */
export function upstreamModelOf(channel: Channel, requestedModel: string): string {
  const model = stripPrefix(requestedModel, channel.modelPrefix)
  return channel.modelMapping.get(model) ?? model
}
