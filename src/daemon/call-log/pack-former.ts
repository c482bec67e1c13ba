import { quoteInWords, readRecordedQuote } from '../pricing/price-record.ts'
import type { CallColumns, CallTexts, Explained, JsonMembers } from './call.ts'
import { extrasOf } from './other.ts'
import { type PackedCall, packCall, readQuote, unpackCall } from './packed-call.ts'
import type { PriceTexts, QuotesOfPrice } from './shared-quotes.ts'
import { channelsOf } from './store-call.ts'

/**
 * Packs the texts of a row that was stored in readable form.
 *
 * @param quotesOf returns the quotes of a price
 * @returns undefined if the row has no price, like that of a recovered request, or if unpacking would not restore the
 * same texts
 */
export function packFormer(
  columns: CallColumns,
  texts: CallTexts,
  quotesOf: (price: PriceTexts) => QuotesOfPrice,
): PackedCall | undefined {
  try {
    const packed = pack(columns, texts, quotesOf)
    return packed !== undefined && readsAs(columns, packed, texts) ? packed : undefined
  } catch {
    // The row does not have the form of a charge, so leave it unchanged.
    return undefined
  }
}

function pack(
  columns: CallColumns,
  texts: CallTexts,
  quotesOf: (price: PriceTexts) => QuotesOfPrice,
): PackedCall | undefined {
  const { price, ...rest } = JSON.parse(texts.explanation) as JsonMembers
  const quote = readRecordedQuote(price)
  if (quote === undefined) return undefined
  const explained = rest as unknown as Explained
  const extras = extrasOf({ columns, quote, explained }, JSON.parse(texts.other) as JsonMembers)
  const shared = quotesOf({ price: JSON.stringify(price), words: quoteInWords(quote) }).for(
    channelsOf(explained),
  )
  return shared && packCall(columns, { explained, extras, content: texts.content }, shared)
}

function readsAs(columns: CallColumns, packed: PackedCall, texts: CallTexts): boolean {
  if (packed.quote.texts === undefined) return false
  const { usageSource, content, other } = packed
  const read = unpackCall({ ...columns, usageSource, content, other }, readQuote(packed.quote.texts))
  return (
    read.usageSource === texts.usageSource &&
    read.content === texts.content &&
    read.other === texts.other &&
    read.explanation === texts.explanation
  )
}
