import type { Amount } from '../money/amount.ts'
import { ZERO } from '../money/amount.ts'
import type { Ratio } from '../money/ratio.ts'
import type { UsageReading } from '../protocols/types.ts'
import { NO_USAGE, type Usage, type UsageSource } from '../protocols/usage.ts'
import { pictureQuote } from './image-price.ts'
import { pricesPictureTokens } from './image-token-ratios.ts'
import { judgeUsage, type Observed } from './plausibility.ts'
import { priceUsage } from './price.ts'
import type { Quote } from './quote.ts'

/**
 * The settlement rules; docs/billing.md explains them to users.
 *
 * - P1 complete, plausible usage: the price of that usage
 * - P2 complete, no usage: counted by Tollgate
 * - P3 failed before the first content: nothing; a complete empty response with usage is P1
 * - P4 cut off after the first content: usage if it arrived, else counted; models priced per call cost their price
 * - P5 client gone: nothing if no request was sent, the prompt if no response had come, else like P4
 * - P6 several usages: the last one (see {@link latestUsage})
 * - P7 implausible usage: the prompt at its allowance, the output counted by Tollgate; the channel gets a strike
 * - P8 details that exceed their total: reduced, never negative
 * - P9 holds of a dead daemon: the accrued amount (see {@link earnedSoFar}; charged by the ledger)
 * - P10 more than the hold: the full price, noted
 * - P11 more than the largest single operation: that maximum, with an alarm
 */
export type SettlementRule = 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P7'

export type ChargeFlag =
  | 'usage_estimated'
  | 'usage_rejected'
  | 'usage_adjusted'
  | 'interrupted'
  | 'overrun'
  | 'charge_clamped'
  | 'count_failed'

/** Usage stated by an upstream. Not final = stated while the response was still growing, such as a prompt count. */
export type StatedUsage =
  | Exclude<UsageReading, { kind: 'stated' }>
  | { readonly kind: 'stated'; readonly usage: Usage; readonly isFinal: boolean }

/**
 * How a call ended. `failed` = nothing can be charged: every attempt was refused, failed or ended without content, or
 * the client left before an upstream responded.
 */
export type CallEnd = 'complete' | 'cut-by-upstream' | 'cut-by-client' | 'failed'

export interface ChargeFacts extends Observed {
  readonly quote: Quote
  readonly stated: StatedUsage
  /** Counts with a tokenizer; called only if no usage can be used. */
  readonly countPrompt: () => number | Promise<number>
  readonly countOutput: () => number | Promise<number>
  /**
   * The minimum tokens of prompt and answer (see `LeastTokens`), used if nothing can be counted and while the answer
   * grows. Files, JSON structure and base64 do not count as text.
   */
  readonly leastPrompt: () => number
  readonly leastOutput: () => number
  /** Returns the audio tokens of the answer, in addition to its text; absent = none are counted. */
  readonly soundTokens?: () => number
  /** True if anything arrived that a client could use. */
  readonly hasOutput: boolean
  readonly ended: CallEnd
  readonly holdAmount: Amount
  /**
   * Present if the call generated images: how many times the price per call applies (see `media-units.ts`). A model
   * priced per token is charged by tokens if the upstream states some or the model's are known, otherwise per image.
   */
  readonly units?: Ratio | undefined
  /** Output tokens of those images if the upstream states none. */
  readonly pictureTokens?: number | undefined
  /** Dollars added for tools that the upstream ran (see `tool-charges.ts`). */
  readonly surcharge?: Ratio | undefined
}

export interface Charge {
  readonly cost: Amount
  /** The quote that determined the price: that of the hold, except for images of a model priced per token. */
  readonly quote: Quote
  /** Units of a price per call; undefined = one. */
  readonly units: Ratio | undefined
  readonly surcharge: Ratio | undefined
  /** Usage for the log; all zeros for a call that is free because it failed. */
  readonly usage: Usage
  readonly source: UsageSource
  readonly rule: SettlementRule
  readonly flags: readonly ChargeFlag[]
  /** Why stated usage was rejected (rule P7), for a strike against the channel. */
  readonly rejection: string | undefined
  /** Usage stated for a call that is not charged (rule P3), which the operator pays. */
  readonly uncharged: Usage | undefined
}

/** Returns the usage that counts after reading another document or event (rule P6). */
export function latestUsage(before: StatedUsage, reading: UsageReading, isFinal: boolean): StatedUsage {
  if (reading.kind === 'none') return before
  return reading.kind === 'stated' ? { ...reading, isFinal } : reading
}

/**
 * Decides the charge of a call. Returns a promise only if tokens have to be counted. Never rejects, because a charge
 * must not be lost when a tokenizer fails.
 */
export function decideCharge(facts: ChargeFacts): Charge | Promise<Charge> {
  const stated = believe(facts)
  if (isFree(facts, stated)) return freeCharge(facts.quote, stated)
  const flags: ChargeFlag[] = []
  if (facts.ended !== 'complete') flags.push('interrupted')
  if (stated.rejection !== undefined) flags.push('usage_rejected')
  if (stated.isAdjusted) flags.push('usage_adjusted')
  const settled = asStated(stated)
  if (settled) return chargeOf(facts, stated, settled, flags)
  return countUsage(facts, stated, flags).then((counted) => chargeOf(facts, stated, counted, flags))
}

/** Builds the charge. @param flags those found so far; more may be added */
function chargeOf(
  facts: ChargeFacts,
  stated: Believed,
  { usage, source }: SettledUsage,
  flags: ChargeFlag[],
): Charge {
  const quote = quoteFor(facts, source)
  const price = priceUsage(quote, usage, facts.units, facts.surcharge)
  if (price.isClamped) flags.push('charge_clamped')
  if (price.cost > facts.holdAmount) flags.push('overrun')
  return {
    cost: price.cost,
    quote,
    units: facts.units,
    surcharge: facts.surcharge,
    usage,
    source,
    rule: ruleOf(facts, stated),
    flags,
    rejection: stated.rejection,
    uncharged: undefined,
  }
}

/**
 * Returns the amount that a running stream has earned (rule P9): the charge if it broke off now, with the minimum
 * tokens of its texts instead of a count. It is recorded every two seconds and charged only if the daemon dies, so that
 * recovery never charges more than {@link decideCharge} would.
 */
export function earnedSoFar(facts: Omit<ChargeFacts, 'holdAmount'>): Amount {
  const stated = believe(facts)
  if (isFree(facts, stated)) return ZERO
  const soundTokens = facts.soundTokens?.() ?? 0
  const least = {
    inputTokens: facts.leastPrompt(),
    outputTokens: facts.leastOutput() + soundTokens,
    soundTokens,
  }
  const isBelieved = stated.usage !== undefined && stated.rejection === undefined
  const counts = withCounts(stated.usage, least)
  const usage = isBelieved ? counts : withPictures(counts, facts)
  const quote = quoteFor(facts, isBelieved ? 'upstream-partial' : 'counted')
  return priceUsage(quote, usage, facts.units, facts.surcharge).cost
}

type Pictured = Pick<ChargeFacts, 'quote' | 'units' | 'pictureTokens' | 'hasOutput'>

/**
 * Returns the quote to charge. Images of a model priced per token are charged per image if their tokens are neither
 * stated nor known.
 */
const quoteFor = (facts: Pictured, source: UsageSource): Quote =>
  facts.units !== undefined && source === 'counted' && !knowsPictureTokens(facts)
    ? pictureQuote(facts.quote)
    : facts.quote

const knowsPictureTokens = ({ quote, units, pictureTokens, hasOutput }: Pictured): boolean =>
  hasOutput && units !== undefined && pictureTokens !== undefined && pricesPictureTokens(quote)

/** Adds the tokens of images if the upstream states none that can be trusted. */
function withPictures(usage: Usage, facts: Pictured): Usage {
  if (!knowsPictureTokens(facts)) return usage
  const { pictureTokens: tokens = 0 } = facts
  return { ...usage, outputTokens: tokens, imageOutputTokens: tokens }
}

/** A stated usage after rules P7 and P8. */
interface Believed {
  readonly usage: Usage | undefined
  readonly isFinal: boolean
  readonly isAdjusted: boolean
  readonly rejection: string | undefined
  /** True if Tollgate counts the tokens of the answer, whatever was stated. */
  readonly isOutputRejected: boolean
}

const NOTHING: Believed = {
  usage: undefined,
  isFinal: false,
  isAdjusted: false,
  rejection: undefined,
  isOutputRejected: false,
}

function believe(facts: Observed & Pick<ChargeFacts, 'stated'>): Believed {
  if (facts.stated.kind === 'none') return NOTHING
  if (facts.stated.kind === 'invalid') return { ...NOTHING, rejection: facts.stated.reason }
  const verdict = judgeUsage(facts.stated.usage, facts)
  const { isFinal } = facts.stated
  if (!verdict.isPlausible) return { ...NOTHING, ...verdict.rest, isFinal, rejection: verdict.reason }
  const { usage, isAdjusted } = verdict
  // Some upstreams set the fields to zero when they do not count.
  if (usage.inputTokens === 0 && usage.outputTokens === 0) return NOTHING
  return { usage, isFinal, isAdjusted, rejection: undefined, isOutputRejected: false }
}

function isFree(facts: Pick<ChargeFacts, 'hasOutput' | 'ended'>, stated: Believed): boolean {
  if (facts.hasOutput) return facts.ended === 'failed'
  // Without content, a client that left while the model was thinking still pays, but an upstream failure costs nothing.
  if (facts.ended === 'complete') return stated.usage === undefined || stated.rejection !== undefined
  return facts.ended !== 'cut-by-client'
}

const freeCharge = (quote: Quote, stated: Believed): Charge => ({
  cost: ZERO,
  quote,
  units: undefined,
  surcharge: undefined,
  usage: NO_USAGE,
  source: 'upstream',
  rule: 'P3',
  flags: stated.rejection === undefined ? [] : ['usage_rejected'],
  rejection: stated.rejection,
  uncharged: stated.rejection === undefined ? stated.usage : undefined,
})

interface SettledUsage {
  readonly usage: Usage
  readonly source: UsageSource
}

/** @returns undefined if tokens have to be counted */
function asStated({ usage, isFinal, isOutputRejected, rejection }: Believed): SettledUsage | undefined {
  if (!usage || !isFinal || isOutputRejected) return undefined
  return { usage, source: rejection === undefined ? 'upstream' : 'counted' }
}

async function countUsage(facts: ChargeFacts, stated: Believed, flags: ChargeFlag[]): Promise<SettledUsage> {
  const isRejected = stated.rejection !== undefined
  const isPromptStated = stated.usage !== undefined && stated.usage.inputTokens > 0
  const soundTokens = facts.soundTokens?.() ?? 0
  const outputTokens = (await counted(facts.countOutput, facts.leastOutput, flags)) + soundTokens
  const inputTokens = isPromptStated ? 0 : await counted(facts.countPrompt, facts.leastPrompt, flags)
  const usage = withCounts(stated.usage, { inputTokens, outputTokens, soundTokens })
  if (isRejected) return { usage: withPictures(usage, facts), source: 'counted' }
  if (!stated.usage) {
    flags.push('usage_estimated')
    return { usage: withPictures(usage, facts), source: 'counted' }
  }
  const hasGrown =
    usage.inputTokens !== stated.usage.inputTokens || usage.outputTokens !== stated.usage.outputTokens
  if (hasGrown) flags.push('usage_estimated')
  return { usage, source: 'upstream-partial' }
}

/**
 * Completes a usage that was stated before the end. It may not include everything that was delivered since, so the rest
 * is counted.
 */
function withCounts(
  stated: Usage | undefined,
  counts: {
    readonly inputTokens: number
    /** Includes audio tokens. */
    readonly outputTokens: number
    readonly soundTokens: number
  },
): Usage {
  const { inputTokens, outputTokens, soundTokens } = counts
  if (!stated) return { ...NO_USAGE, inputTokens, outputTokens, audioOutputTokens: soundTokens }
  return {
    ...stated,
    inputTokens: stated.inputTokens > 0 ? stated.inputTokens : inputTokens,
    outputTokens: Math.max(stated.outputTokens, outputTokens),
    audioOutputTokens: Math.max(stated.audioOutputTokens, soundTokens),
  }
}

async function counted(
  count: () => number | Promise<number>,
  least: () => number,
  flags: ChargeFlag[],
): Promise<number> {
  try {
    return await count()
  } catch {
    // A charge that is too low is better than a lost one; the flag shows it.
    if (!flags.includes('count_failed')) flags.push('count_failed')
    return least()
  }
}

function ruleOf(facts: ChargeFacts, stated: Believed): SettlementRule {
  if (stated.rejection !== undefined) return 'P7'
  if (facts.ended === 'cut-by-client') return 'P5'
  if (facts.ended === 'cut-by-upstream') return 'P4'
  return stated.usage ? 'P1' : 'P2'
}
