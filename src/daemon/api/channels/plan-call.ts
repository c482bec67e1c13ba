import { channelTypes } from '../../channel-types/index.ts'
import { spokenBy } from '../../channel-types/spoken-formats.ts'
import type { Channel } from '../../channel-types/types.ts'
import { channelStatus } from '../../channels/channel-row.ts'
import type { Data } from '../../http/contract.ts'
import type { Options } from '../../options/registry.ts'
import type { HealthReport } from '../../relay/route/health.ts'
import { isOffered } from '../../relay/route/offered.ts'
import { shareAmong } from '../../relay/route/plan.ts'
import { channelsFor } from '../../relay/route/snapshot.ts'
import type { Services } from '../../services.ts'

type CallPlan = Data<'planCall'>
type Planned = CallPlan['channels'][number]

interface Judged {
  readonly channel: Channel
  readonly health: HealthReport
  readonly reason: Planned['reason']
}

/** A hypothetical call. */
export interface WouldBe {
  readonly model: string
  readonly group: string
  /** The fallback models of the token, in order. */
  readonly fallbacks: readonly string[]
}

/** The group of the call, the channels with a route for it, and the settings. */
interface Asked {
  readonly group: string
  readonly routed: ReadonlySet<Channel>
  readonly options: Options
}

/**
 * Predicts the order in which an ordinary call would try channels now, by the rules of `relay/route/plan.ts`, and why
 * the other channels of the model are skipped. Properties of a specific request (a long prompt, an unusual operation)
 * are not considered.
 */
export function planCall(
  { snapshot, health }: Pick<Services, 'snapshot' | 'health'>,
  { model, group, fallbacks }: WouldBe,
): CallPlan {
  const now = snapshot()
  const routed = new Set(channelsFor(now.routes, group, model))
  const judged = [...now.channels.values()]
    .filter((channel) => routed.has(channel) || serves(channel, model))
    .map((channel): Judged => {
      const report = health.describe(channel, model)
      return {
        channel,
        health: report,
        reason: reasonOf(channel, { group, routed, options: now.options }, report),
      }
    })
  const tried = judged.filter(({ reason }) => reason === null).sort(byOrder)
  const others = judged
    .filter(({ reason }) => reason !== null)
    .sort((a, b) => (a.channel.name < b.channel.name ? -1 : 1))
  const ranks = Map.groupBy(tried, rankKey)
  const ranked = [...ranks.values()].flatMap((members, at) => {
    const tier = members.map(({ channel }) => channel)
    return members.map((each) => toAnswer(each, at + 1, shareAmong(each.channel, tier)))
  })
  const ratio = now.options.GroupRatio.get(group)
  return {
    model,
    group,
    group_ratio: ratio ?? '1',
    is_group_known: ratio !== undefined,
    fallbacks: [...fallbacks],
    channels: [...ranked, ...others.map((each) => toAnswer(each, null, null))],
  }
}

const serves = ({ modelPrefix, models }: Channel, model: string): boolean =>
  model.startsWith(modelPrefix) && models.includes(model.slice(modelPrefix.length))

function reasonOf(
  channel: Channel,
  { group, routed, options }: Asked,
  health: HealthReport,
): Planned['reason'] {
  if (channel.status === channelStatus.disabled) return 'disabled'
  if (channel.status !== channelStatus.enabled) return 'disabled-automatically'
  if (!channel.groups.includes(group)) return 'other-group'
  if (!isOffered(channelTypes.get(channel.type), options)) return 'unsupported'
  // A channel with a longer prefix offers the same name and gets all of its calls.
  if (!routed.has(channel)) return 'prefix-taken'
  if (health.coolingSeconds > 0) return 'cooling'
  if (health.isFailing) return 'failing'
  return health.usableKeys === 0 ? 'no-usable-key' : null
}

/** Sorts channels that failed lately after all others, then by priority. */
const byOrder = (a: Judged, b: Judged): number =>
  Number(a.health.failedLately) - Number(b.health.failedLately) ||
  b.channel.priority - a.channel.priority ||
  a.channel.id - b.channel.id

const rankKey = ({ channel, health }: Judged): string => `${health.failedLately} ${channel.priority}`

const toAnswer = (
  { channel, health, reason }: Judged,
  rank: number | null,
  share: number | null,
): Planned => ({
  channel_id: channel.id,
  channel_name: channel.name,
  type: channel.type,
  status: channel.status,
  priority: channel.priority,
  weight: channel.weight,
  rank,
  share,
  reason,
  failed_lately: health.failedLately,
  failures_in_a_row: health.failuresInARow,
  cooling_seconds: health.coolingSeconds,
  keys: channel.keys.length,
  usable_keys: health.usableKeys,
  speaks: spokenBy(channelTypes.get(channel.type), channel) ?? null,
})
