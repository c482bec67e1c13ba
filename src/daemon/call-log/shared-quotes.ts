import { createHash } from 'node:crypto'
import type { QuoteRef } from '../ledger/operations.ts'
import type { OfferedChannel } from './call.ts'

/** A stored quote with the positions of its channels. */
export interface SharedQuote {
  readonly ref: Required<QuoteRef>
  readonly channels: readonly OfferedChannel[]
  /** Position in `channels` by the channel's id. */
  readonly places: ReadonlyMap<number, number>
}

/** The price of a quote, as JSON text and in words. */
export interface PriceTexts {
  readonly price: string
  readonly words: string
}

/** Prices and candidates change seldom. A price with more sets of channels than this rebuilds a quote now and then. */
const QUOTES_PER_PRICE_MAX = 16

/**
 * The stored quotes of one price: one for each set of channels that was offered at it. A set that is part of another,
 * for instance while a channel is left out, uses the other's quote.
 */
export class QuotesOfPrice {
  readonly #texts: PriceTexts
  readonly #quotes: SharedQuote[] = []

  constructor(texts: PriceTexts) {
    this.#texts = texts
  }

  /**
   * Finds or creates the quote for these channels.
   * @returns undefined if two of the channels contradict each other, so that no quote can hold both
   */
  for(channels: readonly OfferedChannel[]): SharedQuote | undefined {
    const known = this.#quotes.find((quote) => channels.every((each) => placeOf(quote, each) !== undefined))
    if (known !== undefined) return known
    const made = makeQuote(this.#texts, channels)
    if (channels.some((each) => placeOf(made, each) === undefined)) return undefined
    this.#quotes.unshift(made)
    this.#quotes.splice(QUOTES_PER_PRICE_MAX)
    return made
  }
}

/** Finds the position of a channel in a quote; undefined unless name, priority and weight are the same. */
export function placeOf({ channels, places }: SharedQuote, channel: OfferedChannel): number | undefined {
  const place = places.get(channel.channel_id)
  const found = place === undefined ? undefined : channels[place]
  return found !== undefined &&
    found.channel_name === channel.channel_name &&
    found.priority === channel.priority &&
    found.weight === channel.weight
    ? place
    : undefined
}

/** Builds a quote. The same price and channels yield the same id on every daemon. */
function makeQuote({ price, words }: PriceTexts, channels: readonly OfferedChannel[]): SharedQuote {
  const sorted = [...new Map(channels.map((each) => [each.channel_id, each])).values()].sort(
    (left, right) => left.channel_id - right.channel_id,
  )
  const text = JSON.stringify(
    sorted.map((each) => [each.channel_id, each.channel_name, each.priority, each.weight]),
  )
  const ref = { id: idOf(price, text), texts: { price, words, channels: text } }
  return { ref, ...placesOf(sorted) }
}

/** Parses the channels of a quote. @param text `channels` of a stored quote */
export function readChannels(text: string): Pick<SharedQuote, 'channels' | 'places'> {
  const stored = JSON.parse(text) as readonly (readonly [number, string, number, number])[]
  return placesOf(
    stored.map(([id, name, priority, weight]) => ({
      channel_id: id,
      channel_name: name,
      priority,
      weight,
    })),
  )
}

const placesOf = (channels: readonly OfferedChannel[]): Pick<SharedQuote, 'channels' | 'places'> => ({
  channels,
  places: new Map(channels.map((each, place) => [each.channel_id, place])),
})

/**
 * Returns an id of 52 bits, so that it is an exact number everywhere. A site with 100 000 quotes has a one-in-a-million
 * chance of a collision.
 */
function idOf(price: string, channels: string): number {
  const hash = createHash('sha256').update(price).update('\n').update(channels).digest()
  return Number(hash.readBigUInt64BE() >> 12n)
}
