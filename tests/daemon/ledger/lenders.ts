import { expect } from 'vitest'
import { Allowances, type AllowancesOptions } from '../../../src/daemon/ledger/allowances.ts'
import { createLedger, type LedgerQueue } from '../../../src/daemon/ledger/ledger.ts'
import type { LedgerEngine, Operation } from '../../../src/daemon/ledger/operations.ts'
import { reserve, settle } from './requests.ts'
import type { LedgerStore } from './stores.ts'

/** A daemon's ledger with allowances, with a clock and sweeps that the test controls. */
export interface Lender {
  readonly ledger: Allowances
  readonly queue: LedgerQueue
  /** Every operation that reached the store, in order. */
  readonly sent: Operation[]
  /** Logged errors; empty unless something is wrong. */
  readonly errors: unknown[]
  pass(ms: number): void
}

export function createLender(
  store: LedgerStore,
  engine: LedgerEngine = store.engine,
  options: Partial<AllowancesOptions> = {},
): Lender {
  const sent: Operation[] = []
  const errors: unknown[] = []
  let nowMs = 0
  const queue = createLedger(
    {
      apply(operations) {
        sent.push(...operations)
        return engine.apply(operations)
      },
    },
    { pause: () => new Promise((resolve) => setImmediate(resolve)) },
  )
  const ledger = new Allowances(queue, {
    instanceId: 'i_one',
    clock: { now: () => 1_000 + nowMs },
    log: { error: (error: unknown) => errors.push(error) },
    isShared: false,
    announce: async () => undefined,
    isLent: async () =>
      (await store.all('SELECT id FROM holds WHERE is_allowance = 1 AND user_id = 1')).length > 0,
    elapsedMs: () => nowMs,
    every: () => () => undefined,
    ...options,
  })
  return {
    ledger,
    queue,
    sent,
    errors,
    pass(ms) {
      nowMs += ms
    },
  }
}

let warmed = 0

/** Sends requests in quick succession until an allowance is granted. */
export async function warm(lender: Lender, held: number, cost = 1): Promise<void> {
  const { ledger } = lender
  warmed += 1
  for (let turn = 0; turn < 12; turn += 1) {
    const id = `warm-${warmed}-${turn}`
    expect(await ledger.submit(reserve(id, held))).toMatchObject({ ok: true })
    await ledger.submit(settle(id, cost))
  }
}
