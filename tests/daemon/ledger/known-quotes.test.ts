import { describe, expect, it } from 'vitest'
import { createKnownQuotes } from '../../../src/daemon/ledger/known-quotes.ts'
import type { Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { log } from './history.ts'
import { settle } from './requests.ts'

const HOUR_MS = 3_600_000
const quote = { id: 7, texts: { price: '{}', words: 'w', channels: '[]' } }

const settleAt = (atMs: number): Operation =>
  settle('r1', 1, { atMs, log: { ...log('r1', 1, 2, atMs), quote } })
const done: Outcome = { ok: true, replayed: false, cost: amount(1), available: amount(0) }

describe('quotes that the store has', () => {
  it('are those of committed rows, for an hour by the clock and by the times of the rows', () => {
    let now = 1_000_000_000
    const known = createKnownQuotes(() => now)
    expect(known.has(quote, now)).toBe(false)
    known.learn([settleAt(now)], [done])
    expect(known.has(quote, now)).toBe(true)
    expect(known.has({ id: 8 }, now)).toBe(false)
    expect(known.has(quote, now + HOUR_MS + 1)).toBe(false)
    now += HOUR_MS + 1
    expect(known.has(quote, now - HOUR_MS)).toBe(false)
  })

  it.each<[string, Outcome]>([
    ['refused', { ok: false, reason: 'no-hold' }],
    ['a replay', { ...done, replayed: true }],
  ])('are not those of a settlement that was %s', (_why, outcome) => {
    const known = createKnownQuotes(() => 5)
    known.learn([settleAt(5)], [outcome])
    expect(known.has(quote, 5)).toBe(false)
  })
})
