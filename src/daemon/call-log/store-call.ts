import type { UsageLogRow } from '../ledger/operations.ts'
import { quoteInWords, recordQuote } from '../pricing/price-record.ts'
import type { Quote } from '../pricing/quote.ts'
import type { CallColumns, Explained, OfferedChannel } from './call.ts'
import { otherOf } from './other.ts'
import { type Call, packCall } from './packed-call.ts'
import { type PriceTexts, QuotesOfPrice } from './shared-quotes.ts'

/**
 * Limit of the cache by text. It finds prices that are rebuilt for each request, such as those of models without a
 * price.
 */
const PRICES_MAX = 4096

const byQuote = new WeakMap<Quote, QuotesOfPrice>()
const byText = new Map<string, QuotesOfPrice>()

/** Returns the texts of a charge to store: packed if possible, else in readable form. */
export function storeCall(
  columns: CallColumns,
  call: Call,
  price: Quote,
): Pick<UsageLogRow, 'usageSource' | 'content' | 'other' | 'explanation' | 'quote'> {
  const shared = quotesOf(price).for(channelsOf(call.explained))
  const packed = shared && packCall(columns, call, shared)
  if (packed !== undefined) return packed
  const { explained, extras, content } = call
  return {
    usageSource: columns.usageSource,
    content,
    other: JSON.stringify(otherOf({ columns, quote: price, explained }, extras)),
    explanation: `{"price":${recordQuote(price)},${JSON.stringify(explained).slice(1)}`,
  }
}

function quotesOf(price: Quote): QuotesOfPrice {
  const known = byQuote.get(price)
  if (known !== undefined) return known
  const quotes = quotesOfPrice({ price: recordQuote(price), words: quoteInWords(price) })
  byQuote.set(price, quotes)
  return quotes
}

/** Returns the quotes of a price that this daemon uses. */
export function quotesOfPrice(texts: PriceTexts): QuotesOfPrice {
  const known = byText.get(texts.price)
  if (known !== undefined) return known
  const quotes = new QuotesOfPrice(texts)
  if (byText.size >= PRICES_MAX) byText.clear()
  byText.set(texts.price, quotes)
  return quotes
}

/** Returns all channels of a call. Nearly always, every attempt is also one of the candidates. */
export function channelsOf({ candidates, attempts }: Explained): readonly OfferedChannel[] {
  const isCandidate = (id: number): boolean => candidates.some((each) => each.channel_id === id)
  if (attempts.every((each) => isCandidate(each.channel_id))) return candidates
  return [...candidates, ...attempts]
}
