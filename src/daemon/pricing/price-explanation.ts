import { type Amount, toExactQuota } from '../money/amount.ts'
import {
  formatRatio,
  formatScaled,
  multiplyRatios,
  RATIO_ONE,
  RATIO_SCALE,
  RATIO_ZERO,
  type Ratio,
} from '../money/ratio.ts'
import type { Usage } from '../protocols/usage.ts'
import { billableTokens } from './billable-tokens.ts'
import { clampPrice, exactPrice, HOUR_OVER_MINUTES, roundPrice } from './exact-price.ts'
import { imageInputRatio, imageOutputRatio } from './image-token-ratios.ts'
import { longPromptOf } from './long-prompt.ts'
import { appliedGroupRatio, FACTOR_DECIMALS, type PriceBasis, type Quote } from './quote.ts'

/** One addend of a price. All numbers are exact decimal texts. */
export interface PriceTerm {
  readonly name:
    | 'input'
    | 'cache-read'
    | 'cache-write'
    | 'cache-write-hour'
    | 'audio-input'
    | 'image-input'
    | 'output'
    | 'audio-output'
    | 'image-output'
  readonly tokens: number
  readonly ratio: string
  /** tokens x ratio */
  readonly product: string
}

/** The calculation of a price, for the details of a log row and `tollgate explain`. Plain JSON. */
export interface PriceExplanation {
  readonly kind: 'per-token' | 'per-call'
  readonly basis: PriceBasis
  readonly pricedModel: string
  /** Parts of the usage with a cost; empty for a price per call. */
  readonly terms: readonly PriceTerm[]
  /** Sum of the products. */
  readonly weightedTokens: string
  readonly modelRatio: string
  /** Dollars per call; null for a price per token. */
  readonly modelPrice: string | null
  /** How many times the price per call applied: images times size and quality. Null for a price per token. */
  readonly units: string | null
  /** Dollars added for tools the upstream ran, before the group ratio; null if there were none. */
  readonly surcharge: string | null
  readonly quotaPerUnit: string
  readonly group: string
  /** The ratio that was applied. */
  readonly groupRatio: string
  /** Whether it is the special ratio of the user's own group. */
  readonly isUserGroupRatio: boolean
  /**
   * Set if the prompt had more tokens than this and so cost more; the ratios of the terms say how much. Otherwise null.
   */
  readonly longPromptAbove: number | null
  /** Before rounding. */
  readonly exactQuota: string
  /** The charged quota, rounded to a thousandth. */
  readonly quota: string
  /** The charged quota in dollars, up to nine decimals. */
  readonly dollars: string
  readonly line: string
}

/**
 * Explains a price.
 * @param usage the charged usage; for a price per call it is shown elsewhere and never part of the price
 */
export function explainPrice(
  quote: Quote,
  usage: Usage,
  units: Ratio = RATIO_ONE,
  surcharge: Ratio = RATIO_ZERO,
): PriceExplanation {
  const terms = quote.kind === 'per-call' ? [] : termsOf(quote, usage)
  const weighted = terms.reduce((sum, term) => sum + BigInt(term.tokens) * term.scaledRatio, 0n)
  const exact = exactPrice(quote, usage, units, surcharge)
  const cost = clampPrice(roundPrice(exact))
  const quota = toExactQuota(cost)
  const groupRatio = formatRatio(appliedGroupRatio(quote))
  return {
    kind: quote.kind,
    basis: quote.basis,
    pricedModel: quote.pricedModel,
    terms: terms.map(({ name, tokens, scaledRatio }) => ({
      name,
      tokens,
      ratio: formatRatio(scaledRatio),
      product: formatRatio((BigInt(tokens) * scaledRatio) as Ratio),
    })),
    weightedTokens: formatRatio(weighted as Ratio),
    modelRatio: formatRatio(quote.modelRatio),
    modelPrice: quote.kind === 'per-call' ? formatRatio(quote.modelPrice) : null,
    units: quote.kind === 'per-call' ? formatRatio(units) : null,
    surcharge: surcharge === 0n ? null : formatRatio(surcharge),
    quotaPerUnit: formatRatio(quote.quotaPerUnit),
    group: quote.group,
    groupRatio,
    isUserGroupRatio: quote.userGroupRatio !== undefined,
    longPromptAbove: longPromptOf(quote, usage.inputTokens)?.above ?? null,
    exactQuota: formatScaled(exact, FACTOR_DECIMALS),
    quota,
    dollars: dollarsOf(cost, quote.quotaPerUnit),
    line: `${baseText(quote, terms, units)}${surchargeText(quote, surcharge)} = ${quota} quota`,
  }
}

function baseText(quote: Quote, terms: readonly Term[], units: Ratio): string {
  const group = formatRatio(appliedGroupRatio(quote))
  if (quote.kind === 'per-token')
    return `${sumText(terms)} x model ${formatRatio(quote.modelRatio)} x group ${group}`
  const times = units === RATIO_ONE ? '' : ` x ${formatRatio(units)} units`
  return `price $${formatRatio(quote.modelPrice)}${times} x ${formatRatio(quote.quotaPerUnit)} quota per dollar x group ${group}`
}

function surchargeText(quote: Quote, surcharge: Ratio): string {
  if (surcharge === 0n) return ''
  return ` + tools $${formatRatio(surcharge)} x ${formatRatio(quote.quotaPerUnit)} quota per dollar x group ${formatRatio(appliedGroupRatio(quote))}`
}

/** Converts an amount to dollars, rounded half up to nine decimals. */
export function dollarsOf(cost: Amount, quotaPerUnit: Ratio): string {
  // cost is thousandths of a quota unit, so the dollars are cost / 1000 / (quotaPerUnit / scale).
  const scaled = cost * RATIO_SCALE * RATIO_SCALE
  const divisor = quotaPerUnit * 1000n
  return formatRatio(((scaled + divisor / 2n) / divisor) as Ratio)
}

const WORDS: Readonly<Record<PriceTerm['name'], string>> = {
  input: 'new',
  'cache-read': 'cached',
  'cache-write': 'written to cache',
  'cache-write-hour': 'written to cache for an hour',
  'audio-input': 'audio in',
  'image-input': 'picture in',
  output: 'out',
  'audio-output': 'audio out',
  'image-output': 'picture out',
}

const OUTPUTS: ReadonlySet<PriceTerm['name']> = new Set(['output', 'audio-output', 'image-output'])

interface Term {
  readonly name: PriceTerm['name']
  readonly tokens: number
  readonly scaledRatio: Ratio
}

function termsOf(quote: Quote, usage: Usage): readonly Term[] {
  const parts = billableTokens(usage)
  const all: Term[] = [
    { name: 'input', tokens: parts.input, scaledRatio: RATIO_ONE },
    { name: 'cache-read', tokens: parts.cacheRead, scaledRatio: quote.cacheRatio },
    { name: 'cache-write', tokens: parts.cacheWrite, scaledRatio: quote.cacheWriteRatio },
    { name: 'cache-write-hour', tokens: parts.cacheWriteHour, scaledRatio: hourRatio(quote) },
    { name: 'audio-input', tokens: parts.audioInput, scaledRatio: quote.audioRatio },
    { name: 'image-input', tokens: parts.imageInput, scaledRatio: imageInputRatio(quote) },
    { name: 'output', tokens: parts.output, scaledRatio: quote.completionRatio },
    { name: 'audio-output', tokens: parts.audioOutput, scaledRatio: quote.audioOutputRatio },
    { name: 'image-output', tokens: parts.imageOutput, scaledRatio: imageOutputRatio(quote) },
  ]
  const long = longPromptOf(quote, usage.inputTokens)
  const used = all.filter((each) => each.tokens > 0)
  if (long === undefined) return used
  return used.map((each) => ({
    ...each,
    scaledRatio: multiplyRatios(each.scaledRatio, OUTPUTS.has(each.name) ? long.output : long.input),
  }))
}

const hourRatio = (quote: Quote): Ratio =>
  ((quote.cacheWriteRatio * HOUR_OVER_MINUTES.numerator) / HOUR_OVER_MINUTES.denominator) as Ratio

function sumText(terms: readonly Term[]): string {
  if (terms.length === 0) return '0 tokens'
  const texts = terms.map(({ name, tokens, scaledRatio }) =>
    scaledRatio === RATIO_ONE
      ? `${tokens} ${WORDS[name]}`
      : `${tokens} ${WORDS[name]} x ${formatRatio(scaledRatio)}`,
  )
  return `(${texts.join(' + ')})`
}
