import type { HoldSnapshot, Ledger, Outcome } from '../ledger/operations.ts'
import type { Amount } from '../money/amount.ts'
import type { Options } from '../options/registry.ts'
import type { Payer } from './batch.ts'

/** A vendor has a day for a batch, plus some time to write the answers. A hold that lasts longer is a leak. */
const DEADLINE_MS = 4 * 86_400_000

/** The amount to hold for a batch, and its payer. */
export interface BatchHold {
  readonly id: string
  readonly userId: number
  readonly tokenId: number | null
  readonly channelId: number
  readonly model: string
  readonly amount: Amount
  readonly payer: Payer
  readonly atMs: number
}

/** Holds the price of a whole batch, or nothing. */
export function holdBatch(hold: BatchHold, options: Options, ledger: Ledger): Promise<Outcome> {
  const { id, userId, tokenId, amount, payer, atMs } = hold
  const snapshot: HoldSnapshot = {
    username: payer.username,
    tokenName: payer.tokenName,
    group: payer.group,
    model: hold.model,
    channelId: hold.channelId,
    isStream: false,
    ip: payer.address,
    logged: options.LogConsumeEnabled,
    dashboard: options.DataExportEnabled,
  }
  return ledger.submit({
    op: 'reserve',
    id,
    userId,
    tokenId,
    amount,
    needsOwnRow: true,
    atMs,
    timeZone: options.CheckInTimeZone,
    deadlineMs: atMs + DEADLINE_MS,
    snapshot: JSON.stringify(snapshot),
  })
}

/** Releases the hold, if it still exists. */
export async function freeBatch(id: string, atMs: number, ledger: Ledger): Promise<void> {
  await ledger.submit({ op: 'void', id, atMs, logs: [] })
}
