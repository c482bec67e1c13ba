import { parseRatio, type Ratio } from '../money/ratio.ts'

/** The four `fallback_*` options as decimal texts; empty or `0` = not set. */
export interface FallbackPricingOptions {
  readonly enabled: boolean
  /** Dollars per call. */
  readonly singlePrice: string
  readonly inputRatio: string
  readonly completionRatio: string
}

export const NO_FALLBACK_PRICING: FallbackPricingOptions = {
  enabled: false,
  singlePrice: '',
  inputRatio: '',
  completionRatio: '',
}

/** Problems of a set of fallback options. */
export type FallbackPricingProblem = 'not-a-price' | 'mixed' | 'incomplete' | 'empty'

export type FallbackPricing =
  | { readonly kind: 'off' }
  | { readonly kind: 'per-call'; readonly price: Ratio }
  | { readonly kind: 'per-token'; readonly inputRatio: Ratio; readonly completionRatio: Ratio }
  | { readonly kind: 'inconsistent'; readonly problem: FallbackPricingProblem }

/**
 * Checks the options together. A form saves them one key at a time, so an inconsistent set is temporary and not an
 * error: pricing ignores it, and `validate_fallback_pricing` reports it.
 */
export function readFallbackPricing(options: FallbackPricingOptions): FallbackPricing {
  if (!options.enabled) return { kind: 'off' }
  const price = readPart(options.singlePrice)
  const inputRatio = readPart(options.inputRatio)
  const completionRatio = readPart(options.completionRatio)
  if (price === undefined || inputRatio === undefined || completionRatio === undefined)
    return { kind: 'inconsistent', problem: 'not-a-price' }
  if (price > 0n)
    return inputRatio > 0n || completionRatio > 0n
      ? { kind: 'inconsistent', problem: 'mixed' }
      : { kind: 'per-call', price }
  if (inputRatio > 0n && completionRatio > 0n) return { kind: 'per-token', inputRatio, completionRatio }
  return { kind: 'inconsistent', problem: inputRatio > 0n || completionRatio > 0n ? 'incomplete' : 'empty' }
}

const readPart = (text: string): Ratio | undefined => parseRatio(text.trim() || '0')
