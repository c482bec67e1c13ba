import type { QuoteTexts } from './operations.ts'

/**
 * The ledger's rows as the rules see them: every amount a bigint. Engines translate at their own edge.
 *
 * Rows are handed out mutable: the working set owns what it was given.
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
  /** What it may spend in each day (1), week (2) or month (3) beside its total; 0 = no such limit. */
  readonly period: number
  readonly periodLimit: bigint
  /** Names the running period; never used twice for a token. */
  periodSeq: number
  /** A hold from then on begins the next period. */
  periodEndMs: number
  /** Charged and held in the running period. */
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
  /** Held by a daemon for requests to come, not for one request. */
  readonly isAllowance: boolean
  /** The last step that was made with an allowance. */
  seq: number
}

/** An allowance of a wallet, and who has it. */
export interface LentRow {
  readonly id: string
  readonly instanceId: string
}

/** What was already booked for a request id: its entries of kinds 1 (usage), 2 (recovered), 3 (late) and 13 (refund). */
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

/** A quote that rows of the batch refer to. */
export interface QuoteRow extends QuoteTexts {
  readonly id: number
  /** The time of its latest row. */
  usedMs: number
}

/** What one batch adds to one row of `hourly_stats`. */
export interface StatIncrement {
  readonly userId: number
  readonly model: string
  readonly hourTime: number
  requests: number
  quota: bigint
  tokens: number
}

/**
 * Read access to the store inside the batch's transaction. Every row that the rules judge must be locked by the engine
 * or reachable only under a lock it holds. Each call returns a new object.
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
