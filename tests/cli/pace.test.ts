import { expect, test } from 'vitest'
import { CliError } from '../../src/cli/cli-error.ts'
import { createPace, type Pause } from '../../src/cli/client/pace.ts'
import { exitCodes } from '../../src/cli/exit-codes.ts'

/** Creates a pace with a clock that jumps to the end of each wait. */
function paceFor(parallelism: number) {
  let nowMs = 0
  const stop = new AbortController()
  const pauses: Pause[] = []
  const around = createPace({
    parallelism,
    signal: stop.signal,
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms
    },
    onPause: (pause) => pauses.push(pause),
    chance: () => 1,
  })
  return { around, pauses, stop, now: () => nowMs }
}

const busy = (retryAfterSeconds?: number) =>
  new CliError('too_many_requests', exitCodes.unavailable, 'too many requests', { retryAfterSeconds })

test('terminal 2: Retry-After is obeyed and told once, and the call is made again', async () => {
  const { around, pauses, now } = paceFor(8)
  const calledAt: number[] = []
  const answer = await around(async () => {
    calledAt.push(now())
    if (calledAt.length === 1) throw busy(42)
    return 'done'
  })
  expect([answer, calledAt]).toEqual(['done', [0, 42_000]])
  expect(pauses.map(({ seconds }) => seconds)).toEqual([42])
})

test('terminal 2: no more calls run side by side than asked for, and fewer after a refusal', async () => {
  const { around } = paceFor(8)
  let [running, most, refusals] = [0, 0, 1]
  const call = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    if (refusals-- > 0) throw busy(1)
  }
  await Promise.all(Array.from({ length: 40 }, () => around(call)))
  expect(most).toBe(8)
  refusals = 1
  await around(call)
  most = 0
  await Promise.all(Array.from({ length: 4 }, () => around(call)))
  expect(most).toBeLessThan(8)
})

test('terminal 2: without Retry-After waits get longer, and at last the failure is told', async () => {
  const { around, pauses } = paceFor(1)
  let calls = 0
  const failing = around(async () => {
    calls += 1
    throw busy()
  })
  await expect(failing).rejects.toMatchObject({ code: 'too_many_requests' })
  expect(calls).toBe(7)
  expect(pauses.map(({ seconds }) => seconds)).toEqual([1, 1, 2, 4, 8, 16])
})

test('terminal 2: what trying again does not help fails at once', async () => {
  const { around, pauses } = paceFor(1)
  const refused = new CliError('channel_type_unknown', exitCodes.rejected, 'no')
  await expect(around(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(pauses).toEqual([])
})

test('terminal 2: Ctrl-C ends a wait, and calls that need not wait go on', async () => {
  const { around, stop } = paceFor(1)
  const waiting = around(async () => {
    stop.abort()
    throw busy(900)
  })
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' })
  const other = paceFor(1)
  other.stop.abort()
  expect(await other.around(async () => 'done')).toBe('done')
})
