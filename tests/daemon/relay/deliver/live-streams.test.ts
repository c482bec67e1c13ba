import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Ledger, Operation } from '../../../../src/daemon/ledger/operations.ts'
import { amount } from '../../../../src/daemon/money/amount.ts'
import { LiveStreams, startLive, TURNS } from '../../../../src/daemon/relay/deliver/live-streams.ts'

afterEach(() => vi.useRealTimers())

/** Opens streams that always have something new to book. */
function openStreams(count: number, elapsedMs?: () => number, clock = { now: () => 0 }) {
  const submitted: Operation[] = []
  const ledger: Pick<Ledger, 'submit'> = {
    submit: async (operation) => {
      submitted.push(operation)
      return { ok: true, replayed: false, cost: amount(0), available: amount(0) }
    },
  }
  const live = new LiveStreams(ledger as Ledger, clock, elapsedMs)
  const streams = Array.from({ length: count }, (_, index) => {
    let chars = 0
    const more = () => {
      chars += 1
      return chars
    }
    return startLive(
      { id: `hold-${index}`, amount: amount(1_000_000), atMs: 0 },
      { costSoFar: () => amount(more()), earned: () => amount(more()), chars: more, stop: () => undefined },
    )
  })
  for (const stream of streams) live.add(stream)
  return { live, streams, submitted }
}

describe('running streams', () => {
  it('are not all looked at together, and each is looked at once in two seconds', () => {
    vi.useFakeTimers()
    const { submitted } = openStreams(400)
    for (let turn = 1; turn <= TURNS; turn += 1) {
      vi.advanceTimersByTime(2_000 / TURNS)
      expect(submitted).toHaveLength((turn * 400) / TURNS)
    }
    expect(new Set(submitted.map(({ id }) => id)).size).toBe(400)
    vi.advanceTimersByTime(2_000)
    expect(submitted).toHaveLength(800)
  })

  it('still have their turn within two seconds when the event loop is late', () => {
    vi.useFakeTimers()
    let nowMs = 0
    const { submitted } = openStreams(400, () => nowMs)
    nowMs = 500
    vi.advanceTimersByTime(2_000 / TURNS)
    expect(submitted).toHaveLength(100)
    // No stream is checked twice, however late the event loop is.
    nowMs = 60_000
    vi.advanceTimersByTime(2_000 / TURNS)
    expect(submitted).toHaveLength(500)
  })

  it('keep their holds, however long they run', () => {
    let nowMs = 0
    const { live, submitted } = openStreams(1, undefined, { now: () => nowMs })
    const deadlines = () => submitted.flatMap((each) => (each.op === 'accrue' ? (each.deadlineMs ?? []) : []))
    const lap = () => {
      for (let turn = 0; turn < TURNS; turn += 1) live.takeTurn()
    }
    lap()
    expect(deadlines()).toEqual([])
    const hourMs = 3_600_000
    for (; nowMs < 72 * hourMs; nowMs += hourMs) lap()
    expect(deadlines()).toEqual([36, 48, 60, 72, 84].map((hours) => hours * hourMs))
    live.close()
  })

  it('need a timer only while there are any', () => {
    vi.useFakeTimers()
    const { live, streams, submitted } = openStreams(2)
    for (const stream of streams) live.remove(stream)
    vi.advanceTimersByTime(2_000)
    expect(vi.getTimerCount()).toBe(0)
    for (const stream of streams) live.add(stream)
    vi.advanceTimersByTime(2_000)
    expect(submitted).toHaveLength(2)
    live.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})
