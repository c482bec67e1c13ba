import { AMOUNT_MAX_PER_OPERATION, type Amount } from '../money/amount.ts'
import type { Outcome } from './operations.ts'
import type { WalletRow } from './rows.ts'

/** Returns the free amount of a wallet: balance minus holds. */
export const available = (wallet: WalletRow | undefined): Amount =>
  (wallet === undefined ? 0n : wallet.balance - wallet.held) as Amount

export const done = (
  wallet: WalletRow | undefined,
  cost: bigint,
  replayed: boolean,
  note?: string,
): Outcome =>
  ({
    ok: true,
    replayed,
    cost: cost as Amount,
    available: available(wallet),
    ...(note === undefined ? {} : { note }),
  }) as const

/** Builds the outcome of a reserve that holds `held`. */
export const reserved = (wallet: WalletRow | undefined, held: bigint, replayed: boolean): Outcome => ({
  ok: true,
  replayed,
  cost: 0n as Amount,
  available: available(wallet),
  held: held as Amount,
})

export const invalid = (detail: string): Outcome => ({ ok: false, reason: 'invalid', detail })

export const isAmount = (value: unknown): value is bigint =>
  typeof value === 'bigint' && value >= 0n && value <= AMOUNT_MAX_PER_OPERATION
