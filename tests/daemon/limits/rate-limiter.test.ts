import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLocalLimiter, type Verdict } from '../../../src/daemon/limits/local-limiter.ts'
import { createRateLimiter } from '../../../src/daemon/limits/rate-limiter.ts'
import { SlidingWindow } from '../../../src/daemon/limits/sliding-window.ts'

function movableClock(start = 1_763_647_200_000) {
  let now = start
  return {
    now: () => now,
    move: (ms: number) => {
      now += ms
    },
  }
}

const MINUTE = 60_000

describe('a sliding window in this process', () => {
  it('answers at once, without a promise', () => {
    const limiter = createRateLimiter({ clock: movableClock() })
    expect(limiter.take('k', 1, MINUTE)).toEqual({ isAllowed: true, retryAfterSeconds: 0 })
    expect(limiter.peek('k', 1, MINUTE)).toMatchObject({ isAllowed: false })
  })

  it('starts over for a key that is forgotten, and for no other', () => {
    const limiter = createLocalLimiter(movableClock())
    for (const key of ['k', 'l']) limiter.take(key, 1, MINUTE)
    limiter.forget('k')
    expect([limiter.take('k', 1, MINUTE).isAllowed, limiter.take('l', 1, MINUTE).isAllowed]).toEqual([
      true,
      false,
    ])
  })

  it('has room again for what is given back, and for no more', () => {
    const limiter = createLocalLimiter(movableClock())
    for (let attempt = 0; attempt < 3; attempt++) limiter.take('k', 3, MINUTE)
    expect([limiter.giveBack('k'), limiter.giveBack('unknown')]).toEqual([true, false])
    expect([limiter.take('k', 3, MINUTE).isAllowed, limiter.take('k', 3, MINUTE).isAllowed]).toEqual([
      true,
      false,
    ])
  })

  it('lets exactly 10 of 200 attempts pass', () => {
    const limiter = createLocalLimiter(movableClock())
    const passed = Array.from({ length: 200 }, () => limiter.take('k', 10, MINUTE)).filter(
      (each) => each.isAllowed,
    )
    expect(passed).toHaveLength(10)
  })

  it('refuses the fourth of three within the period and says when to come again', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(limiter.take('k', 3, MINUTE).isAllowed).toBe(true)
      clock.move(1000)
    }
    expect(limiter.take('k', 3, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 57 })
    clock.move(56_999)
    expect(limiter.take('k', 3, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 1 })
    clock.move(1)
    expect(limiter.take('k', 3, MINUTE).isAllowed).toBe(true)
    expect(limiter.take('k', 3, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 1 })
  })

  it('a refused attempt does not prolong the refusal', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    limiter.take('k', 1, MINUTE)
    for (let second = 0; second < 59; second++) {
      clock.move(1000)
      expect(limiter.take('k', 1, MINUTE).isAllowed).toBe(false)
    }
    clock.move(1000)
    expect(limiter.take('k', 1, MINUTE).isAllowed).toBe(true)
  })

  it('keys do not touch each other', () => {
    const limiter = createLocalLimiter(movableClock())
    expect(limiter.take('a', 1, MINUTE).isAllowed).toBe(true)
    expect(limiter.take('b', 1, MINUTE).isAllowed).toBe(true)
  })

  it('successes are looked at before and counted after', () => {
    const limiter = createLocalLimiter(movableClock())
    expect(limiter.peek('k', 2, MINUTE).isAllowed).toBe(true)
    limiter.add('k', 2, MINUTE)
    expect(limiter.peek('k', 2, MINUTE).isAllowed).toBe(true)
    limiter.add('k', 2, MINUTE)
    limiter.add('k', 2, MINUTE)
    expect(limiter.peek('k', 2, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 60 })
  })

  it('0 is unlimited and leaves nothing behind', () => {
    const limiter = createLocalLimiter(movableClock())
    for (let attempt = 0; attempt < 100; attempt++) expect(limiter.take('k', 0, MINUTE).isAllowed).toBe(true)
    limiter.add('k', 0, MINUTE)
    expect(limiter.size).toBe(0)
  })

  it('a limit that is lowered or raised acts at once', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    for (let attempt = 0; attempt < 5; attempt++) {
      limiter.take('k', 5, MINUTE)
      clock.move(1000)
    }
    // Five attempts at 0..4 s. Two fit once the fourth has expired at 63 s; it is now 5 s.
    expect(limiter.take('k', 2, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 58 })
    expect(limiter.take('k', 6, MINUTE).isAllowed).toBe(true)
  })

  it('a clock set back neither frees nor locks anybody for longer than the period', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    limiter.take('k', 1, MINUTE)
    clock.move(-3_600_000)
    expect(limiter.take('k', 1, MINUTE)).toEqual({ isAllowed: false, retryAfterSeconds: 60 })
    clock.move(MINUTE)
    expect(limiter.take('k', 1, MINUTE).isAllowed).toBe(true)
  })

  it('a clock set forward frees what it has passed', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    limiter.take('k', 1, MINUTE)
    clock.move(3_600_000)
    expect(limiter.take('k', 1, MINUTE).isAllowed).toBe(true)
    expect(limiter.take('k', 1, MINUTE).isAllowed).toBe(false)
  })

  it('a limit of a million never lets more pass in any period, and frees at most a thousandth late', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    let passed = 0
    for (let attempt = 0; attempt < 1_000_100; attempt++) {
      if (attempt % 1000 === 0) clock.move(1)
      if (limiter.take('k', 1_000_000, MINUTE).isAllowed) passed += 1
    }
    expect(passed).toBe(1_000_000)
    clock.move(MINUTE - 1001)
    expect(limiter.take('k', 1_000_000, MINUTE).isAllowed).toBe(false)
    clock.move(1 + MINUTE / 1000)
    expect(limiter.take('k', 1_000_000, MINUTE).isAllowed).toBe(true)
  })

  it('agrees with a list of all attempts, whatever the order of waits, limits and kinds', () => {
    const step = fc.record({
      wait: fc.nat(700),
      kind: fc.constantFrom('take', 'peek', 'add'),
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 80 }), (limit, steps) => {
        const clock = movableClock()
        const limiter = createLocalLimiter(clock)
        let attempts: number[] = []
        for (const { wait, kind } of steps) {
          clock.move(wait)
          attempts = attempts.filter((time) => time + 1000 > clock.now())
          const fits = attempts.length < limit
          if (kind === 'add') limiter.add('k', limit, 1000)
          else {
            const verdict: Verdict = limiter[kind]('k', limit, 1000)
            expect(verdict.isAllowed).toBe(fits)
            const blocking = attempts.at(-limit) ?? 0
            if (!fits)
              expect(verdict.retryAfterSeconds).toBe(
                Math.max(1, Math.ceil((blocking + 1000 - clock.now()) / 1000)),
              )
          }
          if (kind === 'add' || (kind === 'take' && fits)) attempts.push(clock.now())
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('memory', () => {
  it('a window remembers no more attempts than its limit, however many were counted', () => {
    const window = new SlidingWindow(MINUTE)
    for (let time = 0; time < 10_000; time++) window.add(time, 10, MINUTE)
    expect(window.size).toBe(10)
  })

  it('keys that went quiet are forgotten while others go on', () => {
    const clock = movableClock()
    const limiter = createLocalLimiter(clock)
    for (let index = 0; index < 1000; index++) limiter.take(`quiet-${index}`, 5, 1000)
    clock.move(1000)
    for (let index = 0; index < 1100; index++) limiter.take('busy', 5, 1000)
    expect(limiter.size).toBe(1)
  })

  it('a flood of keys stops at the bound', () => {
    const limiter = createLocalLimiter(movableClock(), 100)
    for (let index = 0; index < 1000; index++) limiter.take(`key-${index}`, 5, MINUTE)
    expect(limiter.size).toBe(100)
    expect(limiter.take('key-999', 1, MINUTE).isAllowed).toBe(false)
  })
})
