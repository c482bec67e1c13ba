import type { Data } from '../../http/contract.ts'
import { shareAmong } from '../../relay/route/plan.ts'
import { channelsFor, type Snapshot } from '../../relay/route/snapshot.ts'

type ChannelShare = NonNullable<Data<'getChannel'>['share']>

/**
 * Computes the share of calls that a channel gets among those of its priority. The share differs between models and
 * groups, because the competing channels differ.
 *
 * @returns undefined while the channel takes no calls
 */
export function shareOf({ channels, routes }: Snapshot, id: number): ChannelShare | undefined {
  const channel = channels.get(id)
  if (!channel) return undefined
  const { groups, models, modelPrefix, priority } = channel
  const shares = groups.flatMap((group) =>
    models.flatMap((model) => {
      const tier = channelsFor(routes, group, modelPrefix + model).filter(
        (each) => each.priority === priority,
      )
      return tier.some((each) => each.id === id) ? [shareAmong(channel, tier)] : []
    }),
  )
  if (shares.length === 0) return undefined
  const [lowest, highest] = shares.reduce<readonly [number, number]>(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [1, 0],
  )
  return { lowest, highest }
}
