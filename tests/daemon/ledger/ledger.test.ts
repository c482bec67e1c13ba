import { describe, expect, it, vi } from 'vitest'
import { createLedger } from '../../../src/daemon/ledger/ledger.ts'
import type { LedgerEngine, Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import { accrue, extend, release, reserve, settle, takeBack } from './requests.ts'
import { complaints, createSqliteStore, openAccounts } from './stores.ts'

const timeout = { timeout: 60_000, interval: 20 }

/** Creates a real engine whose batches are recorded, and can be delayed and refused. */
async function createDriven() {
  const store = await createSqliteStore()
  await openAccounts(store, [{ userId: 1, balance: 1_000_000n, tokens: [{ id: 1, limit: null }] }])
  const batches: (readonly Operation[])[] = []
  let gate: Promise<void> = Promise.resolve()
  let failures = 0
  let losesAnswers = false
  const engine: LedgerEngine = {
    async apply(operations): Promise<readonly Outcome[]> {
      batches.push(operations)
      await gate
      if (failures > 0 && !losesAnswers) {
        failures -= 1
        throw new Error('the disk is full')
      }
      const outcomes = await store.engine.apply(operations)
      if (failures > 0) {
        failures -= 1
        throw new Error('the answer was lost')
      }
      return outcomes
    },
  }
  let waits: (() => void)[] = []
  const ledger = createLedger(engine, {
    queueMax: 50,
    pause: () => new Promise((resolve) => waits.push(resolve)),
  })
  return {
    store,
    ledger,
    batches,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    fail(times: number, lost = false) {
      failures = times
      losesAnswers = lost
    },
    /** Ends the current back-off. */
    async elapse() {
      while (waits.length === 0) await new Promise((resolve) => setImmediate(resolve))
      const due = waits
      waits = []
      for (const resolve of due) resolve()
    },
  }
}

/** Resolves when earlier submissions have gone to the engine. */
const endOfTurn = () => new Promise((resolve) => setImmediate(resolve))

const settled = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: { code?: string }) => error.code,
  )

describe('the ledger', () => {
  it('commits what arrives while a commit runs as one batch, in order, 256 operations at most', async () => {
    const { ledger, batches, hold } = await createDriven()
    const open = hold()
    const first = ledger.submit(reserve('first', 10))
    await endOfTurn()
    const rest = Array.from({ length: 300 }, (_, index) => ledger.submit(release(`r${index}`)))
    open()
    await Promise.all([first, ...rest])
    expect(batches.map((batch) => batch.length)).toEqual([1, 256, 44])
    expect(batches.flat().map(({ id }) => id)).toEqual(['first', ...rest.map((_, index) => `r${index}`)])
    expect(ledger.pending).toBe(0)
  })

  it('ends a batch at about a million characters of text', async () => {
    const { ledger, batches, hold } = await createDriven()
    const open = hold()
    const promises = [ledger.submit(reserve('first', 10))]
    await endOfTurn()
    for (let index = 0; index < 4; index += 1)
      promises.push(ledger.submit(reserve(`big${index}`, 10, { snapshot: `"${'x'.repeat(600_000)}"` })))
    open()
    await Promise.all(promises)
    expect(batches.map((batch) => batch.length)).toEqual([1, 2, 2])
  })

  it('refuses reserves beyond its bound and still takes every settlement', async () => {
    const { ledger, hold } = await createDriven()
    const open = hold()
    const waiting = Array.from({ length: 50 }, (_, index) => ledger.submit(release(`w${index}`)))
    expect(await settled(ledger.submit(reserve('late', 10)))).toBe('storage_unavailable')
    expect(await settled(ledger.submit(extend('late', 10)))).toBe('storage_unavailable')
    const settlement = ledger.submit(settle('s', 5))
    open()
    expect(await settlement).toMatchObject({ ok: true, cost: 5n })
    await Promise.all(waiting)
  })

  it('rejects reserves while the store is away, keeps settlements until it is back', async () => {
    const { ledger, store, fail, elapse } = await createDriven()
    await ledger.submit(reserve('a', 100))
    fail(2)
    const settlement = ledger.submit(settle('a', 70))
    expect(await settled(ledger.submit(reserve('b', 100)))).toBe('storage_unavailable')
    // Now refused at once, without another attempt to reach the store.
    expect(await settled(ledger.submit(reserve('c', 100)))).toBe('storage_unavailable')
    await elapse()
    await elapse()
    expect(await settlement).toMatchObject({ ok: true, cost: 70n })
    await ledger.drain()
    expect(await settled(ledger.submit(reserve('d', 100)))).toBe('resolved')
    expect(await store.all('SELECT id FROM holds')).toEqual([{ id: 'd' }])
    expect(ledger.counts.unavailable).toBe(2)
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('reliability 7: is ready only while a request could be admitted', async () => {
    const { ledger, store, hold, fail, elapse } = await createDriven()
    expect(await ledger.isReady()).toBe(true)
    const open = hold()
    const waiting = Array.from({ length: 50 }, (_, index) => ledger.submit(release(`w${index}`)))
    expect(await ledger.isReady()).toBe(false)
    open()
    await Promise.all(waiting)
    expect(await ledger.isReady()).toBe(true)
    fail(2)
    await settled(ledger.submit(reserve('a', 10)))
    expect(await ledger.isReady()).toBe(false)
    await elapse()
    expect(await ledger.isReady()).toBe(false)
    await elapse()
    await vi.waitFor(async () => expect(await ledger.isReady()).toBe(true), timeout)
    // The readiness check writes, because reads would also succeed on a full disk.
    expect(await store.all('SELECT id FROM instances')).toEqual([{ id: 'write probe' }])
  })

  it.each([
    ['never reached the store', false],
    ['was committed, and the answer got lost', true],
  ])('reliability 4: a settlement that is taken back costs nothing when it %s', async (_how, isLost) => {
    const { ledger, store, fail, elapse } = await createDriven()
    await ledger.submit(reserve('a', 100))
    fail(1, isLost)
    const settlement = ledger.submit(settle('a', 70))
    // The batch has failed, and the settlement is waiting for the store.
    await vi.waitFor(() => expect(ledger.counts.unavailable).toBe(1), timeout)
    const undo = ledger.submit(takeBack('a'))
    expect(await settlement).toEqual({ ok: false, reason: 'withdrawn' })
    await elapse()
    expect(await undo).toMatchObject({ ok: true, available: 1_000_000n })
    expect(ledger.pending).toBe(0)
    expect(await store.all('SELECT id FROM holds')).toEqual([])
    expect(await store.all('SELECT balance, used FROM wallets WHERE kind = 1')).toEqual([
      { balance: 1_000_000, used: 0 },
    ])
    const booked = isLost ? [{ kind: 1 }, { kind: 13 }] : []
    expect(await store.all('SELECT kind FROM entries WHERE kind <> 15 ORDER BY id')).toEqual(booked)
    expect(complaints(await store.audit(100))).toEqual([])
    // Repeating it changes nothing.
    await ledger.submit(takeBack('a'))
    expect(await store.all('SELECT balance FROM wallets WHERE kind = 1')).toEqual([{ balance: 1_000_000 }])
  })

  it('reliability 4: a settlement that is being committed when it is taken back is refunded', async () => {
    const { ledger, store, hold } = await createDriven()
    await ledger.submit(reserve('a', 100))
    const open = hold()
    const settlement = ledger.submit(settle('a', 70))
    await endOfTurn()
    await endOfTurn()
    const undo = ledger.submit(takeBack('a'))
    open()
    expect(await settlement).toMatchObject({ ok: true, cost: 70n })
    expect(await undo).toMatchObject({ ok: true, available: 1_000_000n })
    expect(complaints(await store.audit(100))).toEqual([])
  })

  it('reliability 4: a settlement whose batch fails after it was taken back is not sent again', async () => {
    const { ledger, store, hold, fail, elapse } = await createDriven()
    await ledger.submit(reserve('a', 100))
    const open = hold()
    fail(1)
    const settlement = ledger.submit(settle('a', 70))
    await endOfTurn()
    await endOfTurn()
    const undo = ledger.submit(takeBack('a'))
    open()
    expect(await settlement).toEqual({ ok: false, reason: 'withdrawn' })
    await elapse()
    expect(await undo).toMatchObject({ ok: true, available: 1_000_000n })
    expect(await store.all('SELECT kind FROM entries WHERE kind <> 15')).toEqual([])
  })

  it('reliability 7: gives back what is not known to be committed when it is closed', async () => {
    const { ledger, hold } = await createDriven()
    await ledger.submit(reserve('a', 100))
    const open = hold()
    const admission = settled(ledger.submit(reserve('sent', 100)))
    void ledger.submit(accrue('a', 20))
    await endOfTurn()
    void ledger.submit(settle('a', 70))
    const refused = settled(ledger.submit(reserve('unsent', 100)))
    expect(ledger.close().map(({ op, id }) => `${op} ${id}`)).toEqual(['void sent', 'accrue a', 'settle a'])
    expect(await Promise.all([admission, refused])).toEqual(['storage_unavailable', 'storage_unavailable'])
    expect(await settled(ledger.submit(reserve('later', 100)))).toBe('storage_unavailable')
    void ledger.submit(release('later'))
    expect(ledger.close().map(({ op, id }) => `${op} ${id}`)).toEqual(['void later'])
    open()
  })

  it('takes back the hold of a rejected reserve whose commit had happened', async () => {
    const { ledger, store, fail, elapse } = await createDriven()
    fail(1, true)
    const key = { scope: 'relay', ownerId: 1, key: 'k' }
    const lost = ledger.submit(reserve('a', 100, { idempotency: { ...key, bodySha256: 'b' } }))
    expect(await settled(lost)).toBe('storage_unavailable')
    expect(await store.all('SELECT id FROM holds')).toEqual([{ id: 'a' }])
    await elapse()
    await ledger.drain()
    expect(await store.all('SELECT id FROM holds')).toEqual([])
    expect(await store.all('SELECT key FROM idempotency_keys')).toEqual([])
  })

  it('is drained when nothing waits, even while the store is away', async () => {
    const { ledger, fail, elapse } = await createDriven()
    fail(1)
    expect(await settled(ledger.submit(extend('a', 10)))).toBe('storage_unavailable')
    await ledger.drain()
    expect(ledger.pending).toBe(0)
    await elapse()
    while ((await settled(ledger.submit(reserve('c', 10)))) !== 'resolved')
      await new Promise((resolve) => setImmediate(resolve))
  })

  it('settles once when the answer to a settlement was lost', async () => {
    const { ledger, store, fail, elapse } = await createDriven()
    await ledger.submit(reserve('a', 100))
    fail(1, true)
    const settlement = ledger.submit(settle('a', 70))
    await elapse()
    expect(await settlement).toMatchObject({ ok: true, replayed: true, cost: 70n })
    expect(await store.all('SELECT balance, held, requests FROM wallets WHERE kind = 1')).toEqual([
      { balance: 999_930, held: 0, requests: 1 },
    ])
  })

  it('writes only the latest accrual of those that wait for one hold', async () => {
    const { ledger, batches, hold } = await createDriven()
    await ledger.submit(reserve('a', 100))
    const open = hold()
    const running = ledger.submit(release('other'))
    await endOfTurn()
    const accruals = [10, 30, 20].map((accrued) => ledger.submit(accrue('a', accrued)))
    open()
    await running
    expect(await Promise.all(accruals)).toMatchObject([{ cost: 30n }, { cost: 30n }, { cost: 30n }])
    expect(batches.at(-1)).toEqual([accrue('a', 30)])
  })

  it('counts what deserves a look', async () => {
    const { ledger } = await createDriven()
    await ledger.submit(reserve('a', 100))
    await ledger.submit(settle('a', 150))
    await ledger.submit(settle('gone', 10n ** 14n))
    await ledger.submit(settle('bad', -1))
    expect(ledger.counts).toMatchObject({ overrun: 1, late: 1, clamped: 1, invalid: 1, operations: 4 })
  })
})
