import { channelTypes } from '../channel-types/index.ts'
import type { BatchProtocol, Channel } from '../channel-types/types.ts'
import { keyHint, keyOfHint } from '../channels/key-hint.ts'
import { AppError } from '../errors/app-error.ts'
import { type Entered, mayUse } from '../relay/admit/admit.ts'
import { pickKey } from '../relay/call/attempt-rules.ts'
import type { Health } from '../relay/route/health.ts'
import { modelNotFound } from '../relay/route/model-not-found.ts'
import { drawByPriority } from '../relay/route/plan.ts'
import { CHANNEL_ENABLED, channelsFor, modelsOf } from '../relay/route/snapshot.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'
import { runsBatches } from './runs-batches.ts'

/** Inputs for choosing the account of a batch. */
export interface BatchWish {
  readonly protocol: BatchProtocol
  readonly model: string
  /** The account that stores the files of its requests; undefined = they refer to no files. */
  readonly keeper: StatePlace | undefined
}

/** The account chosen for a batch. */
export interface ChosenAccount {
  readonly channel: Channel
  readonly key: string
  readonly place: StatePlace
}

/** The operation under which failed submissions are counted. */
export const BATCHES = { operation: 'batches', model: '' } as const

/**
 * Chooses among the channels that serve the model to the group and whose vendor supports batches of this form: by
 * priority and weight, as for an ordinary call. Servers that merely imitate the vendor come last, because many do not
 * support batches; so do channels that have just failed. Channels with their own instructions or overrides are
 * excluded: they would change requests in a way that is made for single calls.
 *
 * @throws AppError `model_not_found`, `batches_unsupported`, `file_out_of_reach`, `pin_invalid`, `pin_disabled`
 */
export function chooseAccount(entered: Entered, wish: BatchWish, health: Health): ChosenAccount {
  const { keeper } = wish
  const able = ableChannels(entered, wish)
  if (keeper) {
    const channel = able.find(({ id }) => id === keeper.channelId)
    const key = channel && keyOfHint(channel, keeper.keyHint)
    if (!channel || key === undefined) throw new AppError('file_out_of_reach', { values: { id: wish.model } })
    return { channel, key, place: keeper }
  }
  const isWell = ({ id: channelId }: Channel) => !health.failedLately({ channelId, ...BATCHES })
  const drawn = drawByPriority(able, Math.random, undefined)
  const [channel] = [
    ...drawn.filter((each) => isWell(each) && isSure(each)),
    ...drawn.filter(isWell),
    ...drawn,
  ]
  if (!channel)
    throw new AppError('batches_unsupported', { values: { model: wish.model, group: entered.group } })
  const key = pickKey(channel, [], health, undefined)
  return { channel, key, place: { channelId: channel.id, keyHint: keyHint(channel.id, key) } }
}

function ableChannels(entered: Entered, { protocol, model }: BatchWish): readonly Channel[] {
  return listed(entered, model).filter(
    (channel) =>
      runsBatches(channel, protocol) && channel.paramOverride === undefined && channel.systemPrompt === '',
  )
}

function listed({ caller, group, pinnedChannelId, snapshot }: Entered, model: string): readonly Channel[] {
  if (pinnedChannelId !== undefined) {
    const pinned = snapshot.channels.get(pinnedChannelId)
    if (!pinned) throw new AppError('pin_invalid')
    if (pinned.status !== CHANNEL_ENABLED) throw new AppError('pin_disabled')
    return [pinned]
  }
  const found = channelsFor(snapshot.routes, group, model)
  if (found.length > 0) return found
  const offered = modelsOf(snapshot.routes, group)
  throw modelNotFound(
    model,
    offered.filter((name) => mayUse(caller, name)),
  )
}

/** Whether the channel's server is known to support batches. */
const isSure = (channel: Channel): boolean =>
  channel.baseUrl === '' || channelTypes.get(channel.type)?.servesAll?.(channel) === true
