import type { Amount } from '../money/amount.ts'
import type { KnownQuotes } from './known-quotes.ts'
import type { Operation, Outcome, QuoteRef, Reserve, Settle, UsageLogRow } from './operations.ts'

/**
 * Packs operations, or outcomes, into one flat list to send them between threads. Cloning a list of strings and numbers
 * costs half as much as cloning objects, and every charged request crosses the boundary twice. Amounts are sent as numbers,
 * because all of them are below 2^53.
 *
 * Common shapes are packed; anything else is sent unchanged after {@link AS_IS}.
 */
export type Packed = readonly unknown[]

const AS_IS = 0
const RESERVE = 1
const SETTLE = 2
const DONE = 3

/** @param known quotes whose texts are left out; absent = none */
export function packOperations(operations: readonly Operation[], known?: Pick<KnownQuotes, 'has'>): Packed {
  const list: unknown[] = [operations.length]
  for (const operation of operations) {
    if (operation.op === 'reserve' && isPlainReserve(operation)) packReserve(list, operation)
    else if (operation.op === 'settle' && isPlainSettle(operation)) packSettle(list, operation, known)
    else list.push(AS_IS, operation)
  }
  return list
}

/** Reports whether {@link packReserve} packs all members of the operation. */
const isPlainReserve = (operation: Reserve): boolean =>
  operation.idempotency === undefined &&
  operation.isLastTry === undefined &&
  operation.needsOwnRow === undefined &&
  fitsNumber(operation.amount)

const isPlainSettle = (operation: Settle): boolean =>
  operation.idempotency === undefined && operation.needsHold === undefined && fitsNumber(operation.cost)

const fitsNumber = (money: unknown): boolean =>
  typeof money === 'bigint' && money >= 0n && money <= Number.MAX_SAFE_INTEGER

export function unpackOperations(list: Packed): Operation[] {
  const reader = new Reader(list)
  return Array.from({ length: reader.number() }, () => {
    switch (reader.number()) {
      case RESERVE:
        return unpackReserve(reader)
      case SETTLE:
        return unpackSettle(reader)
      default:
        return reader.next() as Operation
    }
  })
}

export function packOutcomes(outcomes: readonly Outcome[]): Packed {
  const list: unknown[] = [outcomes.length]
  for (const outcome of outcomes) {
    if (outcome.ok && outcome.note === undefined)
      list.push(
        DONE,
        outcome.replayed,
        Number(outcome.cost),
        Number(outcome.available),
        numberOf(outcome.held),
        outcome.isTight === true,
        outcome.isRefilled === true,
      )
    else list.push(AS_IS, outcome)
  }
  return list
}

export function unpackOutcomes(list: Packed): Outcome[] {
  const reader = new Reader(list)
  return Array.from({ length: reader.number() }, (): Outcome => {
    if (reader.number() !== DONE) return reader.next() as Outcome
    const done = {
      ok: true,
      replayed: reader.boolean(),
      cost: reader.amount(),
      available: reader.amount(),
    } as const
    const held = reader.numberOrNull()
    const isTight = reader.boolean()
    const isRefilled = reader.boolean()
    return {
      ...done,
      ...(held === null ? {} : { held: BigInt(held) as Amount }),
      ...(isTight ? { isTight } : {}),
      ...(isRefilled ? { isRefilled } : {}),
    }
  })
}

function packReserve(
  list: unknown[],
  { id, userId, tokenId, amount, least, atMs, timeZone, deadlineMs, snapshot }: Reserve,
): void {
  list.push(RESERVE, id, userId, tokenId, Number(amount), numberOf(least))
  list.push(atMs, timeZone ?? null, deadlineMs, snapshot)
}

const numberOf = (amount: Amount | undefined): number | null => (amount === undefined ? null : Number(amount))

function unpackReserve(reader: Reader): Reserve {
  const id = reader.text()
  const userId = reader.number()
  const tokenId = reader.numberOrNull()
  const amount = reader.amount()
  const least = reader.numberOrNull()
  const atMs = reader.number()
  const timeZone = reader.textOrNull()
  return {
    op: 'reserve',
    id,
    userId,
    tokenId,
    amount,
    ...(least === null ? {} : { least: BigInt(least) as Amount }),
    atMs,
    ...(timeZone === null ? {} : { timeZone }),
    deadlineMs: reader.number(),
    snapshot: reader.text(),
  }
}

function packSettle(list: unknown[], settle: Settle, known: Pick<KnownQuotes, 'has'> | undefined): void {
  const { id, userId, tokenId, channelId, cost, atMs, note, log, stat, from } = settle
  list.push(SETTLE, id, userId, tokenId, channelId, Number(cost), atMs, note, stat !== null, log !== null)
  list.push(from?.allowance ?? null, numberOf(from?.held))
  if (stat) list.push(stat.model, stat.hourTime, stat.tokens)
  if (log) {
    list.push(
      log.type,
      log.username,
      log.tokenId,
      log.tokenName,
      log.group,
      log.model,
      log.promptTokens,
      log.completionTokens,
      log.isStream,
      log.useTimeMs,
      log.ip,
      log.usageSource,
      log.content,
      log.other,
      log.explanation,
    )
    packQuote(list, log, known)
  }
}

function packQuote(
  list: unknown[],
  { quote, atMs }: UsageLogRow,
  known: Pick<KnownQuotes, 'has'> | undefined,
): void {
  list.push(quote?.id ?? null)
  if (quote === undefined) return
  const texts = known?.has(quote, atMs) ? undefined : quote.texts
  list.push(texts !== undefined)
  if (texts) list.push(texts.price, texts.words, texts.channels)
}

function unpackQuote(reader: Reader): { readonly quote?: QuoteRef } {
  const id = reader.numberOrNull()
  if (id === null) return {}
  if (!reader.boolean()) return { quote: { id } }
  return { quote: { id, texts: { price: reader.text(), words: reader.text(), channels: reader.text() } } }
}

/** Unpacks a settlement. Fields that its log row shares with it were sent only once. */
function unpackSettle(reader: Reader): Settle {
  const id = reader.text()
  const userId = reader.number()
  const tokenId = reader.numberOrNull()
  const channelId = reader.number()
  const cost = reader.amount()
  const atMs = reader.number()
  const note = reader.textOrNull()
  const hasStat = reader.boolean()
  const hasLog = reader.boolean()
  const allowance = reader.textOrNull()
  const held = reader.numberOrNull()
  const stat = hasStat ? { model: reader.text(), hourTime: reader.number(), tokens: reader.number() } : null
  const log = hasLog
    ? {
        requestId: id,
        atMs,
        type: reader.number(),
        userId,
        username: reader.text(),
        tokenId: reader.number(),
        tokenName: reader.text(),
        channelId,
        group: reader.text(),
        model: reader.text(),
        promptTokens: reader.number(),
        completionTokens: reader.number(),
        quota: cost,
        isStream: reader.boolean(),
        useTimeMs: reader.number(),
        ip: reader.text(),
        usageSource: reader.text(),
        content: reader.text(),
        other: reader.text(),
        explanation: reader.text(),
        ...unpackQuote(reader),
      }
    : null
  const from = allowance === null ? {} : { from: { allowance, held: BigInt(held ?? 0) as Amount } }
  return { op: 'settle', id, userId, tokenId, channelId, cost, atMs, note, stat, log, ...from }
}

/** Reads a packed list in order. Both threads run the same version, so each value has the type with which it was packed. */
class Reader {
  readonly #list: Packed
  #at = 0

  constructor(list: Packed) {
    this.#list = list
  }

  next(): unknown {
    const value = this.#list[this.#at]
    this.#at += 1
    return value
  }

  number(): number {
    return this.next() as number
  }

  numberOrNull(): number | null {
    return this.next() as number | null
  }

  text(): string {
    return this.next() as string
  }

  textOrNull(): string | null {
    return this.next() as string | null
  }

  boolean(): boolean {
    return this.next() as boolean
  }

  amount(): Amount {
    return BigInt(this.next() as number) as Amount
  }
}
