import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'

/** The rule of the price lookup that applied. */
export type PriceBasis = 'requested' | 'requested-base' | 'upstream' | 'fallback' | 'unpriced'

/**
 * The price of a call whose prompt has more tokens than a limit. All tokens of the prompt and the answer then cost
 * more, not only those beyond the limit. Cached tokens count as part of the prompt, and their price changes with that
 * of the input.
 *
 * - OpenAI: https://developers.openai.com/api/docs/models/gpt-5.4-pro
 * - Google: https://ai.google.dev/gemini-api/docs/pricing
 * - xAI: https://docs.x.ai/developers/pricing
 */
export interface LongPrompt {
  /** Tokens. */
  readonly above: number
  /** Multiple of the input's price. */
  readonly input: Ratio
  /** Multiple of the output's price. */
  readonly output: Ratio
}

/** The price of a model before the group is known. Ratios that do not apply to its kind of price are zero. */
export interface ModelTerms {
  readonly kind: 'per-token' | 'per-call'
  readonly basis: PriceBasis
  /** The key found in the price table, or the requested name if none was. */
  readonly pricedModel: string
  /** Dollars per call; 0 if the model is priced per token. */
  readonly modelPrice: Ratio
  /** Input price divided by 2 dollars per million tokens; 0 if the model is priced per call. */
  readonly modelRatio: Ratio
  readonly completionRatio: Ratio
  readonly cacheRatio: Ratio
  readonly cacheWriteRatio: Ratio
  /** 1 for models that price audio like text. */
  readonly audioRatio: Ratio
  /** Price of audio output relative to text input. */
  readonly audioOutputRatio: Ratio
  /** Price of image input relative to text input. Absent = the built-in rule for the priced model. */
  readonly imageInputRatio?: Ratio
  /** Price of image output relative to text input. Absent = the built-in rule for the priced model. */
  readonly imageOutputRatio?: Ratio
  /** Absent = long prompts cost no more than others. */
  readonly longPrompt?: LongPrompt
}

/** The price of one request, frozen at admission: it is charged even if the options change later. */
export interface Quote extends ModelTerms {
  readonly quotaPerUnit: Ratio
  readonly group: string
  /** The using group's ordinary ratio; 1 if the option does not list the group. */
  readonly groupRatio: Ratio
  readonly isGroupKnown: boolean
  /** The ratio of (user group, using group), if there is one. It replaces `groupRatio`. */
  readonly userGroupRatio: Ratio | undefined
  readonly factors: Factors
}

/** Quota units per token (or per call), as integers scaled by 10^27: three ratios multiplied, nothing rounded. */
export interface Factors {
  readonly call: bigint
  readonly input: bigint
  readonly cacheRead: bigint
  readonly cacheWrite: bigint
  readonly audioInput: bigint
  readonly output: bigint
  readonly audioOutput: bigint
}

export const FACTOR_DECIMALS = 27

/**
 * Returns the price of a token by its ratio to a prompt token, for ratios that are not among the factors. Exact,
 * because the input factor contains a whole scale.
 */
export const factorAt = (quote: Quote, tokenRatio: Ratio): bigint =>
  (quote.factors.input / RATIO_SCALE) * tokenRatio

/** Returns the group ratio that applies. */
export const appliedGroupRatio = (quote: Quote): Ratio => quote.userGroupRatio ?? quote.groupRatio
