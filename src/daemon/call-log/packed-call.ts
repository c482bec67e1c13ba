import type { QuoteRef, QuoteTexts } from '../ledger/operations.ts'
import { readRecordedQuote } from '../pricing/price-record.ts'
import type { Quote } from '../pricing/quote.ts'
import { NO_USAGE, USAGE_FIELDS } from '../protocols/usage.ts'
import type { CallColumns, CallTexts, Explained, OfferedChannel } from './call.ts'
import { type OtherExtras, otherOf } from './other.ts'
import { placeOf, readChannels, type SharedQuote } from './shared-quotes.ts'

/** The stored texts of a row. */
export interface PackedCall extends CallTexts {
  readonly quote: QuoteRef
}

/** The information of a row beyond its columns and its quote. */
export interface Call {
  readonly explained: Explained
  /** Members of `other` that cannot be derived. */
  readonly extras: OtherExtras | undefined
  readonly content: string
}

/**
 * The form of `other` in a row that has a quote: a JSON list, without its brackets, of the values that nearly every row
 * has, followed, if there is more, by an object with the rest. Rows live for years, so a position or a letter never
 * gets another meaning.
 *
 * - candidates: positions in the quote's channels: one number, or a text of one digit (base 36) each, or a list
 * - attempts: how long the first attempt took, if the first candidate served it; else a list of [position, status,
 *   took, error?, reason?]
 * - first byte: milliseconds before the end of the first attempt
 * - hold: amount, as a number if its text is that of the number; prompt estimate beyond the charged prompt;
 *   milliseconds from the start of the request to the hold; delay of settling beyond hold time plus duration
 */
type Packed = readonly [
  candidates: number | string | readonly number[],
  attempts: number | readonly (readonly [number, number, number, string?, string?])[],
  endedLaterMs: number,
  amount: number | string,
  morePromptTokens: number,
  heldAfterMs: number,
  settledAfterMs: number,
  rest?: Rest,
]

/** Rare values. Members that have their usual value are absent. */
interface Rest {
  /** Path: a position in {@link paths}, or its text. */
  p?: number | string
  /** Upstream model, if it differs. */
  m?: string
  /** The request was pinned to its channel. */
  k?: 1
  /** Positions of candidates that failed lately. */
  f?: number[]
  /** Skipped channels. */
  s?: (readonly [number, string])[]
  /** Units and surcharge. */
  x?: string
  y?: string
  /** Usage beyond prompt and output tokens, by position in `USAGE_FIELDS`. */
  u?: Record<string, number>
  /** Usage whose members are in an unusual order. */
  v?: Readonly<Record<string, number>>
  /** Rule, flags and rejection of the usage. */
  r?: string
  g?: readonly string[]
  j?: string
  /** The final amount of the hold, if it had grown. */
  h?: string
  /** The reason for using the channel of an earlier request. */
  a?: string
  /** Models that the request named before this one. */
  n?: (readonly [string, string])[]
  /** Members of `other` that cannot be derived. */
  o?: OtherExtras
}

/** Append new paths at the end: stored rows refer to positions. */
const paths = [
  '/v1/chat/completions',
  '/v1/messages',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/completions',
  '/v1beta/models/{model}:generateContent',
  '/v1/realtime',
  '/v1/images/generations',
  '/v1/images/edits',
  '/v1/images/variations',
  '/v1/audio/speech',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
  '/v1/rerank',
  '/v1/moderations',
  '/v1/videos',
  '/v1beta/models/{model}:embedContent',
  '/v1beta/models/{model}:batchEmbedContents',
  '/v1beta/models/{model}:predict',
]
const placesOfPaths = new Map(paths.map((path, place) => [path, place]))

/** The values of most rows, which are omitted. */
const USUAL_SOURCE = 'upstream'
const USUAL_RULE = 'P1'

/**
 * Packs the texts of a charge: everything that its columns and its quote say is left out. {@link unpackCall} restores
 * them.
 *
 * @returns undefined if the texts contradict the columns, or a column contains text that a store changes; such a row is
 * stored in readable form
 */
export function packCall(columns: CallColumns, call: Call, quote: SharedQuote): PackedCall | undefined {
  const { explained, content } = call
  if (!agrees(columns, explained) || !isStorable(columns)) return undefined
  const { first_byte_ms: firstByteMs, hold } = explained
  const heldAfterMs = hold.at_ms - beginOf(columns.requestId)
  const settledAfterMs = hold.settled_ms - hold.at_ms - columns.useTimeMs
  const rest = restOf(columns, call, quote)
  const usual: Packed = [
    packCandidates(explained, quote),
    packAttempts(explained, quote),
    (explained.attempts[0]?.took_ms ?? 0) - firstByteMs,
    packAmount(hold.amount),
    hold.prompt_tokens_estimate - columns.promptTokens,
    heldAfterMs,
    settledAfterMs,
  ]
  return {
    usageSource: columns.usageSource === USUAL_SOURCE ? '' : columns.usageSource,
    content: content === quote.ref.texts.words ? '' : content,
    other: JSON.stringify(rest === undefined ? usual : [...usual, rest]).slice(1, -1),
    explanation: '',
    quote: quote.ref,
  }
}

const agrees = (columns: CallColumns, { model, group, token, usage }: Explained): boolean =>
  model === columns.model &&
  group === columns.group &&
  token === columns.tokenName &&
  usage.source === columns.usageSource &&
  usage.inputTokens === columns.promptTokens &&
  usage.outputTokens === columns.completionTokens

/**
 * Reports whether the columns survive storage. Stores replace NUL and unpaired surrogates in columns; in JSON they are
 * escaped and survive.
 */
const isStorable = ({ model, group, tokenName }: CallColumns): boolean =>
  [model, group, tokenName].every((text) => text.isWellFormed() && !text.includes('\0'))

const placeIn = (quote: SharedQuote, channel: OfferedChannel): number => placeOf(quote, channel) ?? -1

function packCandidates({ candidates }: Explained, quote: SharedQuote): Packed[0] {
  const [only] = candidates
  if (only !== undefined && candidates.length === 1) return placeIn(quote, only)
  const places = candidates.map((each) => placeIn(quote, each))
  return quote.channels.length <= 36 ? places.map((place) => place.toString(36)).join('') : places
}

function packAttempts({ candidates, attempts }: Explained, quote: SharedQuote): Packed[1] {
  const [only] = attempts
  const [first] = candidates
  if (only !== undefined && first !== undefined && attempts.length === 1)
    if (only.status === 200 && only.error === undefined && only.channel_id === first.channel_id)
      return only.took_ms
  return attempts.map((each) => {
    const facts = [placeIn(quote, each), each.status, each.took_ms] as const
    if (each.error === undefined) return facts
    return each.reason === undefined ? [...facts, each.error] : [...facts, each.error, each.reason]
  })
}

const packAmount = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text)

function restOf({ model }: CallColumns, { explained, extras }: Call, quote: SharedQuote): Rest | undefined {
  const {
    path,
    upstream_model: upstreamModel,
    candidates,
    skipped,
    units,
    surcharge,
    usage,
    hold,
  } = explained
  const rest: Rest = {}
  if (path !== paths[0]) rest.p = placesOfPaths.get(path) ?? path
  if (upstreamModel !== model) rest.m = upstreamModel
  if (explained.pinned) rest.k = 1
  if (explained.affinity !== undefined) rest.a = explained.affinity
  if (explained.passed_over) rest.n = explained.passed_over.map((each) => [each.model, each.reason])
  const failed = candidates.filter((each) => each.failed_lately)
  if (failed.length > 0) rest.f = failed.map((each) => placeIn(quote, each))
  if (skipped !== undefined) rest.s = skipped.map((each) => [each.channel_id, each.reason])
  if (units !== undefined) rest.x = units
  if (surcharge !== undefined) rest.y = surcharge
  packUsage(rest, usage)
  if (usage.rule !== USUAL_RULE) rest.r = usage.rule
  if (usage.flags.length > 0) rest.g = usage.flags
  if (usage.rejection !== undefined) rest.j = usage.rejection
  if (hold.final !== hold.amount) rest.h = hold.final
  if (extras !== undefined) rest.o = extras
  for (const _ in rest) return rest
  return undefined
}

/** Packs the usage, except the first two fields, which are columns. */
function packUsage(rest: Rest, usage: Explained['usage']): void {
  let place = 0
  for (const name in usage) {
    if (place === USAGE_FIELDS.length) break
    if (name !== USAGE_FIELDS[place]) {
      rest.v = Object.fromEntries(
        Object.entries(usage).filter(([, value]) => typeof value === 'number'),
      ) as Record<string, number>
      delete rest.u
      return
    }
    const value = usage[name as keyof typeof NO_USAGE]
    if (place > 1 && value !== 0) {
      rest.u ??= {}
      rest.u[place] = value
    }
    place += 1
  }
}

/** A stored quote after parsing. */
export interface ReadQuote extends Pick<SharedQuote, 'channels'> {
  readonly texts: QuoteTexts
  readonly price: Quote
}

/** Parses a stored quote. @throws Error if the texts are not those of a quote */
export function readQuote(texts: QuoteTexts): ReadQuote {
  const price = readRecordedQuote(JSON.parse(texts.price))
  if (price === undefined) throw new TypeError('a stored quote has no price')
  return { texts, price, channels: readChannels(texts.channels).channels }
}

/**
 * Restores the readable texts of a row. Lists do not need the explanation, so it is built only when it is read.
 *
 * @throws Error if the row does not have this form or does not belong to this quote
 */
export function unpackCall(
  stored: CallColumns & Pick<CallTexts, 'content' | 'other'>,
  quote: ReadQuote,
): CallTexts {
  const columns = { ...stored, usageSource: stored.usageSource || USUAL_SOURCE }
  const list = JSON.parse(`[${stored.other}]`) as Packed
  const explained = unpackExplained(columns, list, quote)
  const facts = { columns, quote: quote.price, explained }
  return {
    usageSource: columns.usageSource,
    content: stored.content === '' ? quote.texts.words : stored.content,
    other: JSON.stringify(otherOf(facts, list[7]?.o)),
    get explanation() {
      return `{"price":${quote.texts.price},${JSON.stringify(explained).slice(1)}`
    },
  }
}

function unpackExplained(columns: CallColumns, list: Packed, quote: ReadQuote): Explained {
  const [, , endedLaterMs, amount, morePromptTokens, heldAfterMs, settledAfterMs, rest = {}] = list
  const candidates = placesOfCandidates(list[0]).map((place) => ({
    ...channelAt(quote, place),
    ...(rest.f?.includes(place) ? ({ failed_lately: true } as const) : {}),
  }))
  const heldMs = beginOf(columns.requestId) + heldAfterMs
  const attempts = unpackAttempts(list[1], placesOfCandidates(list[0])[0], quote)
  return {
    path: typeof rest.p === 'string' ? rest.p : (paths[rest.p ?? 0] ?? ''),
    model: columns.model,
    upstream_model: rest.m ?? columns.model,
    group: columns.group,
    token: columns.tokenName,
    pinned: rest.k === 1,
    ...(rest.a === undefined ? {} : { affinity: rest.a }),
    ...(rest.n ? { passed_over: rest.n.map(([model, reason]) => ({ model, reason })) } : {}),
    candidates,
    ...(rest.s ? { skipped: rest.s.map(([id, reason]) => ({ channel_id: id, reason })) } : {}),
    attempts,
    ...(rest.x === undefined ? {} : { units: rest.x }),
    ...(rest.y === undefined ? {} : { surcharge: rest.y }),
    first_byte_ms: (attempts[0]?.took_ms ?? 0) - endedLaterMs,
    usage: unpackUsage(columns, rest),
    hold: {
      amount: String(amount),
      final: rest.h ?? String(amount),
      prompt_tokens_estimate: columns.promptTokens + morePromptTokens,
      at_ms: heldMs,
      settled_ms: heldMs + columns.useTimeMs + settledAfterMs,
    },
  }
}

function placesOfCandidates(packed: Packed[0]): readonly number[] {
  if (typeof packed === 'number') return [packed]
  return typeof packed === 'string' ? [...packed].map((digit) => Number.parseInt(digit, 36)) : packed
}

function channelAt({ channels }: ReadQuote, place: number | undefined): OfferedChannel {
  const channel = channels[place ?? -1]
  if (channel === undefined) throw new TypeError('a row names a channel that its quote does not have')
  return channel
}

function unpackAttempts(
  packed: Packed[1],
  first: number | undefined,
  quote: ReadQuote,
): Explained['attempts'] {
  if (typeof packed === 'number') return [{ ...channelAt(quote, first), status: 200, took_ms: packed }]
  return packed.map(([place, status, tookMs, error, reason]) => ({
    ...channelAt(quote, place),
    status,
    took_ms: tookMs,
    ...(error === undefined ? {} : { error }),
    ...(reason === undefined ? {} : { reason }),
  }))
}

function unpackUsage(columns: CallColumns, rest: Rest): Explained['usage'] {
  const usage: Record<keyof typeof NO_USAGE, number> = {
    ...(rest.v ?? NO_USAGE),
    inputTokens: columns.promptTokens,
    outputTokens: columns.completionTokens,
  } as typeof NO_USAGE
  for (const [place, value] of Object.entries(rest.u ?? {})) {
    const field = USAGE_FIELDS[Number(place)]
    if (field !== undefined) usage[field] = value
  }
  return {
    ...usage,
    source: columns.usageSource,
    rule: rest.r ?? USUAL_RULE,
    flags: rest.g ?? [],
    ...(rest.j === undefined ? {} : { rejection: rest.j }),
  }
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns the start time of a request, which its id contains (see `relay/inbound/request-id.ts`); 0 for an id of
 * another form.
 */
function beginOf(requestId: string): number {
  if (requestId.length !== 30 || !requestId.startsWith('req_')) return 0
  let time = 0
  for (let place = 4; place < 14; place += 1) {
    const digit = DIGITS.indexOf(requestId.charAt(place))
    if (digit < 0) return 0
    time = time * 32 + digit
  }
  return time
}
