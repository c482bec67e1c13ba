import { formatRatio, parseRatio, RATIO_ONE, RATIO_ZERO, type Ratio } from '../money/ratio.ts'
import { imageInputRatio, imageOutputRatio } from './image-token-ratios.ts'
import type { LongPromptTexts } from './long-prompt.ts'
import { factorsOf } from './price-book.ts'
import { appliedGroupRatio, type LongPrompt, type Quote } from './quote.ts'
import type { VideoCharge } from './video-units.ts'

/**
 * A quote as stored with its request: decimal texts from which the price can be derived again at any time. Many
 * requests share a quote, so its texts are built once.
 */
interface QuoteTexts {
  readonly record: string
  readonly words: string
}

const texts = new WeakMap<Quote, QuoteTexts>()

/** Returns the JSON text of a quote; {@link readRecordedQuote} reads it back. */
export const recordQuote = (quote: Quote): string => textsOf(quote).record

/**
 * Returns the ratios in words, for the log row of a charge.
 *
 * @param charged extras of this request beyond the quote, if any
 */
export function quoteInWords(quote: Quote, charged: ChargedExtras = {}): string {
  const { units = RATIO_ONE, surcharge = RATIO_ZERO, video, longPrompt } = charged
  const isPlain = quote.kind === 'per-token' || (units === RATIO_ONE && video === undefined)
  const times = isPlain ? '' : `, ${video ? videoInWords(video) : `${formatRatio(units)} units`}`
  const tools = surcharge === 0n ? '' : `, tools $${formatRatio(surcharge)}`
  const long = longPrompt === undefined ? '' : `, ${longPromptInWords(longPrompt)}`
  return `${textsOf(quote).words}${times}${tools}${long}`
}

const longPromptInWords = ({ above, input, output }: LongPrompt): string =>
  `prompt above ${above} tokens: input x ${formatRatio(input)} and output x ${formatRatio(output)}`

/** Parts of a price besides the quote and the usage. Absent = one call, no surcharge. */
export interface ChargedExtras {
  /** See `media-units.ts`. */
  readonly units?: Ratio | undefined
  /** Dollars; see `tool-charges.ts`. */
  readonly surcharge?: Ratio | undefined
  /** A video is priced by the second. */
  readonly video?: VideoCharge | undefined
  /** The prompt was so long that it cost more. */
  readonly longPrompt?: LongPrompt | undefined
}

/** Returns for example `8 seconds`, or `8 seconds of 1792x1024 (13.333333333 units)` if the size has its own price. */
const videoInWords = ({ seconds, size, units, isSizePriced }: VideoCharge): string =>
  `${seconds} ${seconds === 1 ? 'second' : 'seconds'}${isSizePriced ? ` of ${size} (${formatRatio(units)} units)` : ''}`

/**
 * Returns the extras as fields of a JSON record; {@link readRecordedExtras} reads them back. Empty for ordinary calls.
 */
export function recordExtras({ units = RATIO_ONE, surcharge = RATIO_ZERO }: ChargedExtras): {
  readonly units: string | undefined
  readonly surcharge: string | undefined
} {
  return {
    units: units === RATIO_ONE ? undefined : formatRatio(units),
    surcharge: surcharge === 0n ? undefined : formatRatio(surcharge),
  }
}

/**
 * Reads the extras of a record.
 * @param record the object that {@link recordExtras} was spread into, or anything else
 */
export function readRecordedExtras(record: unknown): ChargedExtras {
  if (typeof record !== 'object' || record === null) return {}
  const fields = record as Readonly<Record<string, unknown>>
  return { units: readRatio(fields.units), surcharge: readRatio(fields.surcharge) }
}

function textsOf(quote: Quote): QuoteTexts {
  const known = texts.get(quote)
  if (known) return known
  const group = `group ratio ${formatRatio(appliedGroupRatio(quote))}`
  const made = {
    record: JSON.stringify({
      kind: quote.kind,
      basis: quote.basis,
      priced_model: quote.pricedModel,
      model_price: formatRatio(quote.modelPrice),
      model_ratio: formatRatio(quote.modelRatio),
      completion_ratio: formatRatio(quote.completionRatio),
      cache_ratio: formatRatio(quote.cacheRatio),
      cache_write_ratio: formatRatio(quote.cacheWriteRatio),
      audio_ratio: formatRatio(quote.audioRatio),
      audio_output_ratio: formatRatio(quote.audioOutputRatio),
      image_input_ratio: formatRatio(imageInputRatio(quote)),
      image_output_ratio: formatRatio(imageOutputRatio(quote)),
      // Absent for most models, so that their quotes stay as they are.
      long_prompt: quote.longPrompt && recordLongPrompt(quote.longPrompt),
      quota_per_unit: formatRatio(quote.quotaPerUnit),
      group: quote.group,
      group_ratio: formatRatio(quote.groupRatio),
      user_group_ratio: quote.userGroupRatio === undefined ? null : formatRatio(quote.userGroupRatio),
    }),
    words:
      quote.kind === 'per-call'
        ? `model price $${formatRatio(quote.modelPrice)}, ${group}`
        : `model ratio ${formatRatio(quote.modelRatio)}, completion ratio ${formatRatio(quote.completionRatio)}, ${group}`,
  }
  texts.set(quote, made)
  return made
}

/** Reads the quote of a record. @returns undefined if it has none, as for a recovered request */
export function readRecordedQuote(record: unknown): Quote | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const fields = record as Readonly<Record<string, unknown>>
  const { kind, basis, priced_model: pricedModel, group } = fields
  if ((kind !== 'per-token' && kind !== 'per-call') || typeof basis !== 'string') return undefined
  if (typeof pricedModel !== 'string' || typeof group !== 'string') return undefined
  const read = (name: string, fallback: Ratio = RATIO_ZERO): Ratio => readRatio(fields[name]) ?? fallback
  const imageInput = readRatio(fields.image_input_ratio)
  const longPrompt = readRecordedLongPrompt(fields.long_prompt)
  const imageOutput = readRatio(fields.image_output_ratio)
  const terms = {
    kind,
    basis: basis as Quote['basis'],
    pricedModel,
    modelPrice: read('model_price'),
    modelRatio: read('model_ratio'),
    completionRatio: read('completion_ratio'),
    cacheRatio: read('cache_ratio'),
    cacheWriteRatio: read('cache_write_ratio'),
    audioRatio: read('audio_ratio'),
    audioOutputRatio: read('audio_output_ratio'),
    ...(imageInput === undefined ? {} : { imageInputRatio: imageInput }),
    ...(imageOutput === undefined ? {} : { imageOutputRatio: imageOutput }),
    ...(longPrompt && { longPrompt }),
  } as const
  const quotaPerUnit = read('quota_per_unit', RATIO_ONE)
  const groupRatio = read('group_ratio', RATIO_ONE)
  const userGroupRatio = readRatio(fields.user_group_ratio)
  return {
    ...terms,
    quotaPerUnit,
    group,
    groupRatio,
    isGroupKnown: true,
    userGroupRatio,
    factors: factorsOf(terms, quotaPerUnit, userGroupRatio ?? groupRatio),
  }
}

const recordLongPrompt = ({ above, input, output }: LongPrompt): LongPromptTexts => ({
  above,
  input: formatRatio(input),
  output: formatRatio(output),
})

function readRecordedLongPrompt(record: unknown): LongPrompt | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const { above, input, output } = record as Readonly<Record<string, unknown>>
  const inputRatio = readRatio(input)
  const outputRatio = readRatio(output)
  if (typeof above !== 'number' || inputRatio === undefined || outputRatio === undefined) return undefined
  return { above, input: inputRatio, output: outputRatio }
}

/** Stored ratios were in range when they were written; only their form is checked. */
const readRatio = (text: unknown): Ratio | undefined =>
  typeof text === 'string' ? parseRatio(text, Number.MAX_SAFE_INTEGER) : undefined
