import type { SpanName } from '../calendar.ts'
import type { Amount } from '../money/amount.ts'

/**
 * The operations of the hot path. Each is idempotent by its id: replaying one gives the first answer again and changes
 * nothing. They are evaluated in arrival order inside one transaction per batch (reliability: group commit); a refused
 * operation does not affect the others. Credits and debits that are not requests go through `credit.ts` inside a knex
 * transaction.
 *
 * Values cross a thread boundary, so everything here is structured-clonable plain data.
 */
export type Operation = Reserve | Extend | Accrue | Settle | Void | Recover | Allow | GiveBack | Detach

/** Holds `amount` of the user's wallet and, if `tokenId` is set, of the token's budget. */
export interface Reserve {
  readonly op: 'reserve'
  /** Request id; becomes the hold's id, the entry's ref and the log's request id. */
  readonly id: string
  readonly userId: number
  /** null for the playground, which has no token. */
  readonly tokenId: number | null
  readonly amount: Amount
  /**
   * Where wallet or budget do not cover `amount`, all that is free is held, if it is at least this. Absent = `amount`. Not
   * while an allowance of the wallet stands: what is free then is not all there is.
   */
  readonly least?: Amount | undefined
  /** Takes what is free, down to `least`, even while an allowance stands: its daemon was asked and did not answer. */
  readonly isLastTry?: true | undefined
  /** Never held in memory: others look for its row. */
  readonly needsOwnRow?: true | undefined
  readonly atMs: number
  /** Where the days of the token's budget begin at midnight. Absent = UTC. */
  readonly timeZone?: string
  readonly deadlineMs: number
  /** JSON frozen at admission: what recovery needs to write the entry and log row (see {@link HoldSnapshot}). */
  readonly snapshot: string
  /** Set when the client sent an Idempotency-Key: inserted in the same transaction. */
  readonly idempotency?:
    | {
        readonly scope: string
        readonly ownerId: number
        readonly key: string
        readonly bodySha256: string
      }
    | undefined
}

/** Raises the hold to a total of `amount` (not by `amount`). */
export interface Extend {
  readonly op: 'extend'
  readonly id: string
  readonly amount: Amount
  /** Extends the hold's deadline, never shortens it. */
  readonly deadlineMs?: number
}

/** Records what has been earned so far. Never lowers it, never exceeds the hold (clamped). */
export interface Accrue {
  readonly op: 'accrue'
  readonly id: string
  readonly accrued: Amount
  /** Extends the hold's deadline, never shortens it: a stream that still accrues is not a leak. */
  readonly deadlineMs?: number
}

/** Charges `cost`, drops the hold, writes entry, log row, counters and hourly statistics. `cost` 0 writes no entry. */
export interface Settle {
  readonly op: 'settle'
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  readonly channelId: number
  readonly cost: Amount
  readonly atMs: number
  /** null if consumption logging is off; the charge is made anyway. */
  readonly log: UsageLogRow | null
  /** null when the data dashboard is off. */
  readonly stat: { readonly model: string; readonly hourTime: number; readonly tokens: number } | null
  /** Text for the entry. The ledger itself adds `overrun` (rule P10), `late` and `clamped` (rule P11). */
  readonly note: string | null
  /**
   * Charges only what is still held: without its hold somebody gave the request up, and a charge that came after that
   * would be given back by nobody. Answered with `no-hold`.
   */
  readonly needsHold?: true | undefined
  /**
   * The request has no hold of its own: the daemon set `held` of an allowance aside for it in memory. The ledger takes the
   * charge from the allowance, at most `held` of it, and refills the allowance if the wallet has plenty free. The cost must be
   * above zero: the ledger recognizes a repetition by its entry.
   */
  readonly from?: { readonly allowance: string; readonly held: Amount } | undefined
  /** Completes the idempotency record opened by the reserve. */
  readonly idempotency?:
    | {
        readonly scope: string
        readonly ownerId: number
        readonly key: string
        readonly status: number
        readonly body: string | null
      }
    | undefined
}

/** Drops the hold without a charge; optionally writes error rows (log type 6), only when there was a hold to drop. */
export interface Void {
  readonly op: 'void'
  readonly id: string
  readonly atMs: number
  readonly logs: readonly UsageLogRow[]
  readonly idempotency?: { readonly scope: string; readonly ownerId: number; readonly key: string }
  /**
   * Set where a settlement was submitted before and may be booked by now: it is taken back, whether it still waits or is
   * booked already.
   */
  readonly refund?: { readonly userId: number; readonly tokenId: number | null }
}

/** Settles an orphaned hold at what it had accrued (rule P9), entry kind 2. */
export interface Recover {
  readonly op: 'recover'
  readonly id: string
  readonly atMs: number
}

/**
 * Takes an allowance, which is a hold for requests that are still to come, or raises it by `more`. Requests are then held
 * in the memory of the daemon that has it, within its amount.
 *
 * Allow, give back and detach are the steps of an allowance. They are numbered, because they change it by a difference: a
 * step that was made changes nothing when it is repeated, whatever became of the allowance since.
 */
export interface Allow {
  readonly op: 'allow'
  /** The allowance's. */
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  readonly more: Amount
  /** What wallet and budget must still have free beside it. */
  readonly spare: Amount
  /** 1 takes it, any later one raises it. */
  readonly seq: number
  readonly atMs: number
}

/** Lowers an allowance by a difference, or ends it; at zero its row goes. */
export interface GiveBack {
  readonly op: 'giveBack'
  readonly id: string
  readonly less: Amount | 'all'
  readonly seq: number
}

/** Moves what is held in memory for a request into a row of its own; the wallet holds as much as before. */
export interface Detach
  extends Pick<Reserve, 'id' | 'userId' | 'tokenId' | 'amount' | 'atMs' | 'deadlineMs' | 'snapshot'> {
  readonly op: 'detach'
  /** The allowance that it was held in. */
  readonly from: string
  readonly seq: number
}

/** One row of `usage_logs`. Money in `quota` is thousandths. */
export interface UsageLogRow {
  readonly requestId: string
  readonly atMs: number
  /** 2 consumption, 6 error. */
  readonly type: number
  readonly userId: number
  readonly username: string
  readonly tokenId: number
  readonly tokenName: string
  readonly channelId: number
  readonly group: string
  readonly model: string
  readonly promptTokens: number
  readonly completionTokens: number
  readonly quota: Amount
  readonly isStream: boolean
  readonly useTimeMs: number
  readonly ip: string
  readonly usageSource: string
  readonly content: string
  /** JSON text of the spec's `other`. */
  readonly other: string
  /** JSON text: candidates, attempts, price derivation, hold. */
  readonly explanation: string
  /** Set where the texts above leave out what the quote says. Only `call-log` writes and reads such texts. */
  readonly quote?: QuoteRef
}

/** A quote that log rows refer to. */
export interface QuoteRef {
  /** Derived from the texts, so that every daemon finds the same one. Below 2^52. */
  readonly id: number
  /** Absent where the store is known to have them (see `known-quotes.ts`). */
  readonly texts?: QuoteTexts
}

/** What many log rows share, stored once. */
export interface QuoteTexts {
  /** JSON text of the price (see `pricing/price-record.ts`). */
  readonly price: string
  /** The price in words: `content` of the rows that have none of their own. */
  readonly words: string
  /** JSON text of the channels that were candidates. */
  readonly channels: string
}

/** What the `snapshot` text of a hold decodes to; recovery builds the entry and the log row from it. */
export interface HoldSnapshot {
  readonly username: string
  readonly tokenName: string
  readonly group: string
  readonly model: string
  /** 0 until the first attempt; the channel that was planned first. */
  readonly channelId: number
  readonly isStream: boolean
  readonly ip: string
  readonly logged: boolean
  /** Whether the data dashboard was on: recovery then counts into the hourly statistics too. */
  readonly dashboard?: boolean
  /** Added by the ledger if the reserve had an Idempotency-Key, so that recovery can close its record. */
  readonly idempotency?: { readonly scope: string; readonly ownerId: number; readonly key: string }
}

export type Outcome =
  /**
   * Done. `available` is balance minus held after it, for the caller's log and headers; 0 if an operation without a
   * user is replayed, because its wallet can no longer be found. `cost` is the total charge of the request; for an
   * accrual, what it has earned so far.
   */
  | {
      readonly ok: true
      readonly replayed: boolean
      readonly cost: Amount
      readonly available: Amount
      /** What a reserve holds. */
      readonly held?: Amount
      /** Something to count and look into; the same text as in the entry's note. */
      readonly note?: string
      /** After a charge from an allowance: the wallet or the budget has little free beside its holds. */
      readonly isTight?: true
      /** After a charge from an allowance: the ledger refilled the allowance. */
      readonly isRefilled?: true
    }
  /** The wallet or the token's budget does not cover it. `available` is what it has free. */
  | {
      readonly ok: false
      readonly reason: 'wallet' | 'token'
      readonly available: Amount
      readonly lent?: Lent
    }
  /** The token's budget of this day, week or month does not cover it. `endMs` is when the next one begins. */
  | {
      readonly ok: false
      readonly reason: 'period'
      readonly available: Amount
      readonly limit: Amount
      readonly period: SpanName
      readonly endMs: number
      readonly lent?: Lent
    }
  /**
   * No allowance is given: the token has a budget of a period, or another daemon has an allowance of the wallet. `unsure`
   * answers a repetition after which other steps were made: whether this one was granted is not known any more.
   */
  | { readonly ok: false; readonly reason: 'no-allowance'; readonly why: 'period' | 'lent' | 'unsure' }
  /** The hold is gone: somebody else settled, voided or recovered it. */
  | { readonly ok: false; readonly reason: 'no-hold' }
  /** A settlement that was taken back before it was booked. */
  | { readonly ok: false; readonly reason: 'withdrawn' }
  /** The Idempotency-Key is taken. */
  | {
      readonly ok: false
      readonly reason: 'idempotency'
      readonly state: 'running' | 'done' | 'mismatch'
      readonly requestId: string
      readonly status: number | null
      readonly body: string | null
    }
  /** This daemon was declared dead by a peer, or user or token do not exist. */
  | { readonly ok: false; readonly reason: 'fenced' | 'unknown-wallet' | 'unknown-token' }
  /** Out of bounds or refused by a constraint: a defect of the caller. Nothing of this operation was applied. */
  | { readonly ok: false; readonly reason: 'invalid'; readonly detail: string }

/** Allowances stand on a wallet that is short: some of what they hold may be free. */
export interface Lent {
  readonly userId: number
  /** Not only this daemon has one. */
  readonly isElsewhere: boolean
}

/** The answer to a hold that is not covered. */
export type Shortage = Extract<Outcome, { readonly reason: 'wallet' | 'token' | 'period' }>

/** Entry kinds as stored. */
export const entryKinds = {
  usage: 1,
  recovered: 2,
  late: 3,
  redeem: 4,
  topup: 5,
  admin: 6,
  checkin: 7,
  signup: 8,
  inviter: 9,
  invitee: 10,
  rebate: 11,
  transfer: 12,
  taskRefund: 13,
  reversal: 14,
  opening: 15,
} as const
/** Kinds that are booked for a request, under its id: its charges, and what was returned of them. */
export const requestKinds = [
  entryKinds.usage,
  entryKinds.recovered,
  entryKinds.late,
  entryKinds.taskRefund,
] as const
export type EntryKind = (typeof entryKinds)[keyof typeof entryKinds]

/**
 * One engine: applies a batch in one transaction and answers in order. It throws or rejects if the store cannot be
 * used. Then nothing was applied, or only the acknowledgement was lost; either way it is safe to submit the same batch
 * again. An empty batch asks whether the store takes writes, by making a small one.
 */
export interface LedgerEngine {
  apply(operations: readonly Operation[]): Promise<readonly Outcome[]> | readonly Outcome[]
}

/** What the relay sees. Every promise resolves after the commit that contains the operation. */
export interface Ledger {
  submit(operation: Operation): Promise<Outcome>
  /** Operations accepted but not yet committed. */
  readonly pending: number
  /** Whether a request could be admitted now. Asks the store for a small write unless it has just made one. */
  isReady(): Promise<boolean>
  /**
   * Sends nothing more to the store. What is submitted afterwards, except admissions, waits for the next call.
   * @returns what is not known to be committed, in order; submitting it again, after the next start too, is safe
   */
  close(): readonly Operation[]
  /** Resolves when nothing is pending. */
  drain(): Promise<void>
}
