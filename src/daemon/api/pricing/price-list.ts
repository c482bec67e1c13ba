import { termsOf } from '../../billing/price-book.ts'
import type { ModelTerms, PriceBasis } from '../../billing/quote.ts'
import { ratioToNumber } from '../../billing/ratio.ts'
import { channelTypes } from '../../channel-types/index.ts'
import type { Answer } from '../../plugins/contract.ts'
import { channelsFor, modelsOf, type Snapshot } from '../../relay/snapshot.ts'
import { usableGroups } from '../groups/groups.service.ts'

export type PriceList = Pick<Answer<'getPricing'>, 'data' | 'group_ratio' | 'usable_group'>
type PriceItem = PriceList['data'][number]

/** What a model without any price costs where that is accepted. */
const UNPRICED_RATIO = 37.5

/** Lists are built once per snapshot and group: the page is public and asked for often. */
const lists = new WeakMap<Snapshot, Map<string, PriceList>>()

/**
 * What can be called and what it costs, for the groups of one user; groups that the caller cannot use are named nowhere.
 *
 * @param userGroup undefined = a visitor
 */
export function priceList(snapshot: Snapshot, userGroup: string | undefined): PriceList {
  const ofSnapshot = lists.get(snapshot) ?? new Map<string, PriceList>()
  lists.set(snapshot, ofSnapshot)
  const known = ofSnapshot.get(userGroup ?? '')
  if (known) return known
  const list = buildList(snapshot, userGroup)
  ofSnapshot.set(userGroup ?? '', list)
  return list
}

function buildList(snapshot: Snapshot, userGroup: string | undefined): PriceList {
  const groups = usableGroups(snapshot.options, userGroup)
  const groupsOf = new Map<string, string[]>()
  for (const { name } of groups)
    for (const model of modelsOf(snapshot.routes, name))
      groupsOf.set(model, [...(groupsOf.get(model) ?? []), name])
  return {
    data: [...groupsOf]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([model, enabled]) => toItem(snapshot, model, enabled)),
    group_ratio: Object.fromEntries(groups.map(({ name, ratio }) => [name, Number(ratio)])),
    usable_group: Object.fromEntries(groups.map(({ name, description }) => [name, description])),
  }
}

/** Priced as a call would be: by the name without prefix, then by the name of the first channel's upstream. */
function toItem(snapshot: Snapshot, model: string, groups: readonly string[]): PriceItem {
  const channel = channelsFor(snapshot.routes, groups[0] ?? '', model)[0]
  const requested = channel ? model.slice(channel.modelPrefix.length) : model
  const terms = termsOf(snapshot.prices, requested, channel?.modelMapping.get(requested) ?? requested)
  return {
    model_name: model,
    owner_by: (channel && channelTypes.get(channel.type)?.ownedBy) ?? '',
    enable_groups: [...groups].sort(),
    ...toPrice(terms),
  }
}

type Price = Omit<PriceItem, 'model_name' | 'owner_by' | 'enable_groups'>

function toPrice(terms: ModelTerms | undefined): Price {
  if (!terms)
    return {
      quota_type: 0,
      model_ratio: UNPRICED_RATIO,
      model_price: 0,
      completion_ratio: 1,
      cache_ratio: 1,
      price_source: 'unpriced',
    }
  return {
    quota_type: terms.kind === 'per-call' ? 1 : 0,
    model_ratio: ratioToNumber(terms.modelRatio),
    model_price: ratioToNumber(terms.modelPrice),
    completion_ratio: ratioToNumber(terms.completionRatio),
    cache_ratio: ratioToNumber(terms.cacheRatio),
    price_source: sourceOf(terms.basis),
  }
}

const sourceOf = (basis: PriceBasis): Price['price_source'] =>
  basis === 'fallback' || basis === 'unpriced' ? basis : 'explicit'
