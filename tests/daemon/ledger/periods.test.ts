import { afterEach, describe, expect, it } from 'vitest'
import type { Operation } from '../../../src/daemon/ledger/operations.ts'
import { createRandom } from './history.ts'
import { accrue, extend, recover, release, reserve, settle, takeBack } from './requests.ts'
import {
  complaints,
  createPostgresStore,
  createSqliteStore,
  type LedgerStore,
  openAccounts,
} from './stores.ts'

const makers: Record<string, () => Promise<LedgerStore>> = {
  sqlite: createSqliteStore,
  postgres: () => createPostgresStore('ledger-periods'),
}
let store: LedgerStore | undefined
afterEach(() => store?.close())

/** Eight hours ahead of UTC, without daylight saving time, so that the test can compute days without a calendar. */
const timeZone = 'Asia/Shanghai'
const AHEAD_MS = 8 * 3_600_000
const DAY_MS = 86_400_000
const LIMIT = 10_000n

const dayOf = (atMs: number): number => Math.floor((atMs + AHEAD_MS) / DAY_MS)
/** Functions that number the period of a moment, by kind: a day, a week from Monday, a month. */
const periodOf = [
  dayOf,
  // The first of January 1970 was a Thursday.
  (atMs: number) => Math.floor((dayOf(atMs) + 3) / 7),
  (atMs: number) => {
    const shifted = new Date(atMs + AHEAD_MS)
    return shifted.getUTCFullYear() * 12 + shifted.getUTCMonth()
  },
]

/** Returns the next midnight in that time zone. */
const nextMidnight = (atMs: number): number => (dayOf(atMs) + 1) * DAY_MS - AHEAD_MS

/** Returns when the next period begins in that time zone. */
function periodEnd(kind: number, atMs: number): number {
  const name = periodOf[kind - 1]
  let next = nextMidnight(atMs)
  while (name?.(next) === name?.(atMs)) next = nextMidnight(next)
  return next
}

/** A second implementation of the rules for periods: one token, one operation after the other. */
function createPeriods(kind: number) {
  const holds = new Map<string, { amount: bigint; accrued: bigint; period: number }>()
  const booked = new Map<string, { cost: bigint; period: number; isClosed: boolean }>()
  let running = Number.NEGATIVE_INFINITY
  let used = 0n
  const heldNow = () =>
    [...holds.values()].reduce((sum, { amount, period }) => (period === running ? sum + amount : sum), 0n)
  const left = () => LIMIT - used - heldNow()
  const book = (id: string, cost: bigint, period: number, isClosed: boolean) => {
    holds.delete(id)
    if (period === running) used += cost
    if (cost > 0n) booked.set(id, { cost: (booked.get(id)?.cost ?? 0n) + cost, period, isClosed })
    return true
  }
  /**
   * Books the missing part of a cost without a hold, in the period of the earlier booking or else in the running one.
   */
  const bookLate = (id: string, cost: bigint) => {
    const before = booked.get(id)
    if (before?.isClosed || cost <= (before?.cost ?? 0n)) return undefined
    return book(id, cost - (before?.cost ?? 0n), before?.period ?? running, true)
  }
  return {
    left,
    /** @returns whether the ledger must accept the operation; undefined = it does not matter for the budget */
    apply(operation: Operation): boolean | undefined {
      const hold = holds.get(operation.id)
      switch (operation.op) {
        case 'reserve': {
          const period = periodOf[kind - 1]?.(operation.atMs) ?? 0
          if (period > running) {
            running = period
            used = 0n
          }
          if (left() < operation.amount) return false
          holds.set(operation.id, { amount: operation.amount, accrued: 0n, period: running })
          return true
        }
        case 'extend': {
          if (!hold || operation.amount <= hold.amount) return undefined
          const needed = hold.period === running ? operation.amount - hold.amount : operation.amount
          if (left() < needed) return false
          holds.set(operation.id, { ...hold, amount: operation.amount, period: running })
          return true
        }
        case 'accrue':
          if (hold && operation.accrued <= hold.amount && operation.accrued > hold.accrued)
            hold.accrued = operation.accrued
          return undefined
        case 'settle':
          return hold
            ? book(operation.id, operation.cost, hold.period, true)
            : bookLate(operation.id, operation.cost)
        case 'recover':
          return hold ? book(operation.id, hold.accrued, hold.period, false) : undefined
        case 'void': {
          if (hold) return holds.delete(operation.id)
          const charge = booked.get(operation.id)
          if (!charge || charge.cost === 0n || operation.refund === undefined) return undefined
          if (charge.period === running) used -= charge.cost
          booked.set(operation.id, { ...charge, cost: 0n })
          return true
        }
        // A token with a periodic budget has no allowance.
        default:
          return undefined
      }
    },
    state: () => ({ used, held: heldNow() }),
  }
}

const opened = async (name: string): Promise<LedgerStore> => {
  const made = await makers[name]?.()
  if (!made) throw new Error('no store')
  store = made
  const tokens = ([1, 2, 3] as const).map((kind) => ({
    id: kind,
    limit: null,
    period: [kind, LIMIT] as const,
  }))
  await openAccounts(made, [{ userId: 1, balance: 10n ** 12n, tokens }])
  return made
}

describe.each(Object.keys(makers))('budgets of periods on %s', (name) => {
  it.each([1, 2, 3])(
    'kind %i: any history across many periods is judged and counted as the rules say',
    async (kind) => {
      const { engine, all, audit } = await opened(name)
      const random = createRandom(20_261_123 + kind)
      const periods = createPeriods(kind)
      const ids: string[] = []
      let atMs = Date.UTC(2026, 10, 23, 9)
      const seen = new Set<string>()
      for (let batch = 0; batch < 150; batch += 1) {
        // Jumps to the last moments of a period again and again.
        if (random.chance(0.2)) atMs = periodEnd(kind, atMs) - 2
        const operations = Array.from({ length: 1 + random.below(20) }, (): Operation => {
          atMs += random.below(2)
          const id = random.chance(0.9) ? ids.at(-1 - random.below(12)) : random.pick(['none', ...ids])
          const cost = random.below(8) * 300
          if (id === undefined || random.chance(0.4)) {
            ids.push(`req_${ids.length}`)
            return reserve(ids.at(-1) ?? '', random.below(9) * 400, { tokenId: kind, atMs, timeZone })
          }
          switch (random.below(8)) {
            case 0:
              return extend(id, random.below(16) * 400)
            case 1:
            case 2:
              return accrue(id, random.below(9) * 200)
            case 3:
              return recover(id)
            case 4:
              return release(id, { atMs })
            case 5:
              return takeBack(id, { atMs, refund: { userId: 1, tokenId: kind } })
            default:
              return settle(id, cost, { tokenId: kind, atMs, log: null, stat: null })
          }
        })
        const outcomes = await engine.apply(operations)
        operations.forEach((operation, at) => {
          const leftBefore = periods.left()
          const expected = periods.apply(operation)
          const outcome = outcomes[at]
          if (expected === undefined || outcome === undefined) return
          const answer = outcome.ok ? 'done' : outcome.reason
          expect([operation, answer]).toEqual([operation, expected ? 'done' : 'period'])
          if (!outcome.ok && outcome.reason === 'period') {
            const isNew = operation.op === 'reserve' && leftBefore !== outcome.available
            expect(outcome.limit).toBe(LIMIT)
            expect(outcome.available).toBe(periods.left())
            expect(outcome.endMs).toBeGreaterThan(isNew ? atMs - DAY_MS : 0)
          }
          seen.add(`${operation.op} ${answer}`)
        })
        const [row] = await all(`SELECT period_used, period_held FROM token_budgets WHERE token_id = ${kind}`)
        expect({ used: BigInt(Number(row?.period_used)), held: BigInt(Number(row?.period_held)) }).toEqual(
          periods.state(),
        )
      }
      expect(complaints(await audit(atMs)).filter(({ id }) => id !== 'I9')).toEqual([])
      for (const each of [
        'reserve done',
        'reserve period',
        'extend done',
        'extend period',
        'settle done',
        'void done',
      ])
        expect(seen, each).toContain(each)
    },
  )

  it('parallel holds at the edge of a period never exceed the budget of either', async () => {
    const { engine, second, all } = await opened(name)
    const engines = name === 'postgres' ? [engine, second('i_two')] : [engine]
    const edge = nextMidnight(Date.UTC(2026, 10, 23))
    const outcomes = (
      await Promise.all(
        engines.flatMap((each, of) =>
          Array.from({ length: 40 }, async (_, at) =>
            each.apply([
              reserve(`req_${of}_${at}`, 700, { atMs: edge - 20 + at, timeZone }),
              reserve(`req_${of}_${at}_more`, 300, { atMs: edge - 20 + at, timeZone, least: 0n as never }),
            ]),
          ),
        ),
      )
    ).flat()
    const sums = await all(
      'SELECT period_seq, sum(amount) AS held FROM holds WHERE token_id = 1 GROUP BY period_seq ORDER BY period_seq',
    )
    expect(sums.map(({ period_seq, held }) => [Number(period_seq), Number(held)])).toEqual([
      [1, Number(LIMIT)],
      [2, Number(LIMIT)],
    ])
    expect(outcomes.some((outcome) => !outcome.ok && outcome.reason === 'period')).toBe(true)
  })

  it('the refusal says when the next period begins, and then it has the whole budget', async () => {
    const { engine } = await opened(name)
    const monday = Date.UTC(2026, 10, 23, 4)
    const ends = [Date.UTC(2026, 10, 23, 16), Date.UTC(2026, 10, 29, 16), Date.UTC(2026, 10, 30, 16)]
    for (const [at, endMs] of ends.entries()) {
      const ask = (id: string, atMs: number) =>
        engine.apply([reserve(`${at}${id}`, LIMIT, { tokenId: at + 1, atMs, timeZone })])
      expect(await ask('a', monday)).toMatchObject([{ ok: true }])
      expect(await ask('b', endMs - 1)).toMatchObject([{ ok: false, reason: 'period', available: 0n, endMs }])
      expect(await ask('c', endMs)).toMatchObject([{ ok: true, held: LIMIT }])
    }
  })

  it('I18 finds a period whose sums were changed behind the ledger', async () => {
    const { engine, run, audit } = await opened(name)
    await engine.apply([reserve('a', 500, { timeZone }), settle('a', 400)])
    expect(complaints(await audit(50))).toEqual([])
    await run('UPDATE token_budgets SET period_used = 399 WHERE token_id = 1')
    expect(complaints(await audit(50))).toMatchObject([
      { id: 'I18', first: { expected: 'period_used 400', found: 'period_used 399' } },
    ])
  })
})
