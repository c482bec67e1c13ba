import type { Channel } from '../../channel-types/types.ts'
import { AppError } from '../../errors/app-error.ts'
import { PROMPT_TOO_LONG } from '../../protocols/context-overflow.ts'
import { type Affinity, drawFor } from './affinity.ts'
import type { Health } from './health.ts'
import { modelNotFound } from './model-not-found.ts'
import { CHANNEL_ENABLED, channelsFor, isServedByDisabled, modelsOf, type Snapshot } from './snapshot.ts'

/** Added to the weight of every channel, so that a channel with weight 0 still gets a share. */
const WEIGHT_BASE = 10

/**
 * Returns the share of the calls, 0 to 1, that a channel gets among those of its priority.
 * @param tier includes the channel
 */
export function shareAmong(
  channel: Pick<Channel, 'weight'>,
  tier: readonly Pick<Channel, 'weight'>[],
): number {
  const total = tier.reduce((sum, { weight }) => sum + weight + WEIGHT_BASE, 0)
  return Math.round(((channel.weight + WEIGHT_BASE) / total) * 10_000) / 10_000
}

/** The channels to try, in order, and those that were skipped and why. Printed by `tollgate explain`. */
export interface Plan {
  readonly group: string
  /** The requested name. */
  readonly model: string
  readonly candidates: readonly Channel[]
  readonly skipped: readonly Skipped[]
  /** Ids of the candidates that come last, whatever their priority, because they failed recently. */
  readonly failedLately: readonly number[]
  readonly isPinned: boolean
  /** What decided between channels of one priority, and between the keys of one channel; absent = chance. */
  readonly affinity?: Affinity | undefined
}

export interface Skipped {
  readonly channelId: number
  readonly reason: 'cooling' | 'prompt-too-long' | 'unsupported' | 'no-usable-key' | 'failing'
}

export interface PlanQuestion {
  readonly group: string
  readonly model: string
  readonly pinnedChannelId: number | undefined
  readonly promptTokens: number
  /** The requested operation, as errors name it. */
  readonly operation: string
  /** The models that the caller may use; absent = all of the group. */
  readonly allowedModels?: ReadonlySet<string> | undefined
  /** Whether the channel's type serves the operation. */
  readonly serves: (channel: Channel) => boolean
  readonly affinity?: Affinity | undefined
}

/** The remaining members of a plan if no channel has a problem. */
const undisturbed = { skipped: [], failedLately: [] } as const

/**
 * Orders the channels of (group, model): by priority, then by a weighted draw within each priority, which always has
 * the same result for a conversation. Channels that failed recently come last; those whose upstream asked us to wait
 * are left out. The account that made what the request refers to comes before all other healthy ones. Pure but for
 * `random`.
 *
 * @throws AppError `pin_invalid`, `pin_disabled`, `model_not_found`, `operation_unsupported`, `no_available_channel`,
 * `prompt_too_long`, `upstream_rate_limited`
 */
export function plan(snapshot: Snapshot, question: PlanQuestion, health: Health, random: () => number): Plan {
  const { group, model, affinity } = question
  if (question.pinnedChannelId !== undefined) {
    const channel = readPinned(snapshot, question.pinnedChannelId)
    return { ...undisturbed, group, model, candidates: [channel], isPinned: true }
  }
  const listed = channelsFor(snapshot.routes, group, model)
  if (listed.length === 1 && listed[0] && judge(listed[0], question, health) === undefined)
    return { ...undisturbed, group, model, candidates: listed, isPinned: false, affinity }

  const usable: Channel[] = []
  const skipped: Skipped[] = []
  for (const channel of listed) {
    const reason = judge(channel, question, health)
    if (reason) skipped.push({ channelId: channel.id, reason })
    else usable.push(channel)
  }
  if (usable.length === 0) throw refusal(snapshot, question, skipped, health)
  const { operation } = question
  const isWell = ({ id }: Channel) => !health.failedLately({ channelId: id, model, operation })
  const well = usable.filter(isWell)
  const unwell = well.length === usable.length ? [] : usable.filter((channel) => !isWell(channel))
  return {
    ...undisturbed,
    group,
    model,
    candidates: [
      ...withFirst(drawByPriority(well, random, affinity?.seed), affinity?.account?.channelId),
      ...drawByPriority(unwell, random, affinity?.seed),
    ],
    skipped,
    failedLately: unwell.map(({ id }) => id),
    isPinned: false,
    affinity,
  }
}

/** Puts first the channel that made what the request refers to, whatever its priority: others may not understand it. */
function withFirst(channels: Channel[], id: number | undefined): Channel[] {
  const first = id === undefined ? undefined : channels.find((each) => each.id === id)
  return first ? [first, ...channels.filter((each) => each !== first)] : channels
}

function readPinned(snapshot: Snapshot, id: number): Channel {
  const channel = snapshot.channels.get(id)
  if (!channel) throw new AppError('pin_invalid')
  if (channel.status !== CHANNEL_ENABLED) throw new AppError('pin_disabled')
  return channel
}

function judge(channel: Channel, question: PlanQuestion, health: Health): Skipped['reason'] | undefined {
  if (!question.serves(channel)) return 'unsupported'
  if (channel.maxInputTokens > 0 && question.promptTokens > channel.maxInputTokens) return 'prompt-too-long'
  if (health.isCooling(channel.id, question.model)) return 'cooling'
  if (health.isOpen({ channelId: channel.id, operation: question.operation })) return 'failing'
  if (!health.hasUsableKey(channel)) return 'no-usable-key'
  return undefined
}

/** The seconds to wait if every channel is disabled, because somebody has to enable one. */
const DISABLED_RETRY_SECONDS = 60

function refusal(
  snapshot: Snapshot,
  question: PlanQuestion,
  skipped: readonly Skipped[],
  health: Health,
): AppError {
  const { group, model, operation, allowedModels } = question
  const values = { model, group }
  if (skipped.length === 0) {
    if (isServedByDisabled(snapshot, group, model))
      return new AppError('no_available_channel', {
        values,
        retryAfterSeconds: DISABLED_RETRY_SECONDS,
        isWorthRetrying: false,
      })
    const offered = modelsOf(snapshot.routes, group)
    return modelNotFound(model, allowedModels ? offered.filter((name) => allowedModels.has(name)) : offered)
  }
  const able = skipped.filter(({ reason }) => reason !== 'unsupported')
  if (able.length === 0) return new AppError('operation_unsupported', { values: { model, operation } })
  if (able.every(({ reason }) => reason === 'prompt-too-long'))
    return new AppError('prompt_too_long', {
      values: { ...values, tokens: question.promptTokens },
      upstream: PROMPT_TOO_LONG,
    })
  const waits = able
    .filter(({ reason }) => reason === 'cooling')
    .map(({ channelId }) => health.coolingSeconds(channelId, model))
  const retryAfterSeconds = Math.max(1, Math.min(...waits))
  if (waits.length === able.length)
    return new AppError('upstream_rate_limited', { values, retryAfterSeconds })
  return new AppError('no_available_channel', {
    values,
    retryAfterSeconds: 1,
    isWorthRetrying: true,
    detail: { skipped },
  })
}

/**
 * Goes through the priorities from high to low, and draws without replacement within each, in proportion to weight +
 * 10.
 * @param seed makes the draw repeatable; over many conversations, the shares are the same as with random draws
 */
export function drawByPriority(
  channels: readonly Channel[],
  random: () => number,
  seed: number | undefined,
): Channel[] {
  const drawn: Channel[] = []
  for (let start = 0; start < channels.length; ) {
    const priority = channels[start]?.priority
    let end = start
    while (channels[end]?.priority === priority && end < channels.length) end += 1
    const tier = channels.slice(start, end)
    if (seed === undefined) while (tier.length > 0) drawn.push(...tier.splice(drawIndex(tier, random), 1))
    else drawn.push(...drawBySeed(tier, seed))
    start = end
  }
  return drawn
}

/**
 * Draws a waiting time for each channel independently, shorter the greater its weight, and sorts by it: each channel is
 * first in proportion to its weight, and adding or removing a channel moves no conversation between the others
 * (rendezvous hashing).
 */
function drawBySeed(tier: readonly Channel[], seed: number): Channel[] {
  if (tier.length === 1) return [...tier]
  const waits = new Map(
    tier.map((each) => [each, -Math.log(drawFor(seed, String(each.id))) / (each.weight + WEIGHT_BASE)]),
  )
  return tier.toSorted((a, b) => (waits.get(a) ?? 0) - (waits.get(b) ?? 0))
}

function drawIndex(tier: readonly Channel[], random: () => number): number {
  let point = random() * tier.reduce((sum, each) => sum + each.weight + WEIGHT_BASE, 0)
  for (const [index, each] of tier.entries()) {
    point -= each.weight + WEIGHT_BASE
    if (point < 0) return index
  }
  return tier.length - 1
}
