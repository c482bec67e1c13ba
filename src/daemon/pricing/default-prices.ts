import { divideRatios, formatRatio, type Ratio, ratio } from '../money/ratio.ts'
import { builtInCacheRatio, builtInCompletionRatio } from './built-in-ratios.ts'
import {
  callPriceRows,
  type PriceSource,
  priceSources,
  tokenPriceRows,
  wildcardCompletionRatios,
} from './default-price-rows.ts'
import type { LongPromptTexts } from './long-prompt.ts'

/** Dollars per million tokens for a model ratio of 1. */
const DOLLARS_PER_RATIO = ratio('2')

const modelRatio = new Map<string, string>()
const modelPrice = new Map<string, string>()
const completionRatio = new Map<string, string>(wildcardCompletionRatios)
const cacheRatio = new Map<string, string>()
const longPromptRatio = new Map<string, LongPromptTexts>()
const sources = new Map<string, PriceSource>()

for (const row of tokenPriceRows) {
  const input = ratio(row.input)
  for (const model of row.models) {
    modelRatio.set(model, formatRatio(divideRatios(input, DOLLARS_PER_RATIO)))
    noteSource(model, row.source)
    noteDeviation(completionRatio, model, ratioTo(input, row.output), builtInCompletionRatio(model))
    noteDeviation(cacheRatio, model, ratioTo(input, row.cached), builtInCacheRatio(model))
    if (row.long_prompt) longPromptRatio.set(model, row.long_prompt)
  }
}
for (const row of callPriceRows) {
  for (const model of row.models) {
    modelPrice.set(model, row.price)
    noteSource(model, row.source)
  }
}

function noteSource(model: string, id: string): void {
  const source = priceSources[id]
  if (source) sources.set(model, source)
}

/** Adds a ratio to a table only if the built-in rules would get it wrong, so that operators can spot the exceptions. */
function noteDeviation(
  table: Map<string, string>,
  model: string,
  listed: Ratio | undefined,
  builtIn: Ratio,
): void {
  if (listed !== undefined && listed !== builtIn) table.set(model, formatRatio(listed))
}

/** Returns a price as a multiple of the input price; undefined without a price, or if the input is free. */
function ratioTo(input: Ratio, price: string | undefined): Ratio | undefined {
  return price === undefined || input === 0n ? undefined : divideRatios(ratio(price), input)
}

/** Default of the option `ModelRatio`, which `rest_model_ratio` restores. */
export const defaultModelRatio: ReadonlyMap<string, string> = modelRatio
/** Default of the option `ModelPrice`. */
export const defaultModelPrice: ReadonlyMap<string, string> = modelPrice
/** Default of the option `CompletionRatio`. */
export const defaultCompletionRatio: ReadonlyMap<string, string> = completionRatio
/** Default of the option `CacheRatio`. */
export const defaultCacheRatio: ReadonlyMap<string, string> = cacheRatio
/** Default of the option `LongPromptRatio`. */
export const defaultLongPromptRatio: ReadonlyMap<string, LongPromptTexts> = longPromptRatio
/** The sources of the default prices. */
export const defaultPriceSources: ReadonlyMap<string, PriceSource> = sources
