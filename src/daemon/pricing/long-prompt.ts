import { parseRatio, RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { withoutReasoningSuffix } from './model-name.ts'
import type { LongPrompt, Quote } from './quote.ts'
import { withoutBuild } from './same-model.ts'

/** An entry of the option `LongPromptRatio`, with its numbers as written. */
export interface LongPromptTexts {
  /** Tokens. */
  readonly above: number
  readonly input: string
  readonly output: string
}

/** @returns undefined if the ratios are not valid prices */
export function readLongPrompt({ above, input, output }: LongPromptTexts): LongPrompt | undefined {
  const inputRatio = parseRatio(input)
  const outputRatio = parseRatio(output)
  return inputRatio === undefined || outputRatio === undefined
    ? undefined
    : { above, input: inputRatio, output: outputRatio }
}

/** Finds the entry of a model, or of its name without a reasoning suffix, a date or a maker. */
export function findLongPrompt(
  table: ReadonlyMap<string, LongPrompt>,
  model: string,
): LongPrompt | undefined {
  const base = withoutReasoningSuffix(model) ?? model
  return table.get(model) ?? table.get(base) ?? table.get(withoutBuild(base))
}

/** Returns the multiples for a prompt of this length; undefined = the usual price. */
export const longPromptOf = ({ longPrompt }: Quote, promptTokens: number): LongPrompt | undefined =>
  longPrompt !== undefined && promptTokens > longPrompt.above ? longPrompt : undefined

/** Removes the price of long prompts, for charges by the sum of several prompts and for prices per call. */
export function withoutLongPrompt(quote: Quote): Quote {
  if (quote.longPrompt === undefined) return quote
  const { longPrompt: _left, ...rest } = quote
  return rest
}

/** Multiplies a scaled price. The division only drops digits below the 27th decimal. */
export const times = (exact: bigint, multiple: Ratio): bigint => (exact * multiple) / RATIO_SCALE
