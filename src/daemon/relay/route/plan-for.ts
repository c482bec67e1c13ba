import { channelTypes } from '../../channel-types/index.ts'
import type { Channel } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import { LossList } from '../../protocols/conversation/losses.ts'
import type { JsonObject, RequestFacts } from '../../protocols/types.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { type Account, type Affinity, readAffinity } from './affinity.ts'
import type { Health } from './health.ts'
import { type Plan, plan } from './plan.ts'
import { channelsFor, type Snapshot } from './snapshot.ts'
import { chooseWire, wantedBy } from './wire.ts'

/** The parts of an admitted request that routing needs. */
export interface Routable {
  readonly inbound: Pick<InboundRequest, 'codec' | 'headers'>
  readonly admitted: {
    readonly caller: {
      readonly tokenId: number
      readonly userId: number
      readonly modelLimits?: ReadonlySet<string> | undefined
    }
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

/** The account that made what a request refers to. */
export interface MadeBy {
  readonly account: Account
  /** The name of something that only this account has; undefined = others can answer too, without it. */
  readonly needed: string | undefined
  /** Set if what is needed is a file, which its owner can upload again. */
  readonly isFile?: true
}

/**
 * Makes the plan of an admitted request.
 *
 * @throws AppError as {@link plan}; `translation_unsupported`, naming the field, if the request uses something that
 * only vendors of its own protocol store and the remaining channels use others; `previous_response_not_found` and
 * `file_out_of_reach` if the account that stores what it needs cannot be used
 */
export function planFor(asked: Routable, { health }: RouteDeps, madeBy?: MadeBy): Plan {
  const { admitted, snapshot } = asked
  const { codec } = asked.inbound
  const { group, pinnedChannelId, promptTokens } = admitted
  const { model } = admitted.facts
  const needsOwn = codec.needsOwnProtocol?.(admitted.body) ?? false
  const wanted = { ...wantedBy(asked), needsOwn }
  const serves = (channel: Channel): boolean => {
    const type = channelTypes.get(channel.type)
    return type !== undefined && chooseWire(type, channel, wanted) !== undefined
  }
  const isPinnedElsewhere = pinnedChannelId !== undefined && pinnedChannelId !== madeBy?.account.channelId
  // A pinned channel is always asked, and its own answer counts.
  if (madeBy?.needed !== undefined && !isPinnedElsewhere) return boundPlan(asked, madeBy, serves)
  const question = {
    group,
    model,
    pinnedChannelId,
    promptTokens,
    operation: codec.operation,
    allowedModels: admitted.caller.modelLimits,
    serves,
    affinity: affinityOf(asked, madeBy?.account),
  }
  try {
    return plan(snapshot, question, health, Math.random)
  } catch (error) {
    if (needsOwn) codec.client?.decodeRequest(admitted.body, new LossList())
    throw error
  }
}

/** Returns the preference of a request, or undefined if there is no choice to make. */
function affinityOf(
  { inbound, admitted, snapshot }: Routable,
  account: Account | undefined,
): Affinity | undefined {
  const listed = channelsFor(snapshot.routes, admitted.group, admitted.facts.model)
  if (listed.length <= 1 && (listed[0]?.keys.length ?? 0) <= 1) return undefined
  const { caller, body, promptTokens } = admitted
  const conversation = snapshot.options['general_setting.channel_affinity_enabled']
    ? readAffinity({ ...caller, headers: inbound.headers, body, promptTokens })
    : undefined
  return account ? { by: 'state', seed: conversation?.seed, account } : conversation
}

/**
 * Plans for one account only, because no other has what the request needs. A key that the channel has lost was most
 * likely replaced by another key of the same account, so the vendor is asked with the remaining ones.
 */
function boundPlan(
  { admitted, snapshot }: Routable,
  { account: { channelId, key }, needed = '', isFile }: MadeBy,
  serves: (channel: Channel) => boolean,
): Plan {
  const { group } = admitted
  const { model } = admitted.facts
  const channel = channelsFor(snapshot.routes, group, model).find(({ id }) => id === channelId)
  if (!channel || !serves(channel))
    throw new AppError(isFile ? 'file_out_of_reach' : 'previous_response_not_found', {
      values: { id: needed },
    })
  return {
    group,
    model,
    candidates: [channel.keys.includes(key) ? { ...channel, keys: [key] } : channel],
    skipped: [],
    failedLately: [],
    isPinned: true,
    affinity: { by: 'state', seed: undefined, account: { channelId, key } },
  }
}
