import type { SpanName } from '../calendar.ts'
import type { Amount } from '../money/amount.ts'

/**
 * The operations of the hot path. Each is idempotent by its id: repeating one returns the first answer and changes
 * nothing. They are evaluated in arrival order, in one transaction per batch (group commit). A refused operation does not
 * affect the others. Credits and debits that do not belong to a request go through `credit.ts` in a knex transaction.
 *
 * Operations cross a thread boundary, so they are plain data that can be structured-cloned.
 */
export type Operation = Reserve | Extend | Accrue | Settle | Void | Recover | Allow | GiveBack | Detach

/** Holds `amount` of the user's wallet and, if `tokenId` is set, of the token's budget. */
export interface Reserve {
  readonly op: 'reserve'
  /** Request id. It becomes the id of the hold, the `ref` of the entry and the request id of the log row. */
  readonly id: string
  readonly userId: number
  /** null for the playground, which has no token. */
  readonly tokenId: number | null
  readonly amount: Amount
  /**
   * If the wallet or the budget does not cover `amount`, everything free is held, provided it is at least `least`. Absent =
   * `amount`. This does not apply while the wallet has an allowance, because part of the allowance may be free too.
   */
  readonly least?: Amount | undefined
  /** Accepts a smaller hold, down to `least`, although the wallet has an allowance: its daemon did not give it back in time. */
  readonly isLastTry?: true | undefined
  /** Always gets its own row and is never held in memory, because other code looks for the row. */
  readonly needsOwnRow?: true | undefined
  readonly atMs: number
  /** The time zone in which the days of the token's budget begin. Absent = UTC. */
  readonly timeZone?: string
  readonly deadlineMs: number
  /** JSON written at admission. Recovery builds the entry and the log row from it (see {@link HoldSnapshot}). */
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

/** Records the amount earned so far. The recorded amount never falls and is capped at the hold. */
export interface Accrue {
  readonly op: 'accrue'
  readonly id: string
  readonly accrued: Amount
  /** Extends the hold's deadline and never shortens it, so that a stream that still accrues does not count as leaked. */
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
  /** null if consumption logging is off. The charge is made either way. */
  readonly log: UsageLogRow | null
  /** null when the data dashboard is off. */
  readonly stat: { readonly model: string; readonly hourTime: number; readonly tokens: number } | null
  /** Text for the entry. The ledger itself adds `overrun` (rule P10), `late` and `clamped` (rule P11). */
  readonly note: string | null
  /**
   * Charges only if the hold still exists, and otherwise answers `no-hold`. A missing hold means that the request was given
   * up, and nothing would refund a charge made after that.
   */
  readonly needsHold?: true | undefined
  /**
   * Set if the request has no hold row because the daemon reserved `held` of an allowance for it in memory. The ledger takes
   * the charge from the allowance, at most `held` of it, and refills the allowance if the wallet has plenty free. The cost
   * must be above zero, because the ledger recognizes a repeated settlement by its entry.
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

/** Drops the hold without a charge. Error rows (log type 6) are written only if there was a hold to drop. */
export interface Void {
  readonly op: 'void'
  readonly id: string
  readonly atMs: number
  readonly logs: readonly UsageLogRow[]
  readonly idempotency?: { readonly scope: string; readonly ownerId: number; readonly key: string }
  /**
   * Set if a settlement of the request was submitted earlier. It is undone: withdrawn if it still waits, refunded if it has
   * been booked.
   */
  readonly refund?: { readonly userId: number; readonly tokenId: number | null }
}

/** Settles an orphaned hold at its accrued amount (rule P9), with an entry of kind 2. */
export interface Recover {
  readonly op: 'recover'
  readonly id: string
  readonly atMs: number
}

/**
 * Takes an allowance, which is a hold for future requests, or raises it by `more`. The daemon that owns it then holds
 * requests in memory, up to its amount.
 *
 * Allow, give back and detach are the steps of an allowance. Each changes it by a difference, so they are numbered: a step
 * that is repeated changes nothing, even if the allowance has changed since.
 */
export interface Allow {
  readonly op: 'allow'
  /** Id of the allowance. */
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  readonly more: Amount
  /** The amount that the wallet and the budget must still have free in addition. */
  readonly spare: Amount
  /** Number of the step. Step 1 takes the allowance; later steps raise it. */
  readonly seq: number
  readonly atMs: number
}

/** Lowers an allowance by a difference, or ends it. Its row is deleted when it reaches zero. */
export interface GiveBack {
  readonly op: 'giveBack'
  readonly id: string
  readonly less: Amount | 'all'
  readonly seq: number
}

/** Moves the in-memory hold of a request into its own row. The total held of the wallet does not change. */
export interface Detach
  extends Pick<Reserve, 'id' | 'userId' | 'tokenId' | 'amount' | 'atMs' | 'deadlineMs' | 'snapshot'> {
  readonly op: 'detach'
  /** Id of the allowance that covered the request. */
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
  /** Set if the texts above leave out the values of the quote. Only `call-log` writes and reads such texts. */
  readonly quote?: QuoteRef
}

/** A quote that log rows refer to. */
export interface QuoteRef {
  /** Derived from the texts, so that every daemon finds the same one. Below 2^52. */
  readonly id: number
  /** Absent if the database is known to have them (see `known-quotes.ts`). */
  readonly texts?: QuoteTexts
}

/** Texts that many log rows share. They are stored once. */
export interface QuoteTexts {
  /** JSON text of the price (see `pricing/price-record.ts`). */
  readonly price: string
  /** The price in words, used as `content` for rows without a `content` value. */
  readonly words: string
  /** JSON text of the candidate channels. */
  readonly channels: string
}

/** The decoded `snapshot` of a hold. Recovery builds the entry and the log row from it. */
export interface HoldSnapshot {
  readonly username: string
  readonly tokenName: string
  readonly group: string
  readonly model: string
  /** The channel that was planned first; 0 until the first attempt. */
  readonly channelId: number
  readonly isStream: boolean
  readonly ip: string
  readonly logged: boolean
  /** Whether the data dashboard was on. If so, recovery also updates the hourly statistics. */
  readonly dashboard?: boolean
  /** Added by the ledger if the reserve had an Idempotency-Key, so that recovery can close its record. */
  readonly idempotency?: { readonly scope: string; readonly ownerId: number; readonly key: string }
}

export type Outcome =
  /**
   * Done. `available` is the balance minus all holds after the operation, for the caller's log and headers; it is 0 if an
   * operation without a user is repeated, because its wallet can no longer be found. `cost` is the total charge of the
   * request or, for an accrual, the amount earned so far.
   */
  | {
      readonly ok: true
      readonly replayed: boolean
      readonly cost: Amount
      readonly available: Amount
      /** The amount that a reserve holds. */
      readonly held?: Amount
      /** The note of the entry: words such as `late` that are counted and worth investigating. */
      readonly note?: string
      /** After a charge from an allowance: the wallet or the budget has little free beside its holds. */
      readonly isTight?: true
      /** After a charge from an allowance: the ledger refilled the allowance. */
      readonly isRefilled?: true
    }
  /** The wallet or the token's budget does not cover the amount. `available` is its free amount. */
  | {
      readonly ok: false
      readonly reason: 'wallet' | 'token'
      readonly available: Amount
      readonly lent?: Lent
    }
  /** The token's budget of this day, week or month does not cover the amount. The next period begins at `endMs`. */
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
   * No allowance was granted: the token has a budget per period (`period`), or another daemon has an allowance of the wallet
   * (`lent`). `unsure` answers a repeated step that is older than the latest one: it is no longer known whether it was granted.
   */
  | { readonly ok: false; readonly reason: 'no-allowance'; readonly why: 'period' | 'lent' | 'unsure' }
  /** The hold is gone because it was settled, voided or recovered elsewhere. */
  | { readonly ok: false; readonly reason: 'no-hold' }
  /** The settlement was withdrawn before it was booked. */
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
  /** This daemon was declared dead by a peer, or the user or the token does not exist. */
  | { readonly ok: false; readonly reason: 'fenced' | 'unknown-wallet' | 'unknown-token' }
  /** A value is out of bounds or violates a constraint, which is a bug in the caller. Nothing of this operation was applied. */
  | { readonly ok: false; readonly reason: 'invalid'; readonly detail: string }

/** Describes the allowances of a wallet that is short of money: part of what they hold may be free. */
export interface Lent {
  readonly userId: number
  /** True if another daemon has an allowance of the wallet. */
  readonly isElsewhere: boolean
}

/** Outcomes of a reserve or an extension that is not covered. */
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
/** Kinds of entries that belong to a request and carry its id: its charges and their refunds. */
export const requestKinds = [
  entryKinds.usage,
  entryKinds.recovered,
  entryKinds.late,
  entryKinds.taskRefund,
] as const
export type EntryKind = (typeof entryKinds)[keyof typeof entryKinds]

/**
 * Applies a batch in one transaction and returns the outcomes in order. It throws or rejects if the database cannot be
 * used. Then either nothing was applied or only the acknowledgement was lost, so the same batch can safely be submitted
 * again. An empty batch makes a small write to check that the database accepts writes.
 */
export interface LedgerEngine {
  apply(operations: readonly Operation[]): Promise<readonly Outcome[]> | readonly Outcome[]
}

/** The ledger as the relay uses it. Every promise resolves after the commit that contains the operation. */
export interface Ledger {
  submit(operation: Operation): Promise<Outcome>
  /** Operations accepted but not yet committed. */
  readonly pending: number
  /** Reports whether a request could be admitted now. Makes a small write to find out unless there was one a moment ago. */
  isReady(): Promise<boolean>
  /**
   * Stops sending operations to the database. Operations submitted later, except admissions, wait for the next call.
   * @returns the operations that may not have been committed, in order. They can safely be submitted again, even after a
   * restart
   */
  close(): readonly Operation[]
  /** Resolves when nothing is pending. */
  drain(): Promise<void>
}
