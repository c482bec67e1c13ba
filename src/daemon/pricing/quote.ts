import { RATIO_SCALE, type Ratio } from '../money/ratio.ts'

/** Which rule of the price look-up answered. */
export type PriceBasis = 'requested' | 'requested-base' | 'upstream' | 'fallback' | 'unpriced'

/** What one model costs before the group is known. Ratios are zero where the kind does not use them. */
export interface ModelTerms {
  readonly kind: 'per-token' | 'per-call'
  readonly basis: PriceBasis
  /** The key of the price table that answered, or the requested name where none did. */
  readonly pricedModel: string
  /** Dollars per call; 0 when the model is priced by tokens. */
  readonly modelPrice: Ratio
  /** Input price over 2 dollars per million tokens; 0 when the model is priced by calls. */
  readonly modelRatio: Ratio
  readonly completionRatio: Ratio
  readonly cacheRatio: Ratio
  readonly cacheWriteRatio: Ratio
  /** 1 for models that price audio like text. */
  readonly audioRatio: Ratio
  /** Audio output over text input. */
  readonly audioOutputRatio: Ratio
  /** Picture over text input. Absent = what the built-in rules say of the priced model. */
  readonly imageInputRatio?: Ratio
  /** Picture output over text input. Absent = what the built-in rules say of the priced model. */
  readonly imageOutputRatio?: Ratio
}

/** The price of one request, frozen at admission: whatever the options become later, this is what is charged. */
export interface Quote extends ModelTerms {
  readonly quotaPerUnit: Ratio
  readonly group: string
  /** The using group's ordinary ratio; 1 when the option does not know the group. */
  readonly groupRatio: Ratio
  readonly isGroupKnown: boolean
  /** The ratio of (user group, using group) when there is one: it replaces `groupRatio`. */
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

/** What a token costs whose ratio to the prompt's is not among the factors. Exact: the input factor holds a whole scale. */
export const factorAt = (quote: Quote, tokenRatio: Ratio): bigint =>
  (quote.factors.input / RATIO_SCALE) * tokenRatio

/** The group ratio that is charged. */
export const appliedGroupRatio = (quote: Quote): Ratio => quote.userGroupRatio ?? quote.groupRatio
