import { channelTypes } from '../../channel-types/index.ts'
import type { Channel } from '../../channel-types/types.ts'
import { LossList } from '../../protocols/conversation/losses.ts'
import type { JsonObject, RequestFacts } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Health } from './health.ts'
import { type Plan, plan } from './plan.ts'
import type { Snapshot } from './snapshot.ts'
import { chooseWire } from './wire.ts'

/** What routing must know of an admitted request. */
export interface Routable {
  readonly inbound: Pick<InboundRequest, 'codec'>
  readonly admitted: {
    readonly group: string
    readonly pinnedChannelId: number | undefined
    readonly body: JsonObject
    readonly facts: Pick<RequestFacts, 'model'>
    readonly promptTokens: number
  }
  readonly snapshot: Snapshot
}

export interface RouteDeps {
  readonly health: Health
}

/**
 * The plan of an admitted request.
 *
 * @throws AppError as {@link plan}; `translation_unsupported`, naming the field, when the request uses what only its own
 *   protocol keeps and the channels left speak others
 */
export function planFor({ inbound, admitted, snapshot }: Routable, { health }: RouteDeps): Plan {
  const { codec } = inbound
  const { group, pinnedChannelId, promptTokens } = admitted
  const { model } = admitted.facts
  const needsOwn = codec.needsOwnProtocol?.(admitted.body) ?? false
  const serves = (channel: Channel): boolean => {
    const type = channelTypes.get(channel.type)
    return type !== undefined && chooseWire(type, channel, { codec, model, needsOwn }) !== undefined
  }
  try {
    return plan(snapshot, { group, model, pinnedChannelId, promptTokens, serves }, health, Math.random)
  } catch (error) {
    if (needsOwn) codec.client?.decodeRequest(admitted.body, new LossList())
    throw error
  }
}
