import type { Knex } from 'knex'
import { AppError } from '../errors/app-error.ts'
import {
  AMOUNT_MAX_PER_OPERATION,
  type Amount,
  amount,
  toExactQuota,
  WALLET_BALANCE_MAX,
} from '../money/amount.ts'
import { type CreditLog, writeLogRow } from './log-row.ts'
import { type EntryKind, entryKinds } from './operations.ts'

/** Wallets of a user: one pays for requests, the other collects invitation earnings. */
export const walletKinds = { quota: 1, affiliate: 2 } as const
export type WalletKind = (typeof walletKinds)[keyof typeof walletKinds]

/** Charges of requests (usage, recovered, late) and their refunds belong to the ledger's operations. */
export type CreditKind = Exclude<EntryKind, 1 | 2 | 3 | 13>

export interface Credit {
  readonly userId: number
  readonly walletKind: WalletKind
  readonly kind: CreditKind
  /** Identifies the occasion. Together with kind, user and wallet it is unique for ever, so that nothing is booked twice. */
  readonly ref: string
  /** Positive credits, negative debits. */
  readonly delta: Amount
  readonly atMs: number
  /** The person who made the booking, if it was not the user. */
  readonly actorId?: number
  readonly note?: string
  readonly tokenId?: number
  readonly channelId?: number
  /** Lets the free balance go below zero. Only for an administrator who confirmed it. */
  readonly allowNegative?: boolean
  /** A row in the user's log, written in the same transaction. */
  readonly log?: CreditLog
}

export interface Credited {
  /** True if the same occasion was already booked, so that nothing changed. */
  readonly isReplay: boolean
  /** Booked balance afterwards. */
  readonly balance: Amount
  /** Balance minus holds afterwards. The API's `quota`. */
  readonly available: Amount
}

/** Kinds whose amount {@link AMOUNT_MAX_PER_OPERATION} does not limit, because an administrator decides on it. */
const unbounded: ReadonlySet<number> = new Set([entryKinds.admin, entryKinds.opening, entryKinds.reversal])

/**
 * Books one credit or debit that does not belong to a request, inside the caller's transaction: locks the wallet, appends the
 * entry and changes the balance.
 *
 * @throws AppError `user_not_found` without such a wallet, `amount_out_of_range` for a zero delta or if the amount or the
 * balance is out of bounds, `insufficient_user_quota` if a debit exceeds the free amount
 */
export async function credit(trx: Knex.Transaction, request: Credit): Promise<Credited> {
  const { userId, walletKind, kind, ref, delta } = request
  const wallet = await trx('wallets')
    .where({ user_id: userId, kind: walletKind })
    .forUpdate()
    .first('balance', 'held', 'last_wseq')
  if (wallet === undefined) throw new AppError('user_not_found', { detail: { userId, walletKind } })
  const before = amount(wallet.balance)
  const held = amount(wallet.held)
  // Look up under the lock, where another booking of the same occasion waits for this transaction.
  const booked = await trx('entries')
    .where({ kind, ref, user_id: userId, wallet_kind: walletKind })
    .first('id')
  if (booked !== undefined) return { isReplay: true, balance: before, available: (before - held) as Amount }

  const balance = (before + delta) as Amount
  const available = (balance - held) as Amount
  checkBounds(request, balance)
  if (delta < 0n && available < 0n && request.allowNegative !== true)
    throw new AppError('insufficient_user_quota', {
      values: { available: toExactQuota(before - held), needed: toExactQuota(-delta) },
      detail: { userId, walletKind, available: String(available) },
    })

  const wseq = Number(wallet.last_wseq) + 1
  await trx('wallets')
    .where({ user_id: userId, kind: walletKind })
    .update({ balance: String(balance), last_wseq: wseq })
  await trx('entries').insert({
    user_id: userId,
    wallet_kind: walletKind,
    wseq,
    kind,
    ref,
    delta: String(delta),
    balance_after: String(balance),
    token_id: request.tokenId ?? null,
    channel_id: request.channelId ?? null,
    actor_id: request.actorId ?? null,
    at_ms: request.atMs,
    is_logged: request.log === undefined ? 0 : 1,
    note: request.note ?? null,
  })
  if (request.log !== undefined) await writeLogRow(trx, request, request.log)
  return { isReplay: false, balance, available }
}

function checkBounds({ kind, delta }: Credit, balance: bigint): void {
  const size = delta < 0n ? -delta : delta
  const sizeMax = unbounded.has(kind) ? WALLET_BALANCE_MAX : AMOUNT_MAX_PER_OPERATION
  const isInside =
    size > 0n && size <= sizeMax && balance <= WALLET_BALANCE_MAX && balance >= -WALLET_BALANCE_MAX
  if (!isInside)
    throw new AppError('amount_out_of_range', {
      values: { field: 'quota' },
      detail: { delta: String(delta), balance: String(balance) },
    })
}
