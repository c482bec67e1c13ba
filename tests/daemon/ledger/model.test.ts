import { describe, expect, it } from 'vitest'
import type { Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import { sortOut } from '../../../src/daemon/ledger/postgres-settle.ts'
import { accounts, createHistory } from './history.ts'
import { createModel } from './model.ts'
import { readState, sorted } from './read-state.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

/** Number of operations. For a long run: `LEDGER_MODEL_OPERATIONS=1000000 LEDGER_MODEL_SEED=7`. */
const operations = Number(process.env.LEDGER_MODEL_OPERATIONS ?? 12_000)
const seed = Number(process.env.LEDGER_MODEL_SEED ?? 20_261_120)
const LONG_MS = 3_600_000
/**
 * Number of operations in a history. Its wallets are never topped up, so a longer one would refuse nearly all requests:
 * one history of 120 000 operations admitted 320 requests; histories of this length admit 20 000.
 */
const HISTORY = 2_000

const makers: Record<string, () => Promise<LedgerStore>> = {
  sqlite: createSqliteStore,
  postgres: () => createPostgresStore('ledger-model'),
}
/** Returns the members of an answer that both the store and the model can know. */
function comparable(answer: unknown): string {
  const {
    note: _,
    detail: __,
    requestId: ___,
    status: ____,
    body: _____,
    ...rest
  } = answer as Record<string, unknown>
  // A repeated recovery does not look up the wallet again.
  if (rest.replayed === true) delete rest.available
  return JSON.stringify(rest, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

describe.each(Object.keys(makers))('the ledger on %s', (name) => {
  it('answers and books every random history as the rules say, and its books add up', {
    timeout: LONG_MS,
  }, async () => {
    const kinds = new Map<string, number>()
    for (let done = 0, at = seed; done < operations; done += HISTORY, at += 1) {
      const store = await makers[name]?.()
      if (store === undefined) throw new Error('no store')
      try {
        await applyHistory(store, at, Math.min(HISTORY, operations - done), kinds)
      } finally {
        await store.close()
      }
    }
    // A history in which a rule never applies proves nothing about it.
    for (const kind of interesting) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0)
  })
})

/** Applies a random history to the store and to the model. @param kinds counts the kinds of outcomes */
async function applyHistory(store: LedgerStore, seed: number, length: number, kinds: Map<string, number>) {
  await openAccounts(store, accounts)
  const history = createHistory(seed)
  const model = createModel(accounts)
  let time = 1
  for (let done = 0; done < length; ) {
    const drawn: Operation[] = Array.from({ length: 1 + history.random.below(64) }, () => {
      time += 1
      return history.next(time)
    })
    const { plain, others } = sortOut(drawn)
    // PostgreSQL books plain charges before the rest of their batch. In this order, both stores must give the same
    // answers.
    const batch = [...plain, ...others].map(([, operation]) => operation)
    const outcomes = await store.engine.apply(batch)
    batch.forEach((operation, index) => {
      const answer = comparable(outcomes[index])
      const expected = comparable(model.apply(operation))
      if (answer !== expected)
        expect.fail(
          `seed ${seed}, operation ${done + index} ${operation.op} ${operation.id}: expected ${expected}, answered ${answer}`,
        )
      const outcome = outcomes[index]
      const kind = `${operation.op} ${kindOf(outcome)}`
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (outcome && 'lent' in outcome) kinds.set(`${kind} lent`, (kinds.get(`${kind} lent`) ?? 0) + 1)
    })
    done += batch.length
  }
  expect(sorted(await readState(store))).toEqual(sorted(model.state()))
  expect(complaints(await store.audit(time))).toEqual([])
}

const kindOf = (outcome: Outcome | undefined): string =>
  outcome === undefined
    ? 'unanswered'
    : outcome.ok
      ? [
          outcome.replayed ? 'replayed' : 'done',
          ...(outcome.isTight ? ['tight'] : []),
          ...(outcome.isRefilled ? ['refilled'] : []),
          ...(outcome.note?.split(' ') ?? []),
        ].join(' ')
      : outcome.reason

const interesting = [
  'reserve done',
  'reserve replayed',
  'reserve wallet',
  'reserve token',
  'reserve idempotency',
  'reserve invalid',
  'reserve unknown-wallet',
  'reserve unknown-token',
  'extend done',
  'extend wallet',
  'extend token',
  'extend no-hold',
  'accrue done',
  'accrue replayed',
  'settle done',
  'settle done refilled',
  'settle done overrun',
  'settle done late',
  'settle done late clamped',
  'settle replayed',
  'settle invalid',
  'void done',
  'void replayed',
  'void no-hold',
  'allow done',
  'allow replayed',
  'allow wallet',
  'allow token',
  'allow no-hold',
  'allow no-allowance',
  'allow invalid',
  'giveBack done',
  'giveBack replayed',
  'giveBack invalid',
  'detach done',
  'detach replayed',
  'detach no-hold',
  'detach invalid',
  'settle done tight',
  'reserve wallet lent',
  'reserve token lent',
  'recover done',
  'recover done recovered',
  'recover replayed',
  'recover no-hold',
]
