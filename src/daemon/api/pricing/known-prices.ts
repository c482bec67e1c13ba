import type { Data } from '../../http/contract.ts'
import { termsOf } from '../../pricing/price-book.ts'
import type { ModelTerms } from '../../pricing/quote.ts'
import type { Snapshot } from '../../relay/route/snapshot.ts'
import { toModelPrice } from './price-list.ts'

interface Served {
  readonly groups: Set<string>
  /** One entry per channel that serves the model, because the upstream name may have a price too. */
  readonly terms: (ModelTerms | undefined)[]
}

/** Built once per snapshot, because an editor asks again after every save. */
const lists = new WeakMap<Snapshot, Data<'listModelPrices'>>()

/** Lists every model with an entry in a price table or behind an enabled channel, under the name that is priced. */
export function knownPrices(snapshot: Snapshot): Data<'listModelPrices'> {
  const known = lists.get(snapshot)
  if (known) return known
  const list = buildList(snapshot)
  lists.set(snapshot, list)
  return list
}

function buildList(snapshot: Snapshot): Data<'listModelPrices'> {
  const { prices, options } = snapshot
  const served = servedModels(snapshot)
  const names = new Set([
    ...served.keys(),
    ...options.ModelPrice.keys(),
    ...options.ModelRatio.keys(),
    ...options.CompletionRatio.keys(),
    ...options.CacheRatio.keys(),
  ])
  return [...names].sort().map((name) => {
    const entry = served.get(name)
    if (!entry) return toModelPrice(snapshot, name, termsOf(prices, name), [])
    // A call may go to any of the channels, so the model counts as unpriced if any of them leaves it without its own
    // price.
    const terms = entry.terms.every(isExplicit)
      ? entry.terms[0]
      : entry.terms.find((each) => !isExplicit(each))
    return toModelPrice(snapshot, name, terms, [...entry.groups])
  })
}

function servedModels({ routes, prices }: Snapshot): ReadonlyMap<string, Served> {
  const served = new Map<string, Served>()
  for (const [group, models] of routes)
    for (const [model, channels] of models)
      for (const channel of channels) {
        const requested = model.slice(channel.modelPrefix.length)
        const entry = served.get(requested) ?? { groups: new Set(), terms: [] }
        served.set(requested, entry)
        entry.groups.add(group)
        entry.terms.push(termsOf(prices, requested, channel.modelMapping.get(requested) ?? requested))
      }
  return served
}

const isExplicit = (terms: ModelTerms | undefined): boolean =>
  terms !== undefined && terms.basis !== 'fallback' && terms.basis !== 'unpriced'
