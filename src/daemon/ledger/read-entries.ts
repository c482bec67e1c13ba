import type { Knex } from 'knex'
import { type Amount, amount, ZERO } from '../money/amount.ts'
import { type WalletKind, walletKinds } from './credit.ts'
import { type EntryKind, entryKinds } from './operations.ts'

/** One change to a balance. */
export interface Entry {
  /** Number within the wallet, from 1, without gaps. */
  readonly seq: number
  readonly kind: EntryKind
  /** Reference of the booking, such as a request id or `redemption:3`. The code that books the entry chooses it. */
  readonly ref: string
  readonly delta: Amount
  readonly balanceAfter: Amount
  readonly atMs: number
  readonly isLogged: boolean
  readonly note: string
}

/** Selects charges for calls with their refunds, all other bookings, or both. */
export type EntriesOf = 'all' | 'charges' | 'bookings'

/** Spelled out so that the planner recognizes the partial index `entries_bookings`. */
const isBooking = 'kind > 3 AND kind <> 13'
const isCharge = 'kind IN (1, 2, 3, 13)'

interface EntryRow {
  readonly wseq: number
  readonly kind: EntryKind
  readonly ref: string
  readonly delta: number
  readonly balance_after: number
  readonly at_ms: number
  readonly is_logged: number
  readonly note: string | null
}

const toEntry = (row: EntryRow): Entry => ({
  seq: Number(row.wseq),
  kind: Number(row.kind) as EntryKind,
  ref: row.ref,
  delta: amount(row.delta),
  balanceAfter: amount(row.balance_after),
  atMs: Number(row.at_ms),
  isLogged: Number(row.is_logged) === 1,
  note: row.note ?? '',
})

/**
 * Returns a page of a wallet's entries, newest first. Entries are numbered without gaps, so a page of all entries is found by
 * number, however far back it is.
 */
export async function readEntryPage(
  db: Knex,
  userId: number,
  of: EntriesOf,
  { offset, size }: { readonly offset: number; readonly size: number },
): Promise<{ readonly entries: readonly Entry[]; readonly total: number }> {
  const wallet = await db('wallets')
    .where({ user_id: userId, kind: walletKinds.quota })
    .first<{ last_wseq: number } | undefined>('last_wseq')
  const last = Number(wallet?.last_wseq ?? 0)
  const rows = db('entries').where({ user_id: userId, wallet_kind: walletKinds.quota })
  if (of === 'all') {
    const newest = last - offset
    if (newest <= 0) return { entries: [], total: last }
    const found: EntryRow[] = await select(rows.whereBetween('wseq', [newest - size + 1, newest]))
    return { entries: found.map(toEntry), total: last }
  }
  const bookings = await countBookings(db, userId, walletKinds.quota, last)
  const condition = of === 'bookings' ? isBooking : isCharge
  const found: EntryRow[] = await select(
    rows.whereRaw(condition).where('wseq', '<=', last).offset(offset).limit(size),
  )
  return { entries: found.map(toEntry), total: of === 'bookings' ? bookings : last - bookings }
}

const select = (rows: Knex.QueryBuilder) =>
  rows
    .orderBy('wseq', 'desc')
    .select('wseq', 'kind', 'ref', 'delta', 'balance_after', 'at_ms', 'is_logged', 'note')

async function countBookings(
  db: Knex,
  userId: number,
  walletKind: WalletKind,
  last: number,
): Promise<number> {
  const [row] = await db('entries')
    .where({ user_id: userId, wallet_kind: walletKind })
    .where('wseq', '<=', last)
    .whereRaw(isBooking)
    .count<{ n: number | string }[]>({ n: '*' })
  return Number(row?.n ?? 0)
}

/** A balance broken down by kind of entry. */
export interface BalanceParts {
  readonly balance: Amount
  readonly held: Amount
  /** Total number of entries. */
  readonly entries: number
  readonly parts: readonly { readonly kind: EntryKind; readonly entries: number; readonly sum: Amount }[]
}

/**
 * Returns a wallet with its entries added up by kind, in one statement and thus from one snapshot. Charges need not be read:
 * the wallet keeps their total (invariant I7), and their number is the number of entries minus the bookings.
 */
export async function readBalanceParts(db: Knex, userId: number): Promise<BalanceParts> {
  const rows: {
    balance: number
    held: number
    used: number
    last_wseq: number
    kind: EntryKind | null
    entries: number
    sum: number | string | null
  }[] = await db('wallets as w')
    .leftJoin('entries as e', (join) =>
      join
        .on('e.user_id', 'w.user_id')
        .andOn('e.wallet_kind', 'w.kind')
        .andOn(db.raw('e.kind > 3'))
        .andOn(db.raw('e.kind <> 13')),
    )
    .where({ 'w.user_id': userId, 'w.kind': walletKinds.quota })
    .groupBy('w.balance', 'w.held', 'w.used', 'w.last_wseq', 'e.kind')
    .orderBy('e.kind')
    .select('w.balance', 'w.held', 'w.used', 'w.last_wseq', 'e.kind', db.raw('count(e.id) AS entries'))
    .select(db.raw('CAST(sum(e.delta) AS TEXT) AS sum'))
  const [first] = rows
  if (first === undefined) return { balance: ZERO, held: ZERO, entries: 0, parts: [] }
  const bookings = rows
    .filter((row) => row.kind !== null)
    .map((row) => ({
      kind: Number(row.kind) as EntryKind,
      entries: Number(row.entries),
      sum: amount(BigInt(row.sum ?? 0)),
    }))
  const entries = Number(first.last_wseq)
  const charges = entries - bookings.reduce((sum, part) => sum + part.entries, 0)
  const used = amount(first.used)
  return {
    balance: amount(first.balance),
    held: amount(first.held),
    entries,
    parts: [
      ...bookings,
      ...(charges === 0 ? [] : [{ kind: entryKinds.usage, entries: charges, sum: -used as Amount }]),
    ],
  }
}
