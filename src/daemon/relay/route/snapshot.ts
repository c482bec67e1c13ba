import { channelTypes } from '../../channel-types/index.ts'
import type { Channel } from '../../channel-types/types.ts'
import type { Options } from '../../options/registry.ts'
import { createPriceBook, type PriceBook, type PriceTables } from '../../pricing/price-book.ts'
import { otherNameOf } from './model-name.ts'
import { offeredPart } from './offered.ts'
import { type RetryRules, readRetryRules } from './retry.ts'

/** The channel status of an enabled channel, which takes traffic. */
export const CHANNEL_ENABLED = 1

/** The data that routing, admission and pricing use. Immutable; replaced as a whole when anything in it changes. */
export interface Snapshot {
  readonly options: Options
  readonly prices: PriceBook
  /** All channels by id, including those that are disabled or not offered. */
  readonly channels: ReadonlyMap<number, Channel>
  readonly routes: RouteTable
  readonly retry: RetryRules
}

/** By group, then by requested name (including prefix): the enabled channels that serve it. */
export type RouteTable = ReadonlyMap<string, ReadonlyMap<string, readonly Channel[]>>

/** Builds a snapshot. Pure. */
export function buildSnapshot(options: Options, channels: readonly Channel[]): Snapshot {
  return {
    options,
    prices: createPriceBook(readPriceTables(options)),
    channels: new Map(channels.map((each) => [each.id, each])),
    routes: buildRoutes(
      channels.flatMap((each) => offeredPart(each, channelTypes.get(each.type), options) ?? []),
    ),
    retry: readRetryRules(options),
  }
}

function readPriceTables(options: Options): PriceTables {
  return {
    modelPrice: options.ModelPrice,
    modelRatio: options.ModelRatio,
    completionRatio: options.CompletionRatio,
    cacheRatio: options.CacheRatio,
    longPromptRatio: options.LongPromptRatio,
    groupRatio: options.GroupRatio,
    groupGroupRatio: options.GroupGroupRatio,
    fallbackPricing: {
      enabled: options.fallback_pricing_enabled,
      singlePrice: options.fallback_single_price ?? '',
      inputRatio: options.fallback_input_ratio ?? '',
      completionRatio: options.fallback_completion_ratio ?? '',
    },
    quotaPerUnit: options.QuotaPerUnit,
  }
}

/**
 * Builds the route table. A channel with a prefix only serves prefixed names; if two prefixes result in the same name,
 * the longer one wins. Lists are sorted by priority, highest first, then by id, so that planning needs no sorting.
 */
export function buildRoutes(channels: readonly Channel[]): RouteTable {
  const routes = new Map<string, Map<string, Channel[]>>()
  for (const channel of channels) {
    if (channel.status !== CHANNEL_ENABLED) continue
    for (const group of channel.groups) {
      const models = routes.get(group) ?? new Map<string, Channel[]>()
      routes.set(group, models)
      for (const model of channel.models) {
        const name = channel.modelPrefix + model
        const known = models.get(name)
        const rank = channel.modelPrefix.length - (known?.[0]?.modelPrefix.length ?? -1)
        if (!known || rank > 0) models.set(name, [channel])
        else if (rank === 0) known.push(channel)
      }
    }
  }
  for (const models of routes.values())
    for (const list of models.values()) list.sort((a, b) => b.priority - a.priority || a.id - b.id)
  return routes
}

/** Returns the channels that serve a name to a group, under that name or its other one. */
export function channelsFor(routes: RouteTable, group: string, model: string): readonly Channel[] {
  const models = routes.get(group)
  if (!models) return []
  const exact = models.get(model)
  if (exact) return exact
  const other = otherNameOf(model)
  return (other === undefined ? undefined : models.get(other)) ?? []
}

/** Whether a channel that is offered but disabled has the name for the group. */
export function isServedByDisabled({ channels, options }: Snapshot, group: string, model: string): boolean {
  const other = otherNameOf(model)
  for (const channel of channels.values()) {
    if (channel.status === CHANNEL_ENABLED || !channel.groups.includes(group)) continue
    const offered = offeredPart(channel, channelTypes.get(channel.type), options)
    const has = (name: string) => offered?.models.some((each) => channel.modelPrefix + each === name)
    if (has(model) || (other !== undefined && has(other))) return true
  }
  return false
}

/** Returns every name that at least one group can request, sorted. */
export function modelsOfAll(routes: RouteTable): readonly string[] {
  return [...new Set([...routes.values()].flatMap((models) => [...models.keys()]))].sort()
}

/** Returns the names that a group can request, sorted. */
export function modelsOf(routes: RouteTable, group: string): readonly string[] {
  return [...(routes.get(group)?.keys() ?? [])].sort()
}
