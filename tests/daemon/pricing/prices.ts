import { NO_FALLBACK_PRICING } from '../../../src/daemon/pricing/fallback-pricing.ts'
import type { LongPromptTexts } from '../../../src/daemon/pricing/long-prompt.ts'
import {
  createPriceBook,
  type PriceTables,
  type QuoteRequest,
  quote,
} from '../../../src/daemon/pricing/price-book.ts'
import type { Quote } from '../../../src/daemon/pricing/quote.ts'
import { NO_USAGE, type Usage } from '../../../src/daemon/protocols/usage.ts'

type Table = Readonly<Record<string, string>>

interface Tables {
  readonly modelPrice?: Table
  readonly modelRatio?: Table
  readonly completionRatio?: Table
  readonly cacheRatio?: Table
  readonly longPromptRatio?: Readonly<Record<string, LongPromptTexts>>
  readonly groupRatio?: Table
  readonly groupGroupRatio?: Readonly<Record<string, Table>>
  readonly fallback?: Partial<PriceTables['fallbackPricing']>
  readonly quotaPerUnit?: string
}

const mapOf = (table: Table = {}): ReadonlyMap<string, string> => new Map(Object.entries(table))

export const bookOf = (tables: Tables) =>
  createPriceBook({
    modelPrice: mapOf(tables.modelPrice),
    modelRatio: mapOf(tables.modelRatio),
    completionRatio: mapOf(tables.completionRatio),
    cacheRatio: mapOf(tables.cacheRatio),
    longPromptRatio: new Map(Object.entries(tables.longPromptRatio ?? {})),
    groupRatio: mapOf(tables.groupRatio ?? { default: '1' }),
    groupGroupRatio: new Map(
      Object.entries(tables.groupGroupRatio ?? {}).map(([group, inner]) => [group, mapOf(inner)]),
    ),
    fallbackPricing: { ...NO_FALLBACK_PRICING, ...tables.fallback },
    quotaPerUnit: tables.quotaPerUnit ?? '500000',
  })

export const requestOf = (model: string, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
  requestedModel: model,
  upstreamModel: model,
  userGroup: 'default',
  usingGroup: 'default',
  acceptsUnpriced: false,
  isSelfUse: false,
  ...more,
})

export function quoteOf(tables: Tables, model = 'm', more: Partial<QuoteRequest> = {}): Quote {
  const made = quote(bookOf(tables), requestOf(model, more))
  if (!made) throw new Error(`${model} has no price in this test.`)
  return made
}

export const usageOf = (usage: Partial<Usage>): Usage => ({ ...NO_USAGE, ...usage })
