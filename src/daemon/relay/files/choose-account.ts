import { channelTypes } from '../../channel-types/index.ts'
import type { Channel, FileProtocol } from '../../channel-types/types.ts'
import { keyOfHint } from '../../channels/key-hint.ts'
import { AppError } from '../../errors/app-error.ts'
import { checkModel, type Entered, mayUse } from '../admit/admit.ts'
import { pickKey } from '../call/attempt-rules.ts'
import type { Health } from '../route/health.ts'
import { modelNotFound } from '../route/model-not-found.ts'
import { drawByPriority } from '../route/plan.ts'
import { CHANNEL_ENABLED, channelsFor, modelsOf } from '../route/snapshot.ts'
import type { StatePlace } from '../stored/vendor-states.ts'

/** Inputs for choosing the account of a new file. */
export interface FileWish {
  readonly protocol: FileProtocol
  /** The model that will read the file, if the client names one. */
  readonly model: string | undefined
  /** The account that has the user's newest file. */
  readonly newest: StatePlace | undefined
}

/** The account that gets a new file. */
export interface ChosenAccount {
  readonly channel: Channel
  readonly key: string
}

/** The service that failed uploads are counted for. */
export const FILES = { operation: 'files', model: '' } as const

/**
 * Chooses among the group's channels whose vendor stores files in this protocol and which offer a model that the token
 * may use, or the model that the client names. The account of the user's newest file is preferred, because a request
 * can only use files of one account; otherwise priority and weight decide, with the same draw for each file of a user.
 * Servers that only imitate the vendor come last, as many store no files, and so do channels that have just failed.
 *
 * @throws AppError `files_unsupported`, `model_not_found`, `token_model_forbidden`, `pin_invalid`, `pin_disabled`
 */
export function chooseAccount(entered: Entered, wish: FileWish, health: Health): ChosenAccount {
  const { userId } = entered.caller
  const able = ableChannels(entered, wish)
  const { newest } = wish
  const known = newest && able.find(({ id }) => id === newest.channelId)
  const knownKey = known && newest ? keyOfHint(known, newest.keyHint) : undefined
  if (known && knownKey !== undefined && isWell(known, health) && health.keysInUse(known).includes(knownKey))
    return { channel: known, key: knownKey }
  const drawn = drawByPriority(able, Math.random, userId)
  const [channel] = [
    ...drawn.filter((each) => isWell(each, health) && isSure(each)),
    ...drawn.filter((each) => isWell(each, health)),
    ...drawn,
  ]
  if (!channel) throw new AppError('files_unsupported', { values: { group: entered.group } })
  return { channel, key: pickKey(channel, [], health, { by: 'session', seed: userId }) }
}

/** Returns the channels that can take the file, in routing order. */
function ableChannels(
  { caller, group, pinnedChannelId, snapshot }: Entered,
  { protocol, model }: FileWish,
): readonly Channel[] {
  const keeps = ({ type }: Channel) => channelTypes.get(type)?.keepsFiles === protocol
  if (pinnedChannelId !== undefined) {
    const pinned = snapshot.channels.get(pinnedChannelId)
    if (!pinned) throw new AppError('pin_invalid')
    if (pinned.status !== CHANNEL_ENABLED) throw new AppError('pin_disabled')
    return [pinned].filter(keeps)
  }
  const offered = modelsOf(snapshot.routes, group)
  const allowed = offered.filter((name) => mayUse(caller, name))
  if (model !== undefined) {
    checkModel(caller, model)
    const listed = channelsFor(snapshot.routes, group, model)
    if (listed.length === 0) throw modelNotFound(model, allowed)
    return listed.filter(keeps)
  }
  const found = new Map<number, Channel>()
  for (const name of allowed)
    for (const channel of channelsFor(snapshot.routes, group, name))
      if (keeps(channel)) found.set(channel.id, channel)
  return [...found.values()].sort((a, b) => b.priority - a.priority || a.id - b.id)
}

const isWell = ({ id: channelId }: Channel, health: Health): boolean =>
  !health.failedLately({ channelId, ...FILES })

/** Whether its server is certain to store files. */
const isSure = (channel: Channel): boolean =>
  channel.baseUrl === '' || channelTypes.get(channel.type)?.servesAll?.(channel) === true
