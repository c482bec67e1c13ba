import { channelTypes } from '../../channel-types/index.ts'
import { isVideoModel } from '../../channel-types/video-models.ts'
import type { Answer, Data } from '../../http/contract.ts'
import { modelFamily } from '../../models/model-family.ts'
import {
  divideRatios,
  formatRatio,
  multiplyRatios,
  RATIO_ONE,
  RATIO_ZERO,
  type Ratio,
  ratio,
  ratioToNumber,
} from '../../money/ratio.ts'
import { termsOf } from '../../pricing/price-book.ts'
import type { ModelTerms, PriceBasis } from '../../pricing/quote.ts'
import { modelNotFound } from '../../relay/route/model-not-found.ts'
import { channelsFor, modelsOf, type Snapshot } from '../../relay/route/snapshot.ts'
import { upstreamModelOf } from '../../relay/route/wire.ts'
import { usableGroups } from '../groups/groups.service.ts'
import { drawingOf } from './drawing.ts'

export type PriceList = Pick<Answer<'getPricing'>, 'data' | 'group_ratio' | 'usable_group'>
type PriceItem = PriceList['data'][number]

/** The ratio of models without a price, for users who accept that. */
const UNPRICED_RATIO = 37.5
/** Number of tokens that prices in dollars refer to. */
const TOKENS_PRICED = 1_000_000n

/** Built once per snapshot and group, because the page is public and requested often. */
const lists = new WeakMap<Snapshot, Map<string, PriceList>>()

/**
 * Lists the models that can be called and their prices, for the groups of one user; groups that the caller cannot use
 * are left out.
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

function toItem(snapshot: Snapshot, model: string, groups: readonly string[]): PriceItem {
  const channel = channelsFor(snapshot.routes, groups[0] ?? '', model)[0]
  return {
    model_name: model,
    owner_by: (channel && channelTypes.get(channel.type)?.ownedBy) ?? '',
    enable_groups: [...groups].sort(),
    drawing: drawingOf(snapshot, model, groups),
    input_modalities: modalitiesTaken(upstreamNames(snapshot, model, groups)),
    ...toPrice(snapshot, termsFor(snapshot, model, groups)),
    call_unit: callUnitOf(upstreamNames(snapshot, model, groups)),
  }
}

/**
 * Returns the price of one model, for callers who may see it.
 *
 * @param userGroup undefined = a visitor
 * @param isAdmin sees models of every group, and prices of models that no channel serves
 * @throws AppError `model_not_found`
 */
export function modelPrice(
  snapshot: Snapshot,
  model: string,
  userGroup: string | undefined,
  isAdmin: boolean,
): Data<'getModelPrice'> {
  const { data } = priceList(snapshot, userGroup)
  const listed = data.map((each) => each.model_name)
  const groups = isAdmin
    ? [...snapshot.routes.keys()].filter((group) => channelsFor(snapshot.routes, group, model).length > 0)
    : (data.find((each) => each.model_name === model)?.enable_groups ?? [])
  const terms = termsFor(snapshot, model, groups)
  if (groups.length === 0 && (!isAdmin || terms === undefined || terms.basis === 'fallback'))
    throw modelNotFound(model, listed)
  return toModelPrice(snapshot, model, terms, groups)
}

/** Converts a price to the API's format. @param terms undefined = the model has no price */
export function toModelPrice(
  snapshot: Snapshot,
  model: string,
  terms: ModelTerms | undefined,
  groups: readonly string[],
): Data<'getModelPrice'> {
  const { price_source, quota_type, input_usd, output_usd, cache_read_usd, call_usd } = toPrice(
    snapshot,
    terms,
  )
  return {
    model_name: model,
    priced_as: terms?.pricedModel ?? model,
    price_source,
    quota_type,
    model_ratio: terms ? formatRatio(terms.modelRatio) : String(UNPRICED_RATIO),
    completion_ratio: formatRatio(terms?.completionRatio ?? RATIO_ONE),
    cache_ratio: formatRatio(terms?.cacheRatio ?? RATIO_ONE),
    model_price: formatRatio(terms?.modelPrice ?? RATIO_ZERO),
    input_usd,
    output_usd,
    cache_read_usd,
    call_usd,
    call_unit: callUnitOf([terms?.pricedModel ?? model, ...upstreamNames(snapshot, model, groups)]),
    long_prompt: describeLongPrompt(terms),
    enable_groups: [...groups].sort(),
  }
}

/**
 * Returns the unit of the price per call: videos are charged for each second. Relays may make videos with models whose
 * names do not show it.
 */
const callUnitOf = (names: readonly string[]): 'call' | 'second' =>
  names.some(isVideoModel) ? 'second' : 'call'

/**
 * Returns the input modalities of a model, looked up by the vendor's name first, then by ours. Empty if both are
 * unknown.
 */
const modalitiesTaken = (names: readonly string[]): PriceItem['input_modalities'] => [
  ...(names.map(modelFamily).findLast((family) => family !== undefined)?.takes ?? []),
]

/** Returns the client's name of a model, and that of the first channel's vendor. */
function upstreamNames(snapshot: Snapshot, model: string, groups: readonly string[]): readonly string[] {
  const channel = channelsFor(snapshot.routes, groups[0] ?? '', model)[0]
  return channel ? [model, upstreamModelOf(channel, model)] : [model]
}

/** Finds the price as for a call: by the name without prefix, then by the first channel's upstream name. */
function termsFor(snapshot: Snapshot, model: string, groups: readonly string[]): ModelTerms | undefined {
  const channel = channelsFor(snapshot.routes, groups[0] ?? '', model)[0]
  const requested = channel ? model.slice(channel.modelPrefix.length) : model
  return termsOf(snapshot.prices, requested, channel?.modelMapping.get(requested) ?? requested)
}

type Price = Omit<
  PriceItem,
  'model_name' | 'owner_by' | 'enable_groups' | 'drawing' | 'input_modalities' | 'call_unit'
>

function toPrice({ prices }: Snapshot, terms: ModelTerms | undefined): Price {
  /** Converts a model ratio to dollars per million tokens. */
  const perMillion = (modelRatio: Ratio): string =>
    formatRatio(divideRatios((modelRatio * TOKENS_PRICED) as Ratio, prices.quotaPerUnit))
  if (!terms)
    return {
      quota_type: 0,
      model_ratio: UNPRICED_RATIO,
      model_price: 0,
      completion_ratio: 1,
      cache_ratio: 1,
      price_source: 'unpriced',
      input_usd: perMillion(ratio(String(UNPRICED_RATIO))),
      output_usd: perMillion(ratio(String(UNPRICED_RATIO))),
      cache_read_usd: perMillion(ratio(String(UNPRICED_RATIO))),
      call_usd: '',
      long_prompt: null,
    }
  const { modelRatio, completionRatio, cacheRatio } = terms
  const usd =
    terms.kind === 'per-call'
      ? { input_usd: '', output_usd: '', cache_read_usd: '', call_usd: formatRatio(terms.modelPrice) }
      : {
          input_usd: perMillion(modelRatio),
          output_usd: perMillion(multiplyRatios(modelRatio, completionRatio)),
          cache_read_usd: perMillion(multiplyRatios(modelRatio, cacheRatio)),
          call_usd: '',
        }
  return {
    ...usd,
    quota_type: terms.kind === 'per-call' ? 1 : 0,
    model_ratio: ratioToNumber(terms.modelRatio),
    model_price: ratioToNumber(terms.modelPrice),
    completion_ratio: ratioToNumber(terms.completionRatio),
    cache_ratio: ratioToNumber(terms.cacheRatio),
    price_source: sourceOf(terms.basis),
    long_prompt: describeLongPrompt(terms),
  }
}

function describeLongPrompt(terms: ModelTerms | undefined): Price['long_prompt'] {
  if (!terms?.longPrompt) return null
  const { above, input, output } = terms.longPrompt
  return { above, input_ratio: formatRatio(input), output_ratio: formatRatio(output) }
}

const sourceOf = (basis: PriceBasis): Price['price_source'] =>
  basis === 'fallback' || basis === 'unpriced' ? basis : 'explicit'
