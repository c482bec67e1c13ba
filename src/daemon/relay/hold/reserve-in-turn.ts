import { setTimeout } from 'node:timers/promises'
import type { Ledger, Outcome, Reserve } from '../../ledger/operations.ts'

/** The first and the longest pause between two checks of a running request, which may run in another daemon. */
const PAUSE_MS = 100
const PAUSE_MS_MAX = 1_000
/** How long official clients wait for an answer. */
const PATIENCE_MS = 600_000

/**
 * Holds quota. A request that repeats the Idempotency-Key of a running one waits until that has ended: then either its
 * answer is available or, if it failed, its key is free and this request runs instead.
 *
 * @param isGone whether the client has left; undefined = the request does not wait
 */
export function reserveInTurn(
  ledger: Ledger,
  operation: Reserve,
  isGone: (() => boolean) | undefined,
): Promise<Outcome> {
  if (!isGone || operation.idempotency === undefined) return ledger.submit(operation)
  return waitForTurn(ledger, operation, isGone)
}

async function waitForTurn(ledger: Ledger, operation: Reserve, isGone: () => boolean): Promise<Outcome> {
  const untilMs = performance.now() + PATIENCE_MS
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    const outcome = await ledger.submit(operation)
    if (!isRunning(outcome) || performance.now() > untilMs) return outcome
    await setTimeout(pauseMs)
    if (isGone()) return outcome
  }
}

const isRunning = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.reason === 'idempotency' && outcome.state === 'running'
