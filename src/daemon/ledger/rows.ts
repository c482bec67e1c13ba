import type { QuoteTexts } from './operations.ts'

/**
 * The ledger's rows as the rules use them: every amount is a bigint. Each engine converts them when it reads and writes.
 *
 * Rows are mutable, because the working set owns the rows it is given.
 */

/** The spending wallet (kind 1) of a user. */
export interface WalletRow {
  readonly userId: number
  balance: bigint
  held: bigint
  used: bigint
  requests: bigint
  lastWseq: bigint
}

export interface BudgetRow {
  readonly tokenId: number
  readonly userId: number
  readonly unlimited: boolean
  remain: bigint
  held: bigint
  used: bigint
  accessedMs: number
  /** Period of the spending limit that applies besides the total: 1 day, 2 week, 3 month; 0 = none. */
  readonly period: number
  readonly periodLimit: bigint
  /** Number of the current period; never used twice for a token. */
  periodSeq: number
  /** The first hold at or after this time begins the next period. */
  periodEndMs: number
  /** Charged in the current period; `periodHeld` is the amount held in it. */
  periodUsed: bigint
  periodHeld: bigint
}

export interface HoldRow {
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  amount: bigint
  accrued: bigint
  readonly instanceId: string
  readonly createdMs: number
  deadlineMs: number
  readonly snapshot: string
  /** The period of the token's budget that it counts in; null = in none. */
  periodSeq: number | null
  /** True for an allowance, which a daemon holds for future requests and not for one request. */
  readonly isAllowance: boolean
  /** Number of the last step of an allowance. */
  seq: number
}

/** An allowance of a wallet and the daemon that owns it. */
export interface LentRow {
  readonly id: string
  readonly instanceId: string
}

/** An entry already booked for a request id, of kind 1 (usage), 2 (recovered), 3 (late) or 13 (refund). */
export interface ChargeRow {
  readonly kind: number
  readonly userId: number
  readonly delta: bigint
  readonly isLogged: boolean
  readonly periodSeq: number | null
}

export interface IdempotencyRow {
  readonly scope: string
  readonly ownerId: number
  readonly key: string
  readonly bodySha256: string
  /** 1 running, 2 done. */
  readonly state: 1 | 2
  readonly requestId: string
  readonly status: number | null
  readonly body: string | null
  readonly createdMs: number
}

/** A new ledger entry. */
export interface EntryRow {
  readonly userId: number
  readonly wseq: bigint
  readonly kind: number
  readonly ref: string
  readonly delta: bigint
  readonly balanceAfter: bigint
  readonly tokenId: number | null
  readonly channelId: number | null
  readonly atMs: number
  readonly isLogged: boolean
  readonly note: string | null
  /** The period of the token's budget that it counts in; null = in none. */
  readonly periodSeq: number | null
}

/** A quote that log rows of the batch refer to. */
export interface QuoteRow extends QuoteTexts {
  readonly id: number
  /** Time of the latest log row that uses it. */
  usedMs: number
}

/** Increments that one batch makes to one row of `hourly_stats`. */
export interface StatIncrement {
  readonly userId: number
  readonly model: string
  readonly hourTime: number
  requests: number
  quota: bigint
  tokens: number
}

/**
 * Read access to the database inside the batch's transaction. The engine must have locked every row that the rules check, or
 * hold a lock without which the row cannot be changed. Each call returns a new object.
 */
export interface StoredRows {
  wallet(userId: number): WalletRow | undefined
  budget(tokenId: number): BudgetRow | undefined
  hold(id: string): HoldRow | undefined
  /** The allowances of a wallet. */
  lent(userId: number): readonly LentRow[]
  charges(requestId: string): readonly ChargeRow[]
  idempotency(scope: string, ownerId: number, key: string): IdempotencyRow | undefined
}
