import { RATIO_ONE, type Ratio, ratio } from '../money/ratio.ts'
import type { Quote } from './quote.ts'

/** Price of an image token relative to a text token of the prompt. */
interface ImageRatioRule {
  /** A part of the model's name. */
  readonly contains: string
  readonly input: string
  readonly output: string
}

/**
 * Models with a separate price for image tokens; the first match wins. List prices in dollars per million tokens (text
 * in, image in, image out), read 2026-11: gpt-image-1.5 5, 8, 32; gpt-image-1-mini 2, 2.5, 8; gpt-image-1 5, 10, 40
 * (https://developers.openai.com/api/docs/pricing); gpt-image-2 5, 8, 30, which
 * https://tokenmix.ai/blog/gpt-image-2-pricing-cost-signals-2026 quotes from there; gemini-3-pro-image 2, 2, 120;
 * gemini-2.5-flash-image 0.3, 0.3, 30 (https://ai.google.dev/gemini-api/docs/pricing).
 */
const IMAGE_RATIO_RULES: readonly ImageRatioRule[] = [
  { contains: 'gpt-image-2', input: '1.6', output: '6' },
  { contains: 'gpt-image-1.5', input: '1.6', output: '6.4' },
  { contains: 'gpt-image-1-mini', input: '1.25', output: '4' },
  { contains: 'gpt-image-1', input: '2', output: '8' },
  { contains: 'gemini-3-pro-image', input: '1', output: '60' },
  { contains: 'gemini-2.5-flash-image', input: '1', output: '100' },
]

const ruleOf = (quote: Quote): ImageRatioRule | undefined =>
  IMAGE_RATIO_RULES.find((each) => quote.pricedModel.includes(each.contains))

/** Returns the price of an image token in the prompt relative to a text token; 1 if no rule matches the model. */
export function imageInputRatio(quote: Quote): Ratio {
  if (quote.imageInputRatio !== undefined) return quote.imageInputRatio
  const rule = ruleOf(quote)
  return rule ? ratio(rule.input) : RATIO_ONE
}

/**
 * Returns the price of an image token in the output relative to a text token in the prompt. Never below the completion
 * ratio, because that is how an operator raises the price of images, and the only way for models without a rule.
 */
export function imageOutputRatio(quote: Quote): Ratio {
  if (quote.imageOutputRatio !== undefined) return quote.imageOutputRatio
  const rule = ruleOf(quote)
  const known = rule ? ratio(rule.output) : quote.completionRatio
  return known > quote.completionRatio ? known : quote.completionRatio
}

/**
 * Reports whether the tokens of images are known and have a price even if the upstream states none, as for OpenAI's
 * models (see `pictureTokens`).
 */
export const pricesPictureTokens = (quote: Quote): boolean =>
  quote.kind === 'per-token' &&
  quote.pricedModel.includes('gpt-image') &&
  (quote.imageOutputRatio !== undefined || ruleOf(quote) !== undefined)
