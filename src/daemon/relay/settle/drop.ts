import type { Ledger } from '../../ledger/operations.ts'
import type { Asked } from '../admit/asked.ts'
import type { AttemptRecord } from '../call/attempt-record.ts'
import type { Hold } from '../hold/reserve.ts'
import { describeFailed } from './describe-failed.ts'
import { within } from './within.ts'

/** The longest that a refused client waits for its quota to be released. */
const DROP_PATIENCE_MS = 10_000

export interface DropDeps {
  readonly ledger: Ledger
  readonly clock: { now(): number }
}

/** Drops a hold, and logs the failed attempts. Waits, so that a refused client finds its quota released. */
export async function drop(
  asked: Asked,
  { id, idempotency, tokens }: Hold,
  attempts: readonly AttemptRecord[],
  { ledger, clock }: DropDeps,
): Promise<void> {
  tokens.correct(0)
  const atMs = clock.now()
  const logs = describeFailed(asked, attempts, atMs)
  const voided = ledger.submit({ op: 'void', id, atMs, logs, ...(idempotency ? { idempotency } : {}) })
  await within(voided, DROP_PATIENCE_MS)
}
