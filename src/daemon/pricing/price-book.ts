import {
  multiplyRatios,
  parseRatio,
  RATIO_ONE,
  RATIO_SCALE,
  RATIO_ZERO,
  type Ratio,
  ratio,
} from '../money/ratio.ts'
import {
  AUDIO_COMPLETION_RATIO,
  builtInAudioRatio,
  builtInCacheRatio,
  builtInCompletionRatio,
  CACHE_WRITE_RATIO,
} from './built-in-ratios.ts'
import { type FallbackPricing, type FallbackPricingOptions, readFallbackPricing } from './fallback-pricing.ts'
import { findLongPrompt, type LongPromptTexts, readLongPrompt } from './long-prompt.ts'
import { priceKeys, withoutReasoningSuffix } from './model-name.ts'
import type { Factors, LongPrompt, ModelTerms, PriceBasis, Quote } from './quote.ts'

/** The options that determine prices. Numbers are decimal texts, so they are exactly as written. */
export interface PriceTables {
  readonly modelPrice: ReadonlyMap<string, string>
  readonly modelRatio: ReadonlyMap<string, string>
  readonly completionRatio: ReadonlyMap<string, string>
  readonly cacheRatio: ReadonlyMap<string, string>
  readonly longPromptRatio: ReadonlyMap<string, LongPromptTexts>
  readonly groupRatio: ReadonlyMap<string, string>
  /** User group -> using group -> ratio. */
  readonly groupGroupRatio: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly fallbackPricing: FallbackPricingOptions
  readonly quotaPerUnit: string
}

export interface QuoteRequest {
  /** The name that the client requested, without the channel's prefix. */
  readonly requestedModel: string
  /** The name that the channel maps it to. */
  readonly upstreamModel: string
  readonly userGroup: string
  readonly usingGroup: string
  /** The user's setting `accept_unset_model_ratio_model`. */
  readonly acceptsUnpriced: boolean
  readonly isSelfUse: boolean
}

/** All prices at one moment. Immutable; replaced as a whole when an option changes. */
export interface PriceBook {
  readonly modelPrice: ReadonlyMap<string, Ratio>
  readonly modelRatio: ReadonlyMap<string, Ratio>
  readonly completionRatio: ReadonlyMap<string, Ratio>
  readonly cacheRatio: ReadonlyMap<string, Ratio>
  readonly longPromptRatio: ReadonlyMap<string, LongPrompt>
  readonly groupRatio: ReadonlyMap<string, Ratio>
  readonly groupGroupRatio: ReadonlyMap<string, ReadonlyMap<string, Ratio>>
  readonly fallback: FallbackPricing
  readonly quotaPerUnit: Ratio
  /** Entries left out because they are not valid prices, such as `ModelRatio.gpt-4o`; for one log line. */
  readonly ignored: readonly string[]
  /** Cache of quotes: user group -> using group -> names of the model. Bounded; results are the same without it. */
  readonly quotes: Map<string, Map<string, Map<string, Quote>>>
}

/** Model ratio of a model without a price, for users who accept that: 75 dollars per million tokens. */
const UNPRICED_RATIO = ratio('37.5')
const DEFAULT_QUOTA_PER_UNIT = ratio('500000')
const QUOTA_PER_UNIT_MAX = 1_000_000_000
/** Model names come from requests, so a flood of invented names must not grow the book. */
const QUOTES_PER_GROUP_MAX = 4096

/** Parses the tables. Never throws: invalid prices are left out and listed in `ignored`. */
export function createPriceBook(tables: PriceTables): PriceBook {
  const ignored: string[] = []
  const read = (option: string, table: ReadonlyMap<string, string>): ReadonlyMap<string, Ratio> => {
    const parsed = new Map<string, Ratio>()
    for (const [name, text] of table) {
      const value = parseRatio(text)
      if (value === undefined) ignored.push(`${option}.${name}`)
      else parsed.set(name, value)
    }
    return parsed
  }
  const longPromptRatio = new Map<string, LongPrompt>()
  for (const [name, entry] of tables.longPromptRatio) {
    const value = readLongPrompt(entry)
    if (value === undefined) ignored.push(`LongPromptRatio.${name}`)
    else longPromptRatio.set(name, value)
  }
  const quotaPerUnit = parseRatio(tables.quotaPerUnit, QUOTA_PER_UNIT_MAX)
  if (!quotaPerUnit) ignored.push('QuotaPerUnit')
  const fallback = readFallbackPricing(tables.fallbackPricing)
  if (fallback.kind === 'inconsistent') ignored.push(`fallback_pricing (${fallback.problem})`)
  return {
    modelPrice: read('ModelPrice', tables.modelPrice),
    modelRatio: read('ModelRatio', tables.modelRatio),
    completionRatio: read('CompletionRatio', tables.completionRatio),
    cacheRatio: read('CacheRatio', tables.cacheRatio),
    longPromptRatio,
    groupRatio: read('GroupRatio', tables.groupRatio),
    groupGroupRatio: new Map(
      [...tables.groupGroupRatio].map(([group, inner]) => [group, read(`GroupGroupRatio.${group}`, inner)]),
    ),
    fallback,
    quotaPerUnit: quotaPerUnit || DEFAULT_QUOTA_PER_UNIT,
    ignored,
    quotes: new Map(),
  }
}

/**
 * Returns the price of a request. It looks for the requested name, then the name without its reasoning suffix, then the
 * upstream name, then fallback pricing. Without any of them the model costs {@link UNPRICED_RATIO} if the user accepts
 * that.
 *
 * @returns undefined if the model has no price and the user does not accept unpriced models; refuse with
 * `model_price_error` then
 */
export function quote(book: PriceBook, request: QuoteRequest): Quote | undefined {
  const { requestedModel, upstreamModel, acceptsUnpriced, isSelfUse } = request
  const quotes = quotesOf(book, request.userGroup, request.usingGroup)
  const names = `${requestedModel}\0${upstreamModel}`
  const known = quotes.get(names)
  if (known) return known.basis !== 'unpriced' || acceptsUnpriced || isSelfUse ? known : undefined
  const terms = termsOf(book, requestedModel, upstreamModel)
  if (!terms && !acceptsUnpriced && !isSelfUse) return undefined
  const unpriced = { modelRatio: UNPRICED_RATIO }
  const made = withGroup(
    book,
    terms ?? tokenTerms(book, 'unpriced', [requestedModel, upstreamModel], unpriced),
    request,
  )
  if (quotes.size >= QUOTES_PER_GROUP_MAX) quotes.clear()
  quotes.set(names, made)
  return made
}

/** Returns the terms that {@link quote} would use, without a group, for price lists. @returns undefined = no price */
export function termsOf(
  book: PriceBook,
  requested: string,
  upstream: string = requested,
): ModelTerms | undefined {
  const base = withoutReasoningSuffix(requested)
  return (
    tableTerms(book, 'requested', [requested, upstream]) ??
    (base === undefined ? undefined : tableTerms(book, 'requested-base', [base, upstream])) ??
    (upstream === requested ? undefined : tableTerms(book, 'upstream', [upstream, upstream])) ??
    fallbackTerms(book, [requested, upstream])
  )
}

/** Reports whether the tables have a price for exactly this name. */
export const hasPrice = (book: PriceBook, model: string): boolean =>
  book.modelPrice.has(model) || book.modelRatio.has(model)

function quotesOf(book: PriceBook, userGroup: string, usingGroup: string): Map<string, Quote> {
  const known = book.quotes.get(userGroup)?.get(usingGroup)
  if (known) return known
  const byUsing = book.quotes.get(userGroup) ?? new Map<string, Map<string, Quote>>()
  const byModel = new Map<string, Quote>()
  book.quotes.set(userGroup, byUsing)
  byUsing.set(usingGroup, byModel)
  return byModel
}

/** The priced name, and the name that the channel maps it to. */
type Names = readonly [priced: string, upstream: string]

function tableTerms(book: PriceBook, basis: PriceBasis, [model, upstream]: Names): ModelTerms | undefined {
  for (const key of priceKeys(model)) {
    const price = book.modelPrice.get(key)
    if (price !== undefined) return callTerms(basis, key, price)
    const modelRatio = book.modelRatio.get(key)
    if (modelRatio !== undefined) return tokenTerms(book, basis, [key, upstream], { modelRatio })
  }
  return undefined
}

function fallbackTerms(book: PriceBook, names: Names): ModelTerms | undefined {
  if (book.fallback.kind === 'per-call') return callTerms('fallback', names[0], book.fallback.price)
  if (book.fallback.kind !== 'per-token') return undefined
  const { inputRatio, completionRatio } = book.fallback
  return tokenTerms(book, 'fallback', names, { modelRatio: inputRatio, completionRatio })
}

const callTerms = (basis: PriceBasis, pricedModel: string, modelPrice: Ratio): ModelTerms => ({
  kind: 'per-call',
  basis,
  pricedModel,
  modelPrice,
  modelRatio: RATIO_ZERO,
  completionRatio: RATIO_ZERO,
  cacheRatio: RATIO_ZERO,
  cacheWriteRatio: RATIO_ZERO,
  audioRatio: RATIO_ZERO,
  audioOutputRatio: RATIO_ZERO,
})

/**
 * All ratios are those of the priced name, so that an operator who prices an alias decides all of them. Audio is the
 * exception: no option sets its ratio and the built-in rules do not match an alias, so audio would cost as little as
 * text. If the alias has no audio ratio, the mapped name decides.
 */
function tokenTerms(
  book: PriceBook,
  basis: PriceBasis,
  [pricedModel, upstreamModel]: Names,
  ratios: { readonly modelRatio: Ratio; readonly completionRatio?: Ratio },
): ModelTerms {
  const { modelRatio } = ratios
  const completionRatio =
    ratios.completionRatio ?? lookUp(book.completionRatio, pricedModel) ?? builtInCompletionRatio(pricedModel)
  const audioRatio = builtInAudioRatio(pricedModel) ?? builtInAudioRatio(upstreamModel)
  const longPrompt = findLongPrompt(book.longPromptRatio, pricedModel)
  return {
    kind: 'per-token',
    basis,
    pricedModel,
    modelPrice: RATIO_ZERO,
    modelRatio,
    completionRatio,
    cacheRatio: lookUp(book.cacheRatio, pricedModel) ?? builtInCacheRatio(pricedModel),
    cacheWriteRatio: CACHE_WRITE_RATIO,
    audioRatio: audioRatio ?? RATIO_ONE,
    audioOutputRatio: audioRatio ? multiplyRatios(audioRatio, AUDIO_COMPLETION_RATIO) : completionRatio,
    ...(longPrompt && { longPrompt }),
  }
}

/** Finds the entry of a model or, if `o3-mini-high` has none, that of `o3-mini`. */
function lookUp(table: ReadonlyMap<string, Ratio>, model: string): Ratio | undefined {
  for (const name of [model, withoutReasoningSuffix(model)]) {
    for (const key of name === undefined ? [] : priceKeys(name)) {
      const value = table.get(key)
      if (value !== undefined) return value
    }
  }
  return undefined
}

function withGroup(book: PriceBook, terms: ModelTerms, request: QuoteRequest): Quote {
  const ordinary = book.groupRatio.get(request.usingGroup)
  const userGroupRatio = book.groupGroupRatio.get(request.userGroup)?.get(request.usingGroup)
  const groupRatio = ordinary ?? RATIO_ONE
  return {
    ...terms,
    quotaPerUnit: book.quotaPerUnit,
    group: request.usingGroup,
    groupRatio,
    isGroupKnown: ordinary !== undefined,
    userGroupRatio,
    factors: factorsOf(terms, book.quotaPerUnit, userGroupRatio ?? groupRatio),
  }
}

/** Computes the price factors of each kind of usage from the terms and the group's ratio. */
export function factorsOf(terms: ModelTerms, quotaPerUnit: Ratio, group: Ratio): Factors {
  const perToken = terms.modelRatio * group
  return {
    call: terms.modelPrice * quotaPerUnit * group,
    input: perToken * RATIO_SCALE,
    cacheRead: perToken * terms.cacheRatio,
    cacheWrite: perToken * terms.cacheWriteRatio,
    audioInput: perToken * terms.audioRatio,
    output: perToken * terms.completionRatio,
    audioOutput: perToken * terms.audioOutputRatio,
  }
}
