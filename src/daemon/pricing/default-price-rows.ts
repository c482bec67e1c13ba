import table from '../models/catalogue.json' with { type: 'json' }

/** The source of a row's numbers. */
export interface PriceSource {
  readonly title: string
  readonly url: string
  /** The date stated by the source, or else the day on which it was read. */
  readonly as_of: string
}

/** List prices of a model and its other names, in dollars per million tokens. */
export interface TokenPriceRow {
  readonly models: readonly string[]
  readonly input: string
  /** Absent = the family's built-in completion ratio. */
  readonly output?: string
  /** Cached input. Absent = the family's built-in cache ratio; equal to `input` = no discount. */
  readonly cached?: string
  /** Calls with a prompt of more tokens than `above` cost these multiples of the price. Absent = they cost the same. */
  readonly long_prompt?: { readonly above: number; readonly input: string; readonly output: string }
  readonly source: string
}

export interface CallPriceRow {
  readonly models: readonly string[]
  /** Dollars per call; for videos, per second at 720p (see `video-units.ts`). */
  readonly price: string
  readonly source: string
}

export const priceSources: Readonly<Record<string, PriceSource>> = table.sources

/**
 * Prices that are certain. A model without a row has no price and is refused until an operator sets one, which is
 * better than a wrong price. Batch discounts are not list prices.
 */
export const tokenPriceRows: readonly TokenPriceRow[] = table.token_prices

export const callPriceRows: readonly CallPriceRow[] = table.call_prices

/** Completion ratios of names without their own row. */
export const wildcardCompletionRatios: readonly (readonly [string, string])[] = Object.entries(
  table.completion_ratios,
)
