import { expect, it, vi } from 'vitest'
import { LINES_MAX, LineLimit } from '../../src/daemon/line-limit.ts'

const limited = () => {
  let now = 1_000_000
  const leftOut: [string, number][] = []
  const limit = new LineLimit({
    clock: { now: () => now },
    onLeftOut: (code, count) => void leftOut.push([code, count]),
  })
  const write = (code: string, times: number): number =>
    Array.from({ length: times }, () => limit.mayWrite(code)).filter(Boolean).length
  const pass = (ms: number): void => {
    now += ms
  }
  return { write, leftOut, pass }
}

it('of many lines with one code, a hundred are written within ten seconds, and other codes are not affected', () => {
  const { write, leftOut, pass } = limited()
  expect([write('token_invalid', 250), write('model_not_found', 3)]).toEqual([LINES_MAX, 3])
  pass(9_999)
  expect(write('token_invalid', 1)).toBe(0)
  pass(1)
  expect([write('token_invalid', 5), leftOut]).toEqual([5, [['token_invalid', 151]]])
})

it('how many were left out is written also if nobody is refused any more', () => {
  vi.useFakeTimers()
  try {
    const { write, leftOut } = limited()
    write('token_invalid', LINES_MAX + 7)
    vi.advanceTimersByTime(10_000)
    expect(leftOut).toEqual([['token_invalid', 7]])
  } finally {
    vi.useRealTimers()
  }
})
