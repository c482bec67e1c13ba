import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import { createPostgresLedgerEngine } from '../../../src/daemon/ledger/postgres-engine.ts'
import { createSqliteLedgerEngine } from '../../../src/daemon/ledger/sqlite-engine.ts'
import { log } from './history.ts'
import { readState, sorted } from './read-state.ts'
import {
  accrue,
  allow,
  detach,
  extend,
  giveBack,
  recover,
  release,
  reserve,
  settle,
  settleFrom,
  takeBack,
} from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

const keyOf = (id: string) => ({ scope: 'relay', ownerId: 1, key: `key of ${id}` })
const opening = (id: string) => reserve(id, 500, { idempotency: { ...keyOf(id), bodySha256: 'b' } })

/** Operations that are booked first, and the operation that is disturbed. */
const scenarios: Record<string, (id: string) => { before: readonly Operation[]; operation: Operation }> = {
  reserve: (id) => ({ before: [], operation: opening(id) }),
  'refused reserve': (id) => ({ before: [], operation: reserve(id, 999_999) }),
  extend: (id) => ({ before: [reserve(id, 500)], operation: extend(id, 800) }),
  accrue: (id) => ({ before: [reserve(id, 500)], operation: accrue(id, 300) }),
  settle: (id) => ({
    before: [opening(id)],
    operation: settle(id, 450, { idempotency: { ...keyOf(id), status: 200, body: '{}' } }),
  }),
  'settle above the hold': (id) => ({ before: [reserve(id, 500)], operation: settle(id, 700) }),
  void: (id) => ({
    before: [opening(id)],
    operation: release(id, { logs: [log(id, 1, 6, 20), log(id, 1, 6, 21)], idempotency: keyOf(id) }),
  }),
  'reliability 4: refund': (id) => ({
    before: [opening(id), settle(id, 450, { idempotency: { ...keyOf(id), status: 200, body: '{}' } })],
    operation: takeBack(id, { idempotency: keyOf(id) }),
  }),
  recover: (id) => ({ before: [opening(id), accrue(id, 200)], operation: recover(id) }),
  'late settle': (id) => ({
    before: [reserve(id, 500), accrue(id, 200), recover(id)],
    operation: settle(id, 450),
  }),
  allow: (id) => ({ before: [], operation: allow(id, 1, 700) }),
  raise: (id) => ({ before: [allow(id, 1, 700)], operation: allow(id, 2, 300) }),
  'give back': (id) => ({ before: [allow(id, 1, 700)], operation: giveBack(id, 2, 300) }),
  'give all back': (id) => ({ before: [allow(id, 1, 700)], operation: giveBack(id, 2, 'all') }),
  detach: (id) => ({ before: [allow(`of ${id}`, 1, 700)], operation: detach(id, `of ${id}`, 2, 300) }),
  'settle from an allowance': (id) => ({
    before: [allow(`of ${id}`, 1, 700)],
    operation: settleFrom(id, 250, { allowance: `of ${id}`, held: 300 }),
  }),
}
const account = { userId: 1, balance: 100_000n, tokens: [{ id: 1, limit: 50_000n }] }

let stores: LedgerStore[] = []
afterEach(async () => {
  for (const store of stores) await store.close()
  stores = []
})

async function prepare(store: LedgerStore, before: readonly Operation[]): Promise<LedgerStore> {
  stores.push(store)
  await openAccounts(store, [account])
  if (before.length > 0) await store.engine.apply(before)
  return store
}

/** Runs a batch undisturbed. @returns its outcomes and the state it leaves behind */
async function undisturbed(store: LedgerStore, before: readonly Operation[], batch: readonly Operation[]) {
  await prepare(store, before)
  const outcomes = await store.engine.apply(batch)
  return { outcomes: outcomes.map(plain), state: sorted(await readState(store)) }
}

/** Reduces an outcome to what a repetition has in common with the original: its cost or the reason for a refusal. */
const plain = (outcome: Outcome): unknown =>
  outcome.ok ? { ok: true, cost: outcome.cost } : { ok: false, reason: outcome.reason }

describe('SQLite', () => {
  /** Makes the n-th statement fail, before or right after it runs. */
  function sabotage(db: DatabaseSync, when: 'before' | 'after') {
    let left = Number.POSITIVE_INFINITY
    const broken = (run: () => unknown): unknown => {
      left -= 1
      if (left !== 0) return run()
      if (when === 'after') run()
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })
    }
    const wrapped = new Proxy(db, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target)
        if (name === 'prepare')
          return (sql: string) => {
            const statement = target.prepare(sql)
            return new Proxy(statement, {
              get(inner, method) {
                const call: unknown = Reflect.get(inner, method, inner)
                if (typeof call !== 'function') return call
                if (!['run', 'get', 'all'].includes(String(method))) return call.bind(inner)
                return (...values: unknown[]) => broken(() => call.apply(inner, values))
              },
            })
          }
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
    return { wrapped, failAt: (n: number) => (left = n), fired: () => left <= 0 }
  }

  describe.each(Object.entries(scenarios))('a disturbed %s', (_, scenario) => {
    const { before, operation } = scenario('a')
    it.each(['before', 'after'] as const)(
      'takes effect once when any statement fails (%s it ran) and it is repeated',
      async (when) => {
        const expected = await undisturbed(await createSqliteStore(), before, [operation])
        for (let n = 1; ; n += 1) {
          const store = await createSqliteStore()
          await prepare(store, before)
          const untouched = sorted(await readState(store))
          const { wrapped, failAt, fired } = sabotage(store.db, when)
          const engine = createSqliteLedgerEngine(wrapped, 'i_one')
          failAt(n)
          try {
            engine.apply([operation])
          } catch (error) {
            expect(String(error)).toContain('disk I/O error')
          }
          if (!fired()) break
          const state = sorted(await readState(store))
          // Either nothing has happened, or the commit has happened and only its acknowledgement was lost.
          expect([JSON.stringify(untouched), JSON.stringify(expected.state)]).toContain(JSON.stringify(state))
          expect(engine.apply([operation]).map(plain)).toEqual(expected.outcomes)
          expect(sorted(await readState(store))).toEqual(expected.state)
          expect(complaints(await store.audit(100))).toEqual([])
          expect(n).toBeLessThan(60)
        }
      },
    )
  })
})

describe('PostgreSQL', () => {
  const faults = ['refused', 'deadlock', 'cut before', 'cut after'] as const
  type Fault = (typeof faults)[number]
  const raise = (code: string): string =>
    `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`

  class FaultyClient extends pg.Client {
    static left = Number.POSITIVE_INFINITY
    static fault: Fault = 'refused'
    // pg's method is overloaded with one implementation; this override wraps it.
    override query(...parameters: unknown[]): Promise<never> {
      const send = super.query as unknown as (...values: unknown[]) => Promise<never>
      FaultyClient.left -= 1
      if (FaultyClient.left !== 0) return send.apply(this, parameters)
      const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection
      switch (FaultyClient.fault) {
        // The server itself fails in place of the statement; statements pipelined behind it are already on their way.
        case 'refused':
          return send.call(this, raise('53200'))
        case 'deadlock':
          return send.call(this, raise('40P01'))
        case 'cut before':
          stream.destroy()
          return Promise.reject(new Error('Connection terminated'))
        case 'cut after': {
          // The server may execute the statement, but its answer never arrives.
          const sent = send.apply(this, parameters)
          setImmediate(() => stream.destroy())
          return sent
        }
      }
    }
  }

  const played = Object.entries(scenarios).map(([name, scenario]) => scenario(name))
  const everything = {
    before: played.flatMap((scenario) => scenario.before),
    batch: played.map(({ operation }) => operation),
  }
  const charges = {
    before: [allow('lent', 1, 900)],
    batch: [
      settleFrom('a', 250, { allowance: 'lent', held: 300 }),
      settleFrom('b', 400, { allowance: 'lent', held: 350 }, { log: null }),
      settleFrom('c', 100, { allowance: 'lent', held: 100 }, { stat: null, channelId: 0 }),
    ],
  }

  describe.each([
    ['every operation', everything],
    ['charges from an allowance', charges],
  ])('a batch of %s', (_, { before, batch }) => {
    it.each(faults)('is taken once when any statement is %s', { timeout: 300_000 }, async (fault) => {
      const store = await createPostgresStore(`faults-${fault}`)
      const expected = await undisturbed(store, before, batch)
      for (let n = 1; ; n += 1) {
        await store.run(
          `TRUNCATE wallets, token_budgets, holds, usage_logs, hourly_stats, channel_counters, idempotency_keys,
             instances, entries`,
        )
        await openAccounts(store, [account])
        const engine = createPostgresLedgerEngine({
          connectionString: store.url,
          instanceId: 'i_faulty',
          createClient: (config) => new FaultyClient(config),
          pause: () => new Promise((resolve) => setImmediate(resolve)),
        })
        FaultyClient.left = Number.POSITIVE_INFINITY
        FaultyClient.fault = fault
        await engine.apply(before)
        FaultyClient.left = n
        const outcomes = await engine.apply(batch)
        const fired = FaultyClient.left <= 0
        await engine.close()
        expect(outcomes.map(plain)).toEqual(expected.outcomes)
        expect(sorted(await readState(store))).toEqual(expected.state)
        expect(complaints(await store.audit(100))).toEqual([])
        if (!fired) break
        expect(n).toBeLessThan(60)
      }
    })
  })
})

describe.each(['sqlite', 'postgres'] as const)('a poisoned operation on %s', (name) => {
  const open = () => (name === 'sqlite' ? createSqliteStore() : createPostgresStore('poison'))

  it('is refused alone: the rest of its batch is applied', async () => {
    const store = await prepare(await open(), [])
    const outcomes = await store.engine.apply([
      reserve('a', 100),
      reserve('b', 100, { deadlineMs: 1.5 }),
      reserve('c', 100),
      settle('a', 50),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? 'done' : outcome.reason))).toEqual([
      'done',
      'invalid',
      'done',
      'done',
    ])
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('is charged without its words when only they cannot be stored', async () => {
    const store = await prepare(await open(), [reserve('a', 100), reserve('b', 100)])
    const outcomes = await store.engine.apply([
      settle('a', 60, { log: { ...log('a', 1, 2, 20), promptTokens: 1.5 } }),
      settle('b', 70),
    ])
    expect(outcomes.map((outcome) => outcome.ok && Number(outcome.cost))).toEqual([60, 70])
    expect(await store.all('SELECT request_id FROM usage_logs')).toEqual([{ request_id: 'b' }])
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('cannot be made of a NUL in a name that came from outside', async () => {
    const store = await prepare(await open(), [reserve('a', 100)])
    const [outcome] = await store.engine.apply([
      settle('a', 60, {
        log: { ...log('a', 1, 2, 20), model: 'gpt\0-4o', ip: '\0' },
        stat: { model: 'gpt\0-4o', hourTime: 0, tokens: 1 },
      }),
    ])
    expect(outcome).toMatchObject({ ok: true, cost: 60n })
    expect(await store.all('SELECT model FROM usage_logs')).toEqual([{ model: 'gpt\uFFFD-4o' }])
  })
})
